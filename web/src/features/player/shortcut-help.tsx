import { useTranslation } from '../../i18n/i18n.ts'
import styles from './shortcut-help.module.css'

const SHORTCUTS = [
  { keys: ['Space'], action: 'toggle' },
  { keys: ['J', 'K', 'L'], action: 'shuttle' },
  { keys: ['←', '→'], action: 'frame' },
  { keys: ['Shift ←', 'Shift →'], action: 'tenFrames' },
  { keys: ['Page Up, Page Down'], action: 'skip' },
  { keys: ['Home, End'], action: 'ends' },
  { keys: ['Shift M'], action: 'mute' },
  { keys: ['F'], action: 'fullscreen' },
  { keys: ['?'], action: 'help' },
] as const

/** A button that opens the list of the player's shortcuts. */
export function ShortcutHelp({ id }: { id: string }) {
  const { t } = useTranslation('player')
  return (
    <>
      <button
        type="button"
        className={styles.openButton}
        popoverTarget={id}
        aria-label={t('help')}
        title={`${t('help')} (?)`}
        aria-keyshortcuts="?"
      >
        ?
      </button>
      <div id={id} popover="auto" className={styles.help} role="dialog" aria-label={t('help')}>
        <p className={styles.title}>{t('help')}</p>
        <dl>
          {SHORTCUTS.map(({ keys, action }) => (
            <div key={action}>
              <dt dir="ltr">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(`shortcut.${action}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
