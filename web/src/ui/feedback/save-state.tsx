import { useTranslation } from '../../i18n/i18n.ts'
import styles from './save-state.module.css'

export type SaveStatus = 'idle' | 'pending' | 'success' | 'error'

/** The result of the last save, shown next to the field. Errors also appear as toasts. */
export function SaveState({ saving }: { saving: SaveStatus }) {
  const { t } = useTranslation()
  const said = { idle: '', pending: t('saving'), success: t('saved'), error: t('notSaved') }[saving]
  return (
    <span className={styles.state} role="status" data-saving={saving}>
      {said}
    </span>
  )
}
