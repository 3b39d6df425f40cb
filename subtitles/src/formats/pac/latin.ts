// The Latin table of PAC: ASCII with other signs in some places, and accents before their letters.
const SIGNS: ReadonlyMap<number, string> = new Map([
  [0x09, ' '],
  [0x13, '–'],
  [0x14, '—'],
  [0x18, '‘'],
  [0x19, '’'],
  [0x1c, '“'],
  [0x1d, '”'],
  [0x23, '£'],
  ...[...'¤ÆØ÷–'].map((sign, at): [number, string] => [0x5b + at, sign]),
  ...[...'ıæø§'].map((sign, at): [number, string] => [0x7b + at, sign]),
  ...[...'#ß²³'].map((sign, at): [number, string] => [0x80 + at, sign]),
  ...[...'ŧŦþÞð«»ĐŋŊ'].map((sign, at): [number, string] => [0x85 + at, sign]),
  ...[...'Ħħ'].map((sign, at): [number, string] => [0x95 + at, sign]),
  ...[...'Œ¢Ł¥€'].map((sign, at): [number, string] => [0x9a + at, sign]),
  ...[...'ªº¿°¾½¼¡đ'].map((sign, at): [number, string] => [0xa6 + at, sign]),
  [0xb1, '±'],
  [0xb3, '³'],
  [0xb5, 'µ'],
  [0xba, 'œ'],
  [0xbb, '»'],
  [0xbc, 'ł'],
  [0xd2, '®'],
  [0xd4, '©'],
])
/** From 0xe0 on: tilde, ring, acute, grave, circumflex, diaeresis, cedilla, caron and dot above. */
const ACCENTS = [...'\u0303\u030a\u0301\u0300\u0302\u0308\u0327\u030c\u0307']
const OTHER_ACCENTS: Record<number, string> = { 0xea: '\u030c', 0xeb: '\u0328' }
const [MACRON, CARON, BREVE] = ['\u0304', '\u030c', '\u0306']

/** The character at this place, and how many bytes it takes. U+FFFD if the table has none. */
export function latinAt(bytes: Uint8Array, at: number): { letter: string; length: number } {
  const byte = bytes[at]!
  const next = letterAt(bytes, at + 1)
  const letter = letterAt(bytes, at)
  if (letter !== undefined) return followed(letter, bytes, at)
  const accent = ACCENTS[byte - 0xe0] ?? OTHER_ACCENTS[byte]
  if (accent !== undefined)
    return next === undefined
      ? { letter: '\ufffd', length: 1 }
      : { letter: `${next}${accentOf(accent, next)}`.normalize('NFC'), length: 2 }
  const sign =
    SIGNS.get(byte) ?? (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '\ufffd')
  return { letter: sign, length: 1 }
}

/** A macron, and the caron of tall letters, stand behind their letter. */
function followed(letter: string, bytes: Uint8Array, at: number) {
  const after = bytes[at + 1]
  if (after === 0x8a && /[aeiou]/i.test(letter))
    return { letter: (letter + MACRON).normalize('NFC'), length: 2 }
  const isTall = /[dtlL]/.test(letter) && after === 0xe2 && letterAt(bytes, at + 2) === undefined
  return isTall ? { letter: (letter + CARON).normalize('NFC'), length: 2 } : { letter, length: 1 }
}

/** Romanian has a breve where other languages have a caron. */
const accentOf = (accent: string, letter: string) =>
  accent === CARON && /[aA]/.test(letter) ? BREVE : accent

function letterAt(bytes: Uint8Array, at: number): string | undefined {
  const letter = String.fromCharCode(bytes[at] ?? 0)
  return /[a-zA-Z]/.test(letter) ? letter : undefined
}
