// The text of EBU STL subtitles: letters of a code table, and control codes.
import type { Cue, FrameRate } from '../../cue.ts'
import { TELETEXT_COLOURS } from '../../colours.ts'
import { toStyles, type TextRow, type TextRun } from '../../markup.ts'
import { cuePosition } from '../position.ts'
import type { CodeTable } from './tables.ts'

export const CODE = {
  italic: 0x80,
  upright: 0x81,
  underline: 0x82,
  plain: 0x83,
  row: 0x8a,
  filler: 0x8f,
  doubleHeight: 0x0d,
}
export type Header = {
  table: CodeTable
  teletext: boolean
  rate: FrameRate
  maxRows: number
  start: number
}
/** Blocks `block` up to `end`, counted from 2. */
export type Subtitle = {
  block: number
  end: number
  from: number
  to: number
  cumulative: number
  vertical: number
  justified: number
  text: Uint8Array
  faults: { message: string; repair: string }[]
}

export function readRows(subtitle: Subtitle, { table, teletext }: Header): TextRow[] {
  const { text } = subtitle
  const rows: TextRun[][] = [[]]
  const styles = new Set<string>()
  let colour: string | undefined
  let letters: number[] = []
  const flushLetters = () => {
    const decoded = decodeLetters(table, letters)
    if (decoded.isDamaged && subtitle.faults.length === 0) {
      const message = `Contains a byte that is not in the ${table.name} table`
      subtitle.faults.push({ message, repair: 'U+FFFD is in its place' })
    }
    if (decoded.text)
      rows.at(-1)!.push({ text: decoded.text, styles: toStyles((tag) => styles.has(tag), colour) })
    letters = []
  }
  for (const byte of text) {
    if (byte === CODE.filler) continue
    // A teletext control code takes one cell, shown as a space.
    if (byte < 0x20) {
      letters.push(0x20)
      if (teletext && byte < TELETEXT_COLOURS.length) {
        flushLetters()
        colour = TELETEXT_COLOURS[byte]
      }
      continue
    }
    if (byte < 0x80 || byte > 0x9f) {
      letters.push(byte)
      continue
    }
    flushLetters()
    if (byte === CODE.row) {
      rows.push([])
      colour = undefined
    } else if (byte === CODE.italic) styles.add('i')
    else if (byte === CODE.upright) styles.delete('i')
    else if (byte === CODE.underline) styles.add('u')
    else if (byte === CODE.plain) styles.delete('u')
  }
  flushLetters()
  return teletext || text.some((byte) => byte < 0x20)
    ? rows.map(collapseSpaces).filter((row) => row.length)
    : trimEmptyRows(rows)
}

/** A byte that is not in the table becomes U+FFFD. An accent precedes its letter. */
export function decodeLetters(
  table: CodeTable,
  bytes: readonly number[],
): { text: string; isDamaged: boolean } {
  const whole = table.decode(bytes)
  if (whole !== undefined) return { text: whole, isDamaged: false }
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    const pair = table.decode(bytes.slice(at, at + 2))
    const single = table.decode(bytes.slice(at, at + 1))
    text += single ?? pair ?? '\ufffd'
    if (single === undefined && pair !== undefined) at++
  }
  return { text: text.normalize('NFC'), isDamaged: true }
}

/** Teletext rows: drops the spaces around the text and keeps one between words. */
function collapseSpaces(row: TextRow): TextRow {
  let spaced = true
  const runs = row
    .map(({ text, styles }) => {
      const tight = text.replace(/ +/g, ' ').slice(spaced && text.startsWith(' ') ? 1 : 0)
      if (tight) spaced = tight.endsWith(' ')
      return { text: tight, styles }
    })
    .filter(({ text }) => text)
  const last = runs.at(-1)
  return last
    ? [...runs.slice(0, -1), { ...last, text: last.text.trimEnd() }].filter(({ text }) => text)
    : []
}

const trimEmptyRows = (rows: TextRow[]) =>
  rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1)

/** Position of the vertical centre. Double-height teletext takes two rows per line. */
export function readPosition(
  { vertical, justified, text }: Subtitle,
  rows: number,
  { maxRows, teletext }: Header,
): Pick<Cue, 'alignment' | 'textAlign'> {
  const tall = teletext && text.includes(CODE.doubleHeight) ? 2 : 1
  const middle = (vertical + (rows * tall - 1) / 2) / maxRows
  const alignment =
    (teletext && vertical === 0) || middle > 0.6 ? 'bottom' : middle < 0.4 ? 'top' : 'middle'
  return cuePosition(alignment, justified === 1 ? 'left' : justified === 3 ? 'right' : 'center')
}
