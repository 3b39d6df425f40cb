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

type KeyEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
> & { getModifierState: (modifier: 'AltGraph') => boolean }

export const isMac = /Mac|iP(hone|ad)/.test(navigator.platform)

/**
 * The key combination as the table writes it. With Alt by the position of the key, because the
 * layout may have another character there; with Ctrl by the letter, because Z moves on a German
 * keyboard.
 */
export function keyCombination(event: KeyEvent, onMac = isMac): string {
  const { key, code, shiftKey } = event
  const byPosition = KEY_BY_CODE[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1]
  const { hasCtrl, hasAlt } = modifiersOf(event, byPosition, onMac)
  const isLatin = /^[a-z]$/i.test(key)
  const byLetter = key.length === 1 ? key.toUpperCase() : key
  const name = ((hasAlt || (hasCtrl && !isLatin)) && byPosition) || byLetter
  const isPunctuation = name.length === 1 && !/[A-Z0-9]/.test(name) && !byPosition
  return [
    hasCtrl ? 'Ctrl+' : '',
    hasAlt ? 'Alt+' : '',
    shiftKey && !isPunctuation ? 'Shift+' : '',
    name,
  ].join('')
}

/**
 * Ctrl is ⌘ on a Mac. Alt is ⌥ with arrows, Enter and Delete, but ⌃ with keys that type, because
 * ⌥ with those types a character. ⌘ with the space bar belongs to the system.
 */
function modifiersOf(
  { altKey, ctrlKey, metaKey }: KeyEvent,
  typed: string | undefined,
  onMac: boolean,
): { hasCtrl: boolean; hasAlt: boolean } {
  if (!onMac) return { hasCtrl: ctrlKey || metaKey, hasAlt: altKey }
  if (typed === 'Space') return { hasCtrl: ctrlKey, hasAlt: altKey }
  return { hasCtrl: metaKey, hasAlt: typed === undefined ? altKey : ctrlKey }
}

/** Whether the key types a character, also with ⌥ on a Mac and with AltGr elsewhere. */
function typesCharacter(event: KeyEvent, onMac: boolean): boolean {
  const { key, altKey, ctrlKey, metaKey } = event
  if (key.length > 1 && key !== 'Dead') return false
  if (event.getModifierState('AltGraph')) return true
  if (onMac) return !ctrlKey && !metaKey
  // Windows reports AltGr as Ctrl and Alt.
  return ctrlKey === altKey && !metaKey
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

/** The shortcut of a key event, if any. A key that types a character does so in a text field. */
export function findShortcut(
  event: KeyEvent,
  focus: 'text' | 'field' | 'outside',
  onMac = isMac,
): ShortcutName | undefined {
  if (focus !== 'outside' && typesCharacter(event, onMac)) return undefined
  const keys = keyCombination(event, onMac)
  const isOutside = focus === 'outside'
  const name = BY_KEYS.get(keys) ?? (isOutside && event.key === '?' ? 'help' : undefined)
  if (!name) return undefined
  const { where }: Shortcut = SHORTCUTS[name]
  if (focus !== 'text' && (where === 'text' || keys === 'Enter')) return undefined
  // Other fields have their own undo.
  if (focus === 'field' && (name === 'undo' || name === 'redo')) return undefined
  return name
}

/** The keys for display; Alt+1 to Alt+9 are shortened. */
export const displayKeys = (name: ShortcutName): string[] =>
  name === 'suggestion' ? ['Alt+1…9'] : [...SHORTCUTS[name].keys]

/** The names of the keys in a combination, on a Mac those that are printed on its keyboard. */
export function keyNames(keys: string, onMac = isMac): string[] {
  const parts = keys.split('+')
  const last = parts.at(-1)!
  const symbols: Record<string, string> = {
    Ctrl: last === 'Space' ? '⌃' : '⌘',
    Alt: last.length === 1 || last === '1…9' ? '⌃' : '⌥',
    Shift: '⇧',
  }
  return parts.map((part) => (onMac && symbols[part]) || ARROWS[part] || part)
}

/** A shortcut as menus and buttons show it. `index` chooses one of several combinations. */
export const shortcutLabel = (name: ShortcutName, index = 0): string =>
  keyNames(SHORTCUTS[name].keys[index]!).join(' ')

const ARROWS: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑' }
