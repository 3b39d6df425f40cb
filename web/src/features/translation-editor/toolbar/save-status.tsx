import { useTranslation } from '../../../i18n/i18n.ts'
import { StatusTag, type Tone } from '../../../ui/text/status-tag.tsx'
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
  const describe = (): [Tone, string] => {
    const count = all.length
    if (connection === 'offline')
      return ['warning', count ? t('state.offline', { count }) : t('state.disconnected')]
    if (conflicts) return ['bad', t('state.conflicts', { count: conflicts })]
    if (rejected) return ['bad', t('state.rejected', { count: rejected })]
    if (locked && count) return ['warning', t('state.unsent', { count })]
    if (count || connection === 'sending') return ['info', t('state.saving')]
    return ['good', t('state.saved')]
  }
  const [tone, text] = describe()
  return (
    <div className={styles.saveStatus} role="status">
      <StatusTag tone={tone} done={tone !== 'info'}>
        {text}
      </StatusTag>
    </div>
  )
}
