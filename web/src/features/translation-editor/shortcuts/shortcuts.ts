// Every shortcut of the editor, once: the keys work by this table, `?` shows it, and
// docs/reference/translate-keys.md is written from it.
export const SHORTCUT_GROUPS = ['move', 'write', 'time', 'lines', 'help'] as const
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number]

export type ShortcutName = keyof typeof SHORTCUTS
type Shortcut = {
  group: ShortcutGroup
  keys: readonly string[]
  /** Where it counts: while a line's text is written, anywhere but in a field, or everywhere. */ where:
    | 'text'
    | 'outside'
    | 'all'
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
 * As the table writes it. With Alt by the place of the key, because Alt writes other letters on a
 * Mac; with Ctrl by the letter, because Z is elsewhere in Germany.
 */
export function keyCombination({
  key,
  code,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: KeyEvent): string {
  const isLatin = /^[a-z]$/i.test(key)
  const place = KEY_BY_CODE[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1]
  const named =
    (altKey || ((ctrlKey || metaKey) && !isLatin)) && place
      ? place
      : key.length === 1
        ? key.toUpperCase()
        : key
  const isMark = named.length === 1 && !/[A-Z0-9]/.test(named) && !place
  return [
    ctrlKey || metaKey ? 'Ctrl+' : '',
    altKey ? 'Alt+' : '',
    shiftKey && !isMark ? 'Shift+' : '',
    named,
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

const BY_KEY = new Map(
  (Object.entries(SHORTCUTS) as [ShortcutName, Shortcut][]).flatMap(([command, { keys }]) =>
    keys.map((key) => [key, command] as const),
  ),
)

/**
 * What a key means there, if it means anything. `?` and Enter write, where something is written.
 */
export function findShortcut(
  event: KeyEvent,
  at: 'text' | 'field' | 'outside',
): ShortcutName | undefined {
  const key = keyCombination(event)
  const command = BY_KEY.get(key) ?? (at === 'outside' && event.key === '?' ? 'help' : undefined)
  if (!command) return undefined
  const { where }: Shortcut = SHORTCUTS[command]
  if (where === 'text' && at !== 'text') return undefined
  const writes = key === 'Enter' || (event.key === '?' && !event.ctrlKey && !event.metaKey)
  if (key === 'Enter' && at !== 'text') return undefined
  if (writes && event.key === '?' && at !== 'outside') return undefined
  // A field of another kind keeps its own way back.
  if (at === 'field' && (command === 'undo' || command === 'redo')) return undefined
  return command
}

/** As people read it on a key: of Alt+1 to Alt+9 the first and the last. */
export const displayKeys = (command: ShortcutName): string[] =>
  command === 'suggestion' ? ['Alt+1…9'] : [...SHORTCUTS[command].keys]
