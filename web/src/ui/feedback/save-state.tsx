import { useTranslation } from '../../i18n/i18n.ts'
import styles from './save-state.module.css'

export type SaveStatus = 'idle' | 'pending' | 'success' | 'error'

/** The result of the last save, shown next to the field. Errors also appear as toasts. */
export function SaveState({ status }: { status: SaveStatus }) {
  const { t } = useTranslation()
  const text = { idle: '', pending: t('saving'), success: t('saved'), error: t('notSaved') }[status]
  return (
    <span className={styles.state} role="status" data-status={status}>
      {text}
    </span>
  )
}
