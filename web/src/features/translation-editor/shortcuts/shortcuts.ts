// All shortcuts of the editor. The help dialog and docs/reference/translate-keys.md are generated
// from this table.
export const SHORTCUT_GROUPS = ['move', 'write', 'time', 'lines', 'help'] as const
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number]

export type ShortcutName = keyof typeof SHORTCUTS
type Shortcut = {
  group: ShortcutGroup
  keys: readonly string[]
  /** In the text of a line only, or everywhere. */
  where: 'text' | 'all'
}

export const SHORTCUTS = {
  next: { group: 'move', keys: ['Enter', 'Alt+ArrowDown'], where: 'all' },
  previous: { group: 'move', keys: ['Alt+ArrowUp'], where: 'all' },
  nextFinding: { group: 'move', keys: ['Alt+E'], where: 'all' },
  previousFinding: { group: 'move', keys: ['Alt+Shift+E'], where: 'all' },
  nextUntranslated: { group: 'move', keys: ['Alt+U'], where: 'all' },
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
  undo: { group: 'write', keys: ['Ctrl+Z'], where: 'all' },
  redo: { group: 'write', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], where: 'all' },

  playLine: { group: 'time', keys: ['Alt+P'], where: 'all' },
  playPause: { group: 'time', keys: ['Ctrl+Space'], where: 'all' },
  setIn: { group: 'time', keys: ['Alt+['], where: 'all' },
  setOut: { group: 'time', keys: ['Alt+]'], where: 'all' },
  inEarlier: { group: 'time', keys: ['Alt+,'], where: 'all' },
  inLater: { group: 'time', keys: ['Alt+.'], where: 'all' },
  outEarlier: { group: 'time', keys: ['Alt+Shift+,'], where: 'all' },
  outLater: { group: 'time', keys: ['Alt+Shift+.'], where: 'all' },

  split: { group: 'lines', keys: ['Ctrl+Enter'], where: 'text' },
  merge: { group: 'lines', keys: ['Alt+M'], where: 'all' },
  add: { group: 'lines', keys: ['Alt+N'], where: 'all' },
  remove: { group: 'lines', keys: ['Alt+Delete'], where: 'all' },
  shift: { group: 'lines', keys: ['Alt+S'], where: 'all' },

  help: { group: 'help', keys: ['?', 'Ctrl+/'], where: 'all' },
} as const satisfies Record<string, Shortcut>

type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * The key combination as the table writes it. With Alt by the position of the key, because Alt
 * types other characters on a Mac; with Ctrl by the letter, because Z moves on a German keyboard.
 */
export function keyCombination(event: KeyEvent): string {
  const { key, code, altKey, shiftKey } = event
  const hasCtrl = event.ctrlKey || event.metaKey
  const isLatin = /^[a-z]$/i.test(key)
  const byPosition = KEY_BY_CODE[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1]
  const byLetter = key.length === 1 ? key.toUpperCase() : key
  const name = ((altKey || (hasCtrl && !isLatin)) && byPosition) || byLetter
  const isPunctuation = name.length === 1 && !/[A-Z0-9]/.test(name) && !byPosition
  return [
    hasCtrl ? 'Ctrl+' : '',
    altKey ? 'Alt+' : '',
    shiftKey && !isPunctuation ? 'Shift+' : '',
    name,
  ].join('')
}

const KEY_BY_CODE: Record<string, string> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Space: 'Space',
}

const BY_KEYS = new Map(
  (Object.entries(SHORTCUTS) as [ShortcutName, Shortcut][]).flatMap(([name, { keys }]) =>
    keys.map((key) => [key, name] as const),
  ),
)

/** The shortcut of a key event, if any. In a text field, `?` types a character. */
export function findShortcut(
  event: KeyEvent,
  focus: 'text' | 'field' | 'outside',
): ShortcutName | undefined {
  const keys = keyCombination(event)
  const isOutside = focus === 'outside'
  const name = BY_KEYS.get(keys) ?? (isOutside && event.key === '?' ? 'help' : undefined)
  if (!name) return undefined
  const { where }: Shortcut = SHORTCUTS[name]
  if (focus !== 'text' && (where === 'text' || keys === 'Enter')) return undefined
  const typesCharacter = event.key === '?' && !event.ctrlKey && !event.metaKey
  if (typesCharacter && !isOutside) return undefined
  // Other fields have their own undo.
  if (focus === 'field' && (name === 'undo' || name === 'redo')) return undefined
  return name
}

/** The keys for display; Alt+1 to Alt+9 are shortened. */
export const displayKeys = (name: ShortcutName): string[] =>
  name === 'suggestion' ? ['Alt+1…9'] : [...SHORTCUTS[name].keys]
