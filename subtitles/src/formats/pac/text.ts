import { markupBuilder, type BuiltMarkup, type MarkupBuilder } from '../markup-builder.ts'
import { latinAt } from './latin.ts'

const [ROW, ESCAPE, DOT] = [0xfe, 0x1f, 0x2e]
const CENTRE = 2
const UTF8 = '\u00ef\u00bb\u00bf'

type PacText = BuiltMarkup & { losses: string[]; place: { row: number; side: number } }
type Reading = { bytes: Uint8Array; at: number; builder: MarkupBuilder; losses: Set<string> }

/** The text of a block: its row on the screen, then the rows of the text, each with its side. */
export function readPacText(bytes: Uint8Array): PacText {
  const builder = markupBuilder()
  const losses = new Set<string>()
  const reading: Reading = { bytes, at: Math.max(0, bytes.indexOf(ROW)), builder, losses }
  let side: number | undefined
  let hasText = false
  while (reading.at < bytes.length) {
    if (bytes[reading.at] !== ROW) {
      addCharacter(reading)
      hasText = true
      continue
    }
    if (hasText) builder.addRow()
    const own = bytes[reading.at + 1] ?? CENTRE
    if (side !== undefined && own !== side) losses.add('The position of a row of its own')
    side ??= own
    // A byte may be lost: letters are above the numbers of sides.
    reading.at += own > 0x1f ? 1 : bytes[reading.at + 2]! > 0x1f ? 2 : 3
  }
  const place = { row: bytes[0] === ROW ? 11 : (bytes[0] ?? 11), side: side ?? CENTRE }
  return { ...builder.build(), losses: [...losses], place }
}

function addCharacter(reading: Reading) {
  const { bytes, at, builder, losses } = reading
  const byte = bytes[at]!
  if (byte === ESCAPE) {
    addEscape(reading)
    return
  }
  const { letter, length } = latinAt(bytes, at)
  reading.at += length
  // The signs for italic.
  if (letter === '<') builder.open('i')
  else if (letter === '>') builder.close('i')
  else if (byte < 0x20 && letter === '\ufffd') losses.add(`The code ${hex(byte)}`)
  else builder.addText(letter)
}

const hex = (byte: number) => `0x${byte.toString(16).padStart(2, '0')}`

/** UTF-8 up to a dot, in which 0xff is a dot; or a code of colours and fonts. */
function addEscape(reading: Reading) {
  const { bytes, at, builder, losses } = reading
  const words = String.fromCharCode(...bytes.subarray(at + 1, at + 5))
  const code = /^(?:C\d|R\.\d)/.exec(words)?.[0]
  if (words.startsWith(UTF8)) {
    const from = at + 1 + UTF8.length
    const end = endOfUtf8(bytes, from)
    for (const [index, part] of splitAt(bytes.subarray(from, end), 0xff).entries())
      builder.addText((index > 0 ? '.' : '') + new TextDecoder().decode(part))
    reading.at = bytes[end] === DOT ? end + 1 : end
  } else if (words === 'W16.') {
    const end = bytes.indexOf(ROW, at)
    losses.add('A row in Chinese, Japanese or Korean characters of two bytes')
    reading.at = end < 0 ? bytes.length : end
  } else {
    losses.add(`The code ${code ?? hex(ESCAPE)}`)
    reading.at += 1 + (code?.length ?? 0)
  }
}

function endOfUtf8(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== DOT && bytes[at] !== ROW) at++
  return at
}

function splitAt(bytes: Uint8Array, mark: number): Uint8Array[] {
  const parts: Uint8Array[] = []
  let from = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, from)) {
    parts.push(bytes.subarray(from, at))
    from = at + 1
  }
  return [...parts, bytes.subarray(from)]
}
