// Key combinations as the tables of shortcuts write them: `Ctrl+Shift+Z`, `J`, `Space`, `?`.
import i18next from 'i18next'

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
> & { getModifierState: (modifier: 'AltGraph') => boolean }

export const isMac = /Mac|iP(hone|ad)/.test(navigator.platform)

/**
 * With Alt by the position of the key, because the layout may have another character there; with
 * Ctrl by the letter, because Z moves on a German keyboard.
 */
export function keyCombination(event: KeyPress, onMac = isMac): string {
  const { key, code, shiftKey } = event
  if (isTypedWithAltGr(event)) return nameOf(key)
  const byPosition = KEY_BY_CODE[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1]
  const { hasCtrl, hasAlt } = modifiersOf(event, byPosition, onMac)
  const isLatin = /^[a-z]$/i.test(key)
  const position = hasAlt || (hasCtrl && !isLatin) ? byPosition : undefined
  const name = position ?? nameOf(key)
  const isPunctuation = !position && name.length === 1 && !/[\p{L}0-9]/u.test(name)
  return [
    hasCtrl ? 'Ctrl+' : '',
    hasAlt ? 'Alt+' : '',
    shiftKey && !isPunctuation ? 'Shift+' : '',
    name,
  ].join('')
}

/**
 * A digit of the numeric pad has a name of its own. Its other keys have one too, and also count as
 * the same key elsewhere.
 */
export function keyCombinations(event: KeyPress, onMac = isMac): string[] {
  const plain = keyCombination(event, onMac)
  if (!isOnNumpad(event)) return [plain]
  const own = [...plain.split('+').slice(0, -1), event.code].join('+')
  return /^\d$/.test(event.key) ? [own] : [own, plain]
}

/** Without Num Lock the digits are arrows and the like. */
export const isOnNumpad = ({ code, key }: Pick<KeyPress, 'code' | 'key'>): boolean =>
  code.startsWith('Numpad') && (!/\d$/.test(code) || /^\d$/.test(key))

const nameOf = (key: string) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)
/** `+` separates the keys of a combination. */
const NAMES: Record<string, string> = { ' ': 'Space', '+': 'Plus' }

/** A bracket, for instance. Windows reports AltGr as Ctrl and Alt. */
const isTypedWithAltGr = (event: KeyPress) =>
  event.key.length === 1 &&
  !/[\p{L}0-9 ]/u.test(event.key) &&
  (event.getModifierState('AltGraph') || (event.ctrlKey && event.altKey))

/**
 * Ctrl is ⌘ on a Mac. Alt is ⌥ with arrows, Enter and Delete, but ⌃ with keys that type, because
 * ⌥ with those types a character. ⌘ with the space bar belongs to the system.
 */
function modifiersOf(
  { altKey, ctrlKey, metaKey }: KeyPress,
  typed: string | undefined,
  onMac: boolean,
): { hasCtrl: boolean; hasAlt: boolean } {
  if (!onMac) return { hasCtrl: ctrlKey || metaKey, hasAlt: altKey }
  if (typed === 'Space') return { hasCtrl: ctrlKey, hasAlt: altKey }
  return { hasCtrl: metaKey, hasAlt: typed === undefined ? altKey : ctrlKey }
}

/** Whether the key types a character, also with ⌥ on a Mac and with AltGr elsewhere. */
export function typesCharacter(event: KeyPress, onMac = isMac): boolean {
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

/** The names of the keys in a combination, on a Mac those that are printed on its keyboard. */
export function keyNames(keys: string, onMac = isMac): string[] {
  const parts = keys.split('+')
  const last = parts.at(-1)!
  const symbols: Record<string, string> = {
    Ctrl: last === 'Space' ? '⌃' : '⌘',
    Alt: last.length === 1 || last === '1…9' ? '⌃' : '⌥',
    Shift: '⇧',
  }
  const printed = i18next.language?.startsWith('de') ? GERMAN_KEYS : SYMBOLS
  return parts.map(
    (part) =>
      (onMac && symbols[part]) || printed[part] || SYMBOLS[part] || part.replace('Numpad', 'Num '),
  )
}

const SYMBOLS: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Plus: '+',
  NumpadAdd: 'Num +',
  NumpadSubtract: 'Num −',
  NumpadMultiply: 'Num ×',
  NumpadDivide: 'Num ÷',
  NumpadDecimal: 'Num .',
}
/** As they are printed on German keyboards. */
const GERMAN_KEYS: Record<string, string> = {
  Ctrl: 'Strg',
  Shift: 'Umschalt',
  Space: 'Leertaste',
  Delete: 'Entf',
  Home: 'Pos1',
  End: 'Ende',
  PageUp: 'Bild auf',
  PageDown: 'Bild ab',
}
