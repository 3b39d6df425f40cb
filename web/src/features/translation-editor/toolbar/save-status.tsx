import { useTranslation } from '../../../i18n/i18n.ts'
import { StatusTag, type Tone } from '../../../ui/text/tag.tsx'
import { useEditor } from '../editor-context.ts'
import styles from './toolbar.module.css'

/** Whether all changes are saved, are being saved, or need attention. */
export function SaveStatus() {
  const { t } = useTranslation('translation-editor')
  const {
    state: {
      track: { drafts },
      connection,
      locked,
    },
  } = useEditor()
  const all = [...drafts.values()]
  const conflicts = all.filter(({ theirs }) => theirs).length
  const rejected = all.filter((draft) => draft.rejected !== undefined).length
  const [tone, text]: [Tone, string] =
    connection === 'offline'
      ? ['wait', all.length ? t('state.offline', { count: all.length }) : t('state.disconnected')]
      : conflicts
        ? ['bad', t('state.conflicts', { count: conflicts })]
        : rejected
          ? ['bad', t('state.rejected', { count: rejected })]
          : locked && all.length
            ? ['wait', t('state.unsent', { count: all.length })]
            : all.length || connection === 'sending'
              ? ['info', t('state.saving')]
              : ['good', t('state.saved')]
  return (
    <div className={styles.saving} role="status">
      <StatusTag tone={tone} done={tone !== 'info'}>
        {text}
      </StatusTag>
    </div>
  )
}
