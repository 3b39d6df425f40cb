import { useTranslation } from '../../../i18n/i18n.ts'
import {
  SHORTCUTS,
  SHORTCUT_GROUPS,
  displayKeys,
  keyNames,
  type ShortcutName,
} from './shortcuts.ts'
import styles from '../dialogs/dialogs.module.css'

/** Generated from the shortcut table. */
export function ShortcutHelp() {
  const { t } = useTranslation('translation-editor')
  return (
    <div className={styles.shortcuts}>
      {SHORTCUT_GROUPS.map((group) => (
        <section
          key={group}
          className={styles.shortcutGroup}
          aria-label={t(`shortcuts.group.${group}`)}
        >
          <h3>{t(`shortcuts.group.${group}`)}</h3>
          <dl>
            {(Object.keys(SHORTCUTS) as ShortcutName[])
              .filter((name) => SHORTCUTS[name].group === group)
              .map((name) => (
                <div key={name} className={styles.shortcut}>
                  <dt>{t(`shortcuts.action.${name}`)}</dt>
                  <dd dir="ltr">
                    {displayKeys(name).map((key) => (
                      <span key={key} className={styles.combination}>
                        {keyNames(key).map((part) => (
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
