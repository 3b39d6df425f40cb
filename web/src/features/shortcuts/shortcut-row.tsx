import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { AssignedKeys } from '../../ui/shortcuts/assigned-keys.ts'
import {
  isOnNumpad,
  keyCombinations,
  keyNames,
  typesCharacter,
} from '../../ui/shortcuts/key-combination.ts'
import { actionOf, conflictsOf, keysFor, type ListedShortcut } from './all-shortcuts.ts'
import { useShortcutName } from './use-shortcut-name.ts'
import styles from './shortcuts.module.css'

type Props = {
  shortcut: ListedShortcut
  assigned: readonly AssignedKeys[]
  isChanging: boolean
  /** Undefined if the keys cannot be changed. */
  onStart: (() => void) | undefined
  onCancel: () => void
  /** Undefined restores the default keys. */
  onKeys: (keys: string[] | undefined) => void
}

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead'])

export function ShortcutRow(props: Props) {
  const { shortcut, assigned, isChanging, onStart, onCancel, onKeys } = props
  const { t } = useTranslation('shortcuts')
  const nameOf = useShortcutName()
  const [refused, setRefused] = useState(false)
  const name = nameOf(shortcut)
  const conflicts = conflictsOf(shortcut, assigned)
  const isAssigned = assigned.some(({ action }) => action === actionOf(shortcut))
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!isChanging || MODIFIERS.has(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') return onCancel()
    const press = event.nativeEvent
    // In the editor people type text, so a shortcut needs Ctrl, Alt or the numeric pad.
    const isText = shortcut.part === 'editor' && typesCharacter(press) && !isOnNumpad(press)
    setRefused(isText)
    if (!isText) onKeys([keyCombinations(press)[0]!])
  }
  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      {onStart && hasOneAction(shortcut) ? (
        <button
          type="button"
          className={styles.keys}
          aria-label={t('change', { name })}
          data-changing={isChanging}
          onClick={isChanging ? undefined : onStart}
          onKeyDown={onKeyDown}
          onBlur={isChanging ? onCancel : undefined}
        >
          {isChanging ? t('press') : <Keys shortcut={shortcut} assigned={assigned} />}
        </button>
      ) : (
        <span className={styles.keys}>
          <Keys shortcut={shortcut} assigned={assigned} />
        </span>
      )}
      {isAssigned && !isChanging && (
        <button
          type="button"
          className={styles.reset}
          aria-label={t('resetThis', { name })}
          onClick={() => onKeys(undefined)}
        >
          {t('reset')}
        </button>
      )}
      <p className={styles.conflict} role="status">
        {isChanging && refused
          ? t('needsModifier')
          : conflicts.length > 0 &&
            t('conflict', { names: conflicts.map((one) => nameOf(one)).join(', ') })}
      </p>
    </li>
  )
}

/** Each of the keys Alt+1 to Alt+9 inserts another suggestion. */
const hasOneAction = ({ part, name }: ListedShortcut) => `${part}.${name}` !== 'editor.suggestion'

function Keys({ shortcut, assigned }: Pick<Props, 'shortcut' | 'assigned'>) {
  const keys = hasOneAction(shortcut) ? keysFor(shortcut, assigned) : ['Alt+1…9']
  return (
    <span dir="ltr" className={styles.combinations}>
      {keys.map((combination) => (
        <span key={combination} className={styles.combination}>
          {keyNames(combination).map((part) => (
            <kbd key={part}>{part}</kbd>
          ))}
        </span>
      ))}
    </span>
  )
}
