import { useTranslation } from '../../i18n/i18n.ts'
import { useKeyHint } from '../../ui/shortcuts/assigned-keys.ts'
import { GLOBAL_SHORTCUTS, openShortcutHelp } from '../../ui/shortcuts/global-shortcuts.ts'
import styles from './shortcut-help.module.css'

/** A button that opens the list of shortcuts. */
export function ShortcutHelp() {
  const { t } = useTranslation('player')
  const hint = useKeyHint(t('help'), 'global.help', GLOBAL_SHORTCUTS.help)
  return (
    <button
      type="button"
      className={styles.openButton}
      aria-label={t('help')}
      {...hint}
      onClick={openShortcutHelp}
    >
      ?
    </button>
  )
}
