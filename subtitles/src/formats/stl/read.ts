// EBU Tech 3264: a header, then blocks of 128 bytes, each a subtitle or part of one. Reads open
// subtitles and teletext.
import { cuePosition } from '../position.ts'
import type { Cue, FrameRate } from '../../cue.ts'
import { TELETEXT_COLOURS } from '../../colours.ts'
import { plainText, toStyles, writeMarkup, type TextRow, type TextRun } from '../../markup.ts'
import type { FileInfo, FileError, ReadResult } from '../format.ts'
import { parseFrames } from '../frames.ts'
import { nominalRate } from '../../smpte.ts'
import { readResult, type Loss } from '../results.ts'
import { NO_DURATION, withDuration } from '../times.ts'
import { hasLetters, framesToMs } from '../visible-cues.ts'
import { BLOCK_BYTES, readField, HEADER_BYTES, parseDiskFormat } from './header.ts'
import { CODE_TABLES, type CodeTable } from './tables.ts'

const CODE = {
  italic: 0x80,
  upright: 0x81,
  underline: 0x82,
  plain: 0x83,
  row: 0x8a,
  filler: 0x8f,
  doubleHeight: 0x0d,
}
/** Teletext: the colour of the text becomes that of what is behind it. */
const NEW_BACKGROUND = 0x1d
/** Where the text of a block starts. */
const TEXT_AT = 16
/** A screen has 23 rows. */
const MAX_ROWS = 100
const [LAST, USER_DATA, RESERVED] = [0xff, 0xfe, 0xf0]
type Header = {
  table: CodeTable
  teletext: boolean
  rate: FrameRate
  maxRows: number
  start: number
}
/** Blocks `block` up to `end`, counted from 2. */
type Subtitle = {
  block: number
  end: number
  from: number
  to: number
  cumulative: number
  vertical: number
  justified: number
  text: Uint8Array
}

export function readStl(bytes: Uint8Array, about: Pick<FileInfo, 'rate'>): ReadResult {
  const header = readHeader(bytes, about.rate)
  if ('message' in header) return { ok: false, errors: [header] }
  const errors: FileError[] = []
  const subtitles = readSubtitles(bytes, header, errors)
  const offset = offsetOf(subtitles, header)
  const losses: Loss[] = []
  const cues = mergeCumulative(subtitles, header, errors).flatMap(({ subtitle, frames }) => {
    if (frames.start < offset) {
      losses.push({ cue: null, lost: `A remark before the programme: ${plainText(frames.text)}` })
      return []
    }
    const cue = framesToMs(frames, header.rate, offset)
    if (cue.stop === cue.start) losses.push({ cue, lost: NO_DURATION })
    cue.stop = withDuration(cue.start, cue.stop)
    if (header.teletext && subtitle.text.includes(NEW_BACKGROUND))
      losses.push({ cue, lost: 'The colour behind the text' })
    return [cue]
  })
  const result = readResult(
    cues.toSorted((a, b) => a.start - b.start),
    errors,
    losses,
  )
  return result.ok ? { ...result, rate: header.rate } : result
}

/** Some files state a start of programme but count from zero. */
function offsetOf(subtitles: readonly Subtitle[], { start }: Header): number {
  const early = subtitles.filter(({ from }) => from < start)
  return early.length * 2 < subtitles.length ? start : 0
}

/** `offset` is the frame that the first frame of the film has in the file. */
export type LocatedFile = { header: Header; subtitles: Subtitle[]; offset: number }

/** Where the subtitles of a valid file are. Undefined if they are not separate cues. */
export function locateSubtitles(
  bytes: Uint8Array,
  about: Pick<FileInfo, 'rate'>,
): LocatedFile | undefined {
  const header = readHeader(bytes, about.rate)
  if ('message' in header) return undefined
  const subtitles = readSubtitles(bytes, header, [])
  if (subtitles.some(({ cumulative }) => cumulative !== 0)) return undefined
  return { header, subtitles, offset: offsetOf(subtitles, header) }
}

function readHeader(bytes: Uint8Array, film: FrameRate): Header | FileError {
  const fail = (byte: number, message: string): FileError => ({
    line: 1,
    column: byte + 1,
    message,
  })
  if (bytes.length < HEADER_BYTES)
    return fail(
      bytes.length,
      `An EBU STL file must start with a header of ${HEADER_BYTES} bytes; this file has ${bytes.length}`,
    )
  const [diskFormat, rate] = [
    readField(bytes, 'diskFormat'),
    parseDiskFormat(readField(bytes, 'diskFormat'), film),
  ]
  if (!rate) return fail(3, `Unknown disk format code: ${printable(diskFormat)}`)
  const table = CODE_TABLES.find(({ code }) => code === readField(bytes, 'codeTable'))
  if (!table)
    return fail(12, `Unknown character code table: ${printable(readField(bytes, 'codeTable'))}`)
  const rows = Number(readField(bytes, 'rows'))
  const start = readField(bytes, 'startOfProgramme')
  const parts = /^[0-9]{8}$/.test(start)
    ? [0, 2, 4, 6].map((at) => Number(start.slice(at, at + 2)))
    : [0, 0, 0, 0]
  return {
    table,
    rate,
    teletext: ['1', '2'].includes(readField(bytes, 'displayStandard')),
    maxRows: rows > 0 ? rows : 23,
    start: parseFrames(parts, nominalRate(rate)) ?? 0,
  }
}

const printable = (text: string) => JSON.stringify(text.replace(/[^ -~]/g, '?'))

function readSubtitles(bytes: Uint8Array, { rate }: Header, errors: FileError[]): Subtitle[] {
  const subtitles: Subtitle[] = []
  let open: Omit<Subtitle, 'text' | 'end'> | undefined
  /** The texts of the blocks of the open subtitle. */
  let texts: Uint8Array[] = []
  for (let at = HEADER_BYTES, block = 2; at < bytes.length; at += BLOCK_BYTES, block++) {
    const fail = (column: number, message: string) => {
      errors.push({ line: block, column: column + 1, message })
    }
    if (at + BLOCK_BYTES > bytes.length) {
      // Disks were padded; trailing filler is not a block.
      if (bytes.subarray(at).some((byte) => byte !== 0 && byte !== 0x1a && byte !== 0x20))
        fail(bytes.length - at, `A block has ${bytes.length - at} bytes instead of ${BLOCK_BYTES}`)
      break
    }
    const tti = bytes.subarray(at, at + BLOCK_BYTES)
    const extension = tti[3]!
    if (extension === USER_DATA || tti[15] === 1 || (extension >= RESERVED && extension !== LAST))
      continue
    if (!open) {
      const [from, to] = [
        parseFrames([...tti.subarray(5, 9)], nominalRate(rate)),
        parseFrames([...tti.subarray(9, 13)], nominalRate(rate)),
      ]
      if (from === undefined || to === undefined)
        fail(
          from === undefined ? 5 : 9,
          `${from === undefined ? 'The time in' : 'The time out'} is not a timecode at ${nominalRate(rate)} fps`,
        )
      open = {
        block,
        from: from ?? 0,
        to: to ?? 0,
        cumulative: tti[4]!,
        vertical: tti[13]!,
        justified: tti[14]!,
      }
      texts = []
    }
    texts.push(withoutFiller(tti.subarray(TEXT_AT)))
    if (extension === LAST) {
      subtitles.push({ ...open, end: block + 1, text: joinTexts(texts) })
      open = undefined
    }
  }
  if (open)
    errors.push({
      line: open.block,
      column: 4,
      message: 'The last block of the subtitle is missing',
    })
  return subtitles
}

/** Most of a block is filler after its text. */
function withoutFiller(text: Uint8Array): Uint8Array {
  let end = text.length
  while (end > 0 && text[end - 1] === CODE.filler) end--
  return text.subarray(0, end)
}

function joinTexts(texts: readonly Uint8Array[]): Uint8Array {
  if (texts.length === 1) return texts[0]!
  const joined = new Uint8Array(texts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const text of texts) {
    joined.set(text, at)
    at += text.length
  }
  return joined
}

/**
 * A cumulative set builds up row by row: each step is a cue that ends when the next begins. Times
 * are still frames.
 */
function mergeCumulative(
  subtitles: readonly Subtitle[],
  header: Header,
  errors: FileError[],
): { frames: Cue; subtitle: Subtitle }[] {
  const cues: { frames: Cue; subtitle: Subtitle }[] = []
  let above: { rows: TextRow[]; cue: Cue } | undefined
  for (const subtitle of subtitles) {
    const rows = readRows(subtitle, header, errors)
    if (subtitle.cumulative !== 2 && subtitle.cumulative !== 3) above = undefined
    if (above) above.cue.stop = Math.min(above.cue.stop, subtitle.from)
    const all = above ? [...above.rows, ...rows] : rows
    if (all.length > MAX_ROWS) {
      const message = `The subtitle has more than ${MAX_ROWS} rows`
      errors.push({ line: subtitle.block, column: 17, message })
      above = undefined
      continue
    }
    if (!hasLetters(all)) continue
    if (subtitle.to < subtitle.from)
      errors.push({
        line: subtitle.block,
        column: 10,
        message: 'The subtitle ends before it starts',
      })
    const cue: Cue = {
      start: subtitle.from,
      stop: subtitle.to,
      text: writeMarkup(all),
      ...readPosition(subtitle, all.length, header),
    }
    cues.push({ frames: cue, subtitle })
    above = subtitle.cumulative === 1 || subtitle.cumulative === 2 ? { rows: all, cue } : undefined
  }
  return cues.filter(
    ({ frames: { start, stop }, subtitle: { from, to } }) => start < stop || from === to,
  )
}

function readRows(
  { text, block }: Subtitle,
  { table, teletext }: Header,
  errors: FileError[],
): TextRow[] {
  const rows: TextRun[][] = [[]]
  const styles = new Set<string>()
  let colour: string | undefined
  let letters: number[] = []
  const flushLetters = () => {
    const decoded = table.decode(letters)
    if (decoded === undefined)
      errors.push({
        line: block,
        column: 17,
        message: `Contains a byte that is not in the ${table.name} table`,
      })
    if (decoded)
      rows.at(-1)!.push({ text: decoded, styles: toStyles((tag) => styles.has(tag), colour) })
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
function readPosition(
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
