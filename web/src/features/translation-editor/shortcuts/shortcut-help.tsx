import { useTranslation } from '../../../i18n/i18n.ts'
import { COMMANDS, GROUPS, written, type Command } from './shortcuts.ts'
import styles from '../dialogs/dialogs.module.css'

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform)
const shown = (key: string) =>
  (isMac ? key.replace('Ctrl', '⌘').replace('Alt', '⌥').replace('Shift', '⇧') : key)
    .replace('ArrowDown', '↓')
    .replace('ArrowUp', '↑')
    .split('+')
    .filter(Boolean)

/** Written from the table by which the keys work. */
export function Keys() {
  const { t } = useTranslation('translate')
  return (
    <div className={styles.keys}>
      {GROUPS.map((group) => (
        <section key={group} className={styles.keyGroup} aria-label={t(`keys.group.${group}`)}>
          <h3>{t(`keys.group.${group}`)}</h3>
          <dl>
            {(Object.keys(COMMANDS) as Command[])
              .filter((command) => COMMANDS[command].group === group)
              .map((command) => (
                <div key={command} className={styles.key}>
                  <dt>{t(`keys.command.${command}`)}</dt>
                  <dd dir="ltr">
                    {written(command).map((key) => (
                      <span key={key} className={styles.combination}>
                        {shown(key).map((part) => (
                          <kbd key={part}>{part}</kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
