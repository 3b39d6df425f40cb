// CEA-608 characters: basic ones take one byte, special ones two, and extended ones two that
// replace the character before.
const BASIC =
  ' !"#$%&’()á+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[é]íóúabcdefghijklmnopqrstuvwxyzç÷Ññ█'
const SPECIAL = '®°½¿™¢£♪à\u00a0èâêîôû'
const EXTENDED = ["ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»", 'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘']
/** What a first-generation decoder shows instead. */
const FALLBACKS: Record<string, string> = {
  "'": '’',
  '‘': '’',
  '“': '"',
  '”': '"',
  '—': '-',
  '«': '"',
  '»': '"',
  ß: 's',
  Ø: 'O',
  ø: 'o',
  '¡': '!',
  '•': '.',
  '|': '!',
  '{': '(',
  '}': ')',
  '\\': '/',
  _: '-',
  '~': '-',
}

export const basicCharacter = (byte: number): string => BASIC[byte - 0x20]!
export const specialCharacter = (low: number): string => SPECIAL[low - 0x30]!
export const extendedCharacter = (high: number, low: number): string =>
  EXTENDED[high - 0x12]![low - 0x20]!

/** A basic byte, or a pair, which may follow a stand-in that it replaces. */
export type EncodedCharacter = { basic: number } | { pair: [number, number]; standIn?: number }
export function encodeCharacter(character: string): EncodedCharacter | undefined {
  const basic = BASIC.indexOf(character)
  if (basic >= 0) return { basic: 0x20 + basic }
  const special = SPECIAL.indexOf(character)
  if (special >= 0) return { pair: [0x11, 0x30 + special] }
  const set = EXTENDED.findIndex((characters) => characters.includes(character))
  if (set < 0) return undefined
  const standIn = Math.max(0, BASIC.indexOf(FALLBACKS[character] ?? character.normalize('NFD')[0]!))
  return { pair: [0x12 + set, 0x20 + EXTENDED[set]!.indexOf(character)], standIn: 0x20 + standIn }
}
