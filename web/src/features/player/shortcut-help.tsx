import { useTranslation } from '../../i18n/i18n.ts'
import { openShortcutHelp } from '../../ui/shortcuts/global-shortcuts.ts'
import styles from './shortcut-help.module.css'

/** A button that opens the list of shortcuts. */
export function ShortcutHelp() {
  const { t } = useTranslation('player')
  return (
    <button
      type="button"
      className={styles.openButton}
      aria-label={t('help')}
      title={`${t('help')} (?)`}
      onClick={openShortcutHelp}
    >
      ?
    </button>
  )
}
