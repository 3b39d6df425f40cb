import { useTranslation } from '../../../i18n/i18n.ts'
import { StatusTag, type Tone } from '../../../ui/text/tag.tsx'
import { useEditor } from '../editor-context.ts'
import styles from './toolbar.module.css'

/** Whether what was typed is the service's, still here, or waits for a word. */
export function Saving() {
  const { t } = useTranslation('translate')
  const {
    state: {
      sheet: { drafts },
      sending,
      locked,
    },
  } = useEditor()
  const all = [...drafts.values()]
  const conflicts = all.filter(({ theirs }) => theirs).length
  const refused = all.filter(({ refused: why }) => why !== undefined).length
  const [tone, text]: [Tone, string] =
    sending === 'offline'
      ? ['wait', all.length ? t('state.offline', { count: all.length }) : t('state.away')]
      : conflicts
        ? ['bad', t('state.conflicts', { count: conflicts })]
        : refused
          ? ['bad', t('state.refused', { count: refused })]
          : locked && all.length
            ? ['wait', t('state.kept', { count: all.length })]
            : all.length || sending === 'sending'
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
