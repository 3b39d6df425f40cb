// All shortcuts of the editor, with their default keys. The list of shortcuts and
// docs/reference/translate-keys.md are generated from this table.
import { findAction, keysOf } from '../../../ui/shortcuts/assigned-keys.ts'
import {
  isMac,
  keyCombination,
  keyNames,
  typesCharacter,
  type KeyPress,
} from '../../../ui/shortcuts/key-combination.ts'

export const SHORTCUT_GROUPS = ['move', 'write', 'time', 'lines'] as const
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number]

export type ShortcutName = keyof typeof SHORTCUTS
type Shortcut = {
  group: ShortcutGroup
  keys: readonly string[]
  /** In the text of a line only, or everywhere. */
  where: 'text' | 'all'
}

export const SHORTCUTS = {
  next: { group: 'move', keys: ['Enter', 'Alt+ArrowDown', 'Numpad2'], where: 'all' },
  previous: { group: 'move', keys: ['Alt+ArrowUp', 'Numpad8'], where: 'all' },
  nextFinding: { group: 'move', keys: ['Alt+E'], where: 'all' },
  previousFinding: { group: 'move', keys: ['Alt+Shift+E'], where: 'all' },
  nextUntranslated: { group: 'move', keys: ['Alt+U'], where: 'all' },
  checks: { group: 'move', keys: ['Alt+Q'], where: 'all' },
  find: { group: 'move', keys: ['Ctrl+F'], where: 'all' },
  replace: { group: 'move', keys: ['Ctrl+H'], where: 'all' },
  leave: { group: 'move', keys: ['Escape'], where: 'text' },

  break: { group: 'write', keys: ['Shift+Enter', 'Alt+Enter'], where: 'text' },
  italic: { group: 'write', keys: ['Ctrl+I'], where: 'text' },
  bold: { group: 'write', keys: ['Ctrl+B'], where: 'text' },
  underline: { group: 'write', keys: ['Ctrl+U'], where: 'text' },
  suggestion: {
    group: 'write',
    keys: ['Alt+1', 'Alt+2', 'Alt+3', 'Alt+4', 'Alt+5', 'Alt+6', 'Alt+7', 'Alt+8', 'Alt+9'],
    where: 'all',
  },
  copySource: { group: 'write', keys: ['Alt+C'], where: 'all' },
  fix: { group: 'write', keys: ['Alt+F'], where: 'all' },
  confirm: { group: 'write', keys: ['Alt+A'], where: 'all' },
  undo: { group: 'write', keys: ['Ctrl+Z'], where: 'all' },
  redo: { group: 'write', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], where: 'all' },

  playLine: { group: 'time', keys: ['Alt+P', 'NumpadDecimal'], where: 'all' },
  playPause: { group: 'time', keys: ['Ctrl+Space', 'Numpad5'], where: 'all' },
  cue: { group: 'time', keys: ['Alt+X', 'Numpad0'], where: 'all' },
  setIn: { group: 'time', keys: ['Alt+[', 'Numpad1'], where: 'all' },
  setOut: { group: 'time', keys: ['Alt+]', 'Numpad3'], where: 'all' },
  inEarlier: { group: 'time', keys: ['Alt+,', 'Numpad7'], where: 'all' },
  inLater: { group: 'time', keys: ['Alt+.', 'Numpad9'], where: 'all' },
  outEarlier: { group: 'time', keys: ['Alt+Shift+,', 'Numpad4'], where: 'all' },
  outLater: { group: 'time', keys: ['Alt+Shift+.', 'Numpad6'], where: 'all' },

  comment: { group: 'lines', keys: ['Alt+K'], where: 'all' },
  split: { group: 'lines', keys: ['Ctrl+Enter'], where: 'text' },
  merge: { group: 'lines', keys: ['Alt+M'], where: 'all' },
  add: { group: 'lines', keys: ['Alt+N'], where: 'all' },
  remove: { group: 'lines', keys: ['Alt+Delete'], where: 'all' },
  shift: { group: 'lines', keys: ['Alt+S'], where: 'all' },
  submit: { group: 'lines', keys: ['Ctrl+Shift+Enter'], where: 'all' },
} as const satisfies Record<string, Shortcut>

const KEYS = Object.fromEntries(
  (Object.entries(SHORTCUTS) as [ShortcutName, Shortcut][]).map(([name, { keys }]) => [name, keys]),
) as Record<ShortcutName, readonly string[]>

/** The shortcut of a key event, if any. A key that types a character does so in a text field. */
export function findShortcut(
  event: KeyPress,
  focus: 'text' | 'field' | 'outside',
  onMac = isMac,
): ShortcutName | undefined {
  if (focus !== 'outside' && typesCharacter(event, onMac)) return undefined
  const name = findAction('editor', KEYS, event, onMac)
  if (!name) return undefined
  const { where }: Shortcut = SHORTCUTS[name]
  if (focus !== 'text' && (where === 'text' || keyCombination(event, onMac) === 'Enter'))
    return undefined
  // Other fields have their own undo.
  if (focus === 'field' && (name === 'undo' || name === 'redo')) return undefined
  return name
}

/** The default keys for display; Alt+1 to Alt+9 are shortened. */
export const displayKeys = (name: ShortcutName): string[] =>
  name === 'suggestion' ? ['Alt+1…9'] : [...SHORTCUTS[name].keys]

/** A shortcut as menus and buttons show it. `index` chooses one of several combinations. */
export const shortcutLabel = (name: ShortcutName, index = 0): string =>
  keyNames(keysOf(`editor.${name}`, SHORTCUTS[name].keys)[index] ?? '').join(' ')
