// EBU Tech 3264: a header, then blocks of 128 bytes, each a subtitle or part of one. Reads open
// subtitles and teletext.
import type { Cue, FrameRate } from '../../cue.ts'
import { plainText, writeMarkup, type TextRow } from '../../markup.ts'
import type { FileError, FileInfo, ReadOptions, ReadResult } from '../format.ts'
import { parseFrames } from '../frames.ts'
import { nominalRate } from '../../smpte.ts'
import { createReport, excerpt, leftOut, type Place, type ReadReport } from '../report.ts'
import { reportUnread } from '../safety-net.ts'
import { repairTimes, UNTIL_NEXT } from '../times.ts'
import { hasLetters, framesToMs } from '../visible-cues.ts'
import { readTimecode, splitBlocks } from './blocks.ts'
import { BLOCK_BYTES, readField, HEADER_BYTES, parseDiskFormat } from './header.ts'
import { CODE, decodeLetters, readPosition, readRows, type Header, type Subtitle } from './rows.ts'
import { CODE_TABLES } from './tables.ts'

/** Teletext: the colour of the text becomes that of what is behind it. */
const NEW_BACKGROUND = 0x1d
/** Where the text of a block starts. */
const TEXT_AT = 16
/** A screen has 23 rows. */
const MAX_ROWS = 100
const [LAST, USER_DATA, RESERVED] = [0xff, 0xfe, 0xf0]
export function readStl(bytes: Uint8Array, options: ReadOptions): ReadResult {
  const report = createReport(options)
  const header = readHeader(bytes, options.rate, report)
  if ('message' in header) return { ok: false, errors: [header] }
  const subtitles = readSubtitles(bytes, header, report)
  const offset = offsetOf(subtitles, header)
  const cues = mergeCumulative(subtitles, header, report).flatMap(({ subtitle, frames }) => {
    const place = { line: subtitle.block, column: 10 }
    if (frames.start < offset) {
      const lost = `A remark before the programme: ${excerpt(plainText(frames.text))}`
      report.lose('out-of-range', null, lost, place)
      return []
    }
    const cue = framesToMs(frames, header.rate, offset)
    for (const { message, repair } of subtitle.faults)
      report.fault({ code: 'character', ...place, column: TEXT_AT + 1, message, repair, cue })
    if (!repairTimes(cue, report, place, 'The subtitle')) return []
    if (header.teletext && subtitle.text.includes(NEW_BACKGROUND))
      report.lose('style', cue, 'The colour behind the text')
    return [cue]
  })
  const result = report.finish(cues.toSorted((a, b) => a.start - b.start))
  if (!result.ok) return result
  const read = { ...result, rate: header.rate }
  return report.hasFaults() ? reportUnread(read, textsOf(bytes)) : read
}

/** A lost byte moves the text of all blocks that follow. */
function textsOf(bytes: Uint8Array): string[] {
  const text = new TextDecoder('latin1').decode(bytes.subarray(HEADER_BYTES))
  return text.match(/[\w .,!?'-]{3,}/g) ?? []
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
  const report = createReport({ strict: true })
  const header = readHeader(bytes, about.rate, report)
  if ('message' in header) return undefined
  const subtitles = readSubtitles(bytes, header, report)
  if (subtitles.some(({ cumulative }) => cumulative !== 0)) return undefined
  return { header, subtitles, offset: offsetOf(subtitles, header) }
}

function readHeader(bytes: Uint8Array, film: FrameRate, report: ReadReport): Header | FileError {
  if (bytes.length < HEADER_BYTES)
    return {
      code: 'not-subtitles',
      line: 1,
      column: bytes.length + 1,
      message: `An EBU STL file must start with a header of ${HEADER_BYTES} bytes; this file has ${bytes.length}`,
    }
  const [diskFormat, codeTable] = [readField(bytes, 'diskFormat'), readField(bytes, 'codeTable')]
  const rate = parseDiskFormat(diskFormat, film)
  const table = CODE_TABLES.find(({ code }) => code === codeTable)
  const message = rate
    ? `Unknown character code table: ${printable(codeTable)}`
    : `Unknown disk format code: ${printable(diskFormat)}`
  const fault = { code: 'header' as const, line: 1, column: rate ? 13 : 4, message }
  // A file with neither is none.
  if (report.isStrict ? !rate || !table : !rate && !table) return fault
  if (!rate) report.fault({ ...fault, repair: 'the frame rate of the film is used' })
  if (!table) report.fault({ ...fault, repair: 'the Latin table is used' })
  const rows = Number(readField(bytes, 'rows'))
  const start = readField(bytes, 'startOfProgramme')
  if (!/^[0-9]{8}$|^[\s\0]*$/.test(start))
    report.fault({
      code: 'header',
      line: 1,
      column: 257,
      message: `The start of the programme is not a timecode: ${printable(start)}`,
      repair: 'read as 00:00:00:00',
    })
  const parts = /^[0-9]{8}$/.test(start)
    ? [0, 2, 4, 6].map((at) => Number(start.slice(at, at + 2)))
    : [0, 0, 0, 0]
  return {
    table: table ?? CODE_TABLES[0]!,
    rate: rate ?? film,
    teletext: ['1', '2'].includes(readField(bytes, 'displayStandard')),
    maxRows: rows > 0 ? rows : 23,
    start: parseFrames(parts, nominalRate(rate ?? film)) ?? 0,
  }
}

const printable = (text: string) => JSON.stringify(text.replace(/[^ -~]/g, '?'))

type OpenSubtitle = Omit<Subtitle, 'text' | 'end'> & { texts: Uint8Array[] }

function readSubtitles(bytes: Uint8Array, header: Header, report: ReadReport): Subtitle[] {
  const subtitles: Subtitle[] = []
  let open: OpenSubtitle | undefined
  const close = (end: number) => {
    if (open) subtitles.push({ ...open, end, text: joinTexts(open.texts) })
    open = undefined
  }
  let block = 1
  for (const tti of splitBlocks(bytes, nominalRate(header.rate), report)) {
    block++
    if (tti.length < BLOCK_BYTES) {
      reportRest(tti, { line: block, column: tti.length + 1 }, report)
      break
    }
    const extension = tti[3]!
    const isComment = tti[15] === 1
    if (extension === USER_DATA || isComment || (extension >= RESERVED && extension !== LAST)) {
      reportOther(tti, { header, block, isComment }, report)
      continue
    }
    open ??= openSubtitle(tti, { header, block }, report)
    open.texts.push(withoutFiller(tti.subarray(TEXT_AT)))
    if (extension === LAST) close(block + 1)
  }
  if (open) {
    const { block } = open
    const message = 'The last block of the subtitle is missing'
    report.fault({ code: 'syntax', line: block, column: 4, message, repair: 'its text ends there' })
    close(block + open.texts.length)
  }
  return subtitles.filter(({ from }) => !Number.isNaN(from))
}

/** Disks were padded; trailing filler is not a block. */
function reportRest(rest: Uint8Array, place: Place, report: ReadReport) {
  if (!rest.some((byte) => byte !== 0 && byte !== 0x1a && byte !== 0x20)) return
  const message = `A block has ${rest.length} bytes instead of ${BLOCK_BYTES}`
  const text = String.fromCharCode(...rest.subarray(TEXT_AT)).replace(/[^ -~]+/g, ' ')
  report.fault({ code: 'syntax', ...place, message, repair: leftOut(text) })
}

/** Blocks that are no subtitles. */
function reportOther(
  tti: Uint8Array,
  { header, block, isComment }: { header: Header; block: number; isComment: boolean },
  report: ReadReport,
) {
  const place = { line: block, column: 1 }
  const words = decodeRoughly(tti, header)
  if (isComment) report.lose('comment', null, `The comment ${excerpt(words)}`, place)
  else report.lose('comment', null, `A block of user data: ${excerpt(words)}`, place)
}

/** For messages. */
function decodeRoughly(tti: Uint8Array, { table }: Header): string {
  const text = [...withoutFiller(tti.subarray(TEXT_AT))].map((byte) =>
    byte < 0x20 || (byte >= 0x80 && byte < 0xa0) ? 0x20 : byte,
  )
  return decodeLetters(table, text).text
}

function openSubtitle(
  tti: Uint8Array,
  { header, block }: { header: Header; block: number },
  report: ReadReport,
): OpenSubtitle {
  const perSecond = nominalRate(header.rate)
  const from = readTimecode(tti, 5, perSecond) ?? NaN
  const to = readTimecode(tti, 9, perSecond) ?? NaN
  const faults: Subtitle['faults'] = []
  const isWrong = Number.isNaN(from) || Number.isNaN(to)
  if (isWrong) {
    const [name, column] = Number.isNaN(from)
      ? (['The time in', 6] as const)
      : (['The time out', 10] as const)
    const message = `${name} is not a timecode at ${perSecond} fps`
    const repair = Number.isNaN(from) ? leftOut(decodeRoughly(tti, header)) : UNTIL_NEXT
    report.fault({ code: 'time', line: block, column, message, repair })
  }
  return {
    block,
    from,
    to,
    cumulative: tti[4]!,
    vertical: tti[13]!,
    justified: tti[14]!,
    faults,
    texts: [],
  }
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
  report: ReadReport,
): { frames: Cue; subtitle: Subtitle }[] {
  const cues: { frames: Cue; subtitle: Subtitle }[] = []
  /** Steps of a set that are never shown alone. */
  const covered = new Set<Cue>()
  let above: { rows: TextRow[]; cue: Cue } | undefined
  for (const subtitle of subtitles) {
    const rows = readRows(subtitle, header)
    if (subtitle.cumulative !== 2 && subtitle.cumulative !== 3) above = undefined
    if (above && !(above.cue.stop <= subtitle.from)) {
      above.cue.stop = subtitle.from
      if (above.cue.stop <= above.cue.start) covered.add(above.cue)
    }
    const all = above ? [...above.rows, ...rows] : rows
    if (all.length > MAX_ROWS) {
      const message = `The subtitle has more than ${MAX_ROWS} rows`
      const repair = leftOut(rows.map((row) => row.map(({ text }) => text).join('')).join(' '))
      report.fault({ code: 'too-large', line: subtitle.block, column: 17, message, repair })
      above = undefined
      continue
    }
    if (!hasLetters(all)) continue
    const cue: Cue = {
      start: subtitle.from,
      stop: subtitle.to,
      text: writeMarkup(all),
      ...readPosition(subtitle, all.length, header),
    }
    cues.push({ frames: cue, subtitle })
    above = subtitle.cumulative === 1 || subtitle.cumulative === 2 ? { rows: all, cue } : undefined
  }
  return cues.filter(({ frames }) => !covered.has(frames))
}
