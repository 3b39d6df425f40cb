import { useTranslation } from '../../i18n/i18n.ts'
import styles from './shortcut-help.module.css'

const SHORTCUTS = [
  ['Space', 'toggle'],
  ['J K L', 'shuttle'],
  [', .', 'frame'],
  ['← →', 'leap'],
  ['Page Up, Page Down', 'long'],
  ['Home, End', 'ends'],
  ['M', 'mute'],
  ['F', 'whole'],
  ['?', 'help'],
] as const

/** The keys of the player, where one looks for them. */
export function ShortcutHelp({ id }: { id: string }) {
  const { t } = useTranslation('player')
  return (
    <>
      <button
        type="button"
        className={styles.opener}
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
          {SHORTCUTS.map(([keys, name]) => (
            <div key={name}>
              <dt dir="ltr">
                {keys.split(' ').length > 1 && keys.length < 6 ? (
                  keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>)
                ) : (
                  <kbd>{keys}</kbd>
                )}
              </dt>
              <dd>{t(`key.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
