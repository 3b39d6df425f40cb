// The five code tables of EBU Tech 3264. Latin is ISO 6937, where the accent precedes its letter;
// the others are the upper halves of ISO 8859.
export type CodeTable = {
  code: string
  name: string
  decode: (bytes: readonly number[]) => string | undefined
  encode: (character: string) => number[] | undefined
}

const UPPER =
  '\u00a0¡¢£$¥ §¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿' +
  ' '.repeat(16) +
  '—¹®©™♪¬¦    ⅛⅜⅝⅞ΩÆĐªĦ ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ\u00ad'
/**
 * From 0xC1: grave, acute, circumflex, tilde, macron, breve, dot, diaeresis, umlaut, ring, cedilla,
 * none, double acute, ogonek, caron.
 */
const ACCENTS =
  '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0308\u030a\u0327 \u030b\u0328\u030c'
/** ISO 6937 allows only these combinations of accent and letter. */
const ACCENTED = new Set(
  'ÀÈÌÒÙàèìòùÁĆÉÍĹŃÓŔŚÚÝŹáćéíĺńóŕśúýźÂĈÊĜĤÎĴÔŜÛŴŶâĉêĝĥîĵôŝûŵŷÃĨÑÕŨãĩñõũĀĒĪŌŪāēīōūĂĞŬăğŭĊĖĠİŻċėġżÄËÏÖÜŸäëïöüÿÅŮåůÇĢĶĻŅŖŞŢçģķļņŗşţŐŰőűĄĘĮŲąęįųČĎĚĽŇŘŠŤŽčďěľňřšťž',
)
/** Characters that share a byte with one of the table. */
const EQUIVALENTS: Record<string, string> = { Ð: 'Đ', '\u2126': 'Ω', '―': '—' }

export const CODE_TABLES: readonly CodeTable[] = [
  latinTable(),
  ...(['Cyrillic', 'Arabic', 'Greek', 'Hebrew'] as const).map((name, index) =>
    iso8859Table(`0${index + 1}`, name, `iso-8859-${index + 5}`),
  ),
]

/** Most rows have no other letters. */
const isAscii = (byte: number) => byte >= 0x20 && byte < 0x7f
const MAX_ARGUMENTS = 1000

function latinTable(): CodeTable {
  const bytes = new Map<string, number>()
  for (let at = 0x20; at < 0x7f; at++) bytes.set(String.fromCharCode(at), at)
  Array.from(UPPER).forEach((character, index) => {
    if (character !== ' ' && !bytes.has(character)) bytes.set(character, 0xa0 + index)
  })
  const characters = Array.from(UPPER)
  return {
    code: '00',
    name: 'Latin',
    decode: (given) => {
      if (given.length <= MAX_ARGUMENTS && given.every(isAscii))
        return String.fromCharCode(...given)
      let [text, accent] = ['', '']
      for (const byte of given) {
        const mark = byte < 0xc1 ? undefined : ACCENTS[byte - 0xc1]
        if (mark?.trim() && !accent) {
          accent = mark
          continue
        }
        const letter = isAscii(byte)
          ? String.fromCharCode(byte)
          : byte >= 0xa0
            ? characters[byte - 0xa0]
            : undefined
        if (letter === undefined || (letter === ' ' && byte !== 0x20)) return undefined
        text += letter + accent
        accent = ''
      }
      return accent ? undefined : text.normalize('NFC')
    },
    encode: (character) => {
      const single = bytes.get(EQUIVALENTS[character] ?? character)
      if (single !== undefined) return [single]
      const [letter, accent] = ACCENTED.has(character) ? Array.from(character.normalize('NFD')) : []
      return letter && accent ? [0xc1 + ACCENTS.indexOf(accent), bytes.get(letter)!] : undefined
    },
  }
}

function iso8859Table(code: string, name: string, label: string): CodeTable {
  const characters = Array.from(
    new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
  )
  const bytes = new Map(
    characters.flatMap((character, byte) =>
      character !== '\ufffd' && ((byte >= 0x20 && byte < 0x7f) || byte >= 0xa0)
        ? [[character, byte] as const]
        : [],
    ),
  )
  return {
    code,
    name,
    decode: (given) => {
      const text = given.map((byte) => characters[byte]!).join('')
      return text.includes('\ufffd') ? undefined : text.normalize('NFC')
    },
    encode: (character) => {
      const byte = bytes.get(character)
      return byte === undefined ? undefined : [byte]
    },
  }
}
