// MacCaption MCC: one line of ancillary data (SMPTE 334) per frame, in hexadecimal with letters for
// what repeats. Its captions are CEA-708; the CEA-608 captions that every such file also carries are
// read.
import type { FrameRate } from '../cue.ts'
import { allowsDropFrame, labelToFrame, nextLabelledFrame, nominalRate } from '../smpte.ts'
import { reducedTo } from './features.ts'
import type { Format, ReadResult } from './format.ts'
import { SKIPPED_LABEL } from './frames.ts'
import { createReport, excerpt, refuse, type ReadReport } from './report.ts'
import { writeMcc } from './mcc/write.ts'
import { splitLines, withValidMarkup } from './results.ts'
import { createDecoder } from './scc/decoder.ts'
import { overflowWarning } from './scc/read.ts'
import { framesToMs } from './visible-cues.ts'

const HEADER = /^\ufeff?File Format=MacCaption_MCC V[12]\.\d\s*$/
const RATE = /^Time Code Rate=(24|25|30|50|60)(DF)?\s*$/
const LINE = /^(\d{2}):(\d{2}):(\d{2})[:;.](\d{2})(?:\.\d)?(?:,\S*)?\t([0-9A-Za-z]+)\s*$/
/** Bytes of a line. A packet has at most 255, and a letter stands for at most 27. */
const MAX_LINE = 1_000
const MAX_PAIRS = 1_000_000
/** Of a caption that is never erased. */
const LAST_SECONDS = 4

/** What a letter stands for. G to O are one to nine empty triplets. */
const LETTERS: Record<string, string> = {
  ...Object.fromEntries(
    [...'GHIJKLMNO'].map((letter, index) => [letter, 'FA0000'.repeat(index + 1)]),
  ),
  P: 'FB8080',
  Q: 'FC8080',
  R: 'FD8080',
  S: '9669',
  T: '6101',
  U: 'E1000000',
  Z: '00',
}

export const mcc: Format = {
  name: 'mcc',
  title: 'MacCaption MCC',
  mime: 'text/x-mcc',
  read: (bytes, options) => readMcc(bytes, options.rate, createReport(options)),
  write: reducedTo(['i', 'u', 'colour'], withValidMarkup(writeMcc)),
}

type Counting = { rate: FrameRate; drop: boolean }

function readMcc(bytes: Uint8Array, film: FrameRate, report: ReadReport): ReadResult {
  const split = splitLines(new TextDecoder().decode(bytes), report)
  if (!split.ok) return split
  const { lines } = split
  const hasHeader = HEADER.test(lines[0]!)
  const stated = lines.map((line) => RATE.exec(line)).find(Boolean)
  if (!hasHeader && (report.isStrict || !stated)) return refuse(NO_HEADER)
  if (!hasHeader)
    report.fault({
      code: 'header',
      line: 1,
      column: 1,
      message: NO_HEADER,
      repair: 'read without it',
    })
  if (!stated) return refuse('The file has no line such as Time Code Rate=30DF')
  const count = { rate: rateOf(Number(stated[1]), film), drop: stated[2] === 'DF' }
  const { take, pause, end } = createDecoder()
  let [last, pairs] = [-1, 0]
  for (const [index, text] of lines.entries()) {
    if (!/^\d/.test(text)) {
      reportHeader(text, index + 1, report)
      continue
    }
    const line = readLine(text, index + 1, count, report)
    if (!line) continue
    if (line.frame > last + 1) pause()
    last = line.frame
    for (const pair of pairsOf(line.data)) {
      take(pair, line.frame)
      pairs++
    }
    if (pairs > MAX_PAIRS)
      return refuse(`The file has more than ${MAX_PAIRS} byte pairs`, {
        line: index + 1,
        column: 1,
      })
  }
  const { captions, overflow, lost } = end(LAST_SECONDS * nominalRate(count.rate))
  if (overflow > 0) report.lose('position', null, overflowWarning(overflow))
  for (const what of lost) report.lose('outside', null, what)
  const result = report.finish(captions.map((caption) => framesToMs(caption, count.rate)))
  if (result.ok && captions.length === 0 && last >= 0)
    return refuse('The file has no CEA-608 captions')
  return result.ok ? { ...result, rate: count.rate } : result
}

const NO_HEADER = 'An MCC file must start with the line File Format=MacCaption_MCC V1.0'
/** Programs write their name, a number and a date there. */
const KNOWN_HEADER =
  /^(?:\ufeff?File Format|UUID|Creation (?:Program|Date|Time)|Time Code Rate)=|^\s*$|^\/\//
function reportHeader(text: string, line: number, report: ReadReport) {
  if (!KNOWN_HEADER.test(text))
    report.lose('comment', null, `The header ${excerpt(text)}`, { line, column: 1 })
}

function readLine(
  text: string,
  line: number,
  count: Counting,
  report: ReadReport,
): { frame: number; data: number[] } | undefined {
  const found = LINE.exec(text.slice(0, MAX_LINE))
  const label = found?.slice(1, 5).map(Number) as [number, number, number, number] | undefined
  const labelled = label && labelToFrame(label, count)
  const frame = labelled ?? (label && count.drop ? nextLabelledFrame(label, count) : undefined)
  const data = found && expand(found[5]!)
  const place = { line, column: 1 }
  if (frame === undefined || !data) {
    const wrong = frame === undefined ? 'is not a timecode' : 'is followed by other characters'
    const message = `${text.slice(0, 11)} ${wrong}`
    report.fault({ code: 'syntax', ...place, message, repair: 'the line is left out' })
    return undefined
  }
  if (labelled === undefined) report.lose('time', null, SKIPPED_LABEL, place)
  return { frame, data }
}

/** A file says 24 for 23.976 too: the film decides. 30 and 60 are 29.97 and 59.94. */
function rateOf(nominal: number, film: FrameRate): FrameRate {
  if (nominalRate(film) === nominal) return film
  const fractional = { num: nominal * 1000, den: 1001 }
  return allowsDropFrame(fractional) ? fractional : { num: nominal, den: 1 }
}

/** Undefined for a letter without a meaning. */
function expand(text: string): number[] | undefined {
  const digits = text.replace(/[G-Z]/g, (letter) => LETTERS[letter] ?? '?')
  if (!/^(?:[0-9A-Fa-f]{2})*$/.test(digits)) return undefined
  return (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
}

const [ANCILLARY_HEADER, CDP_HEADER] = [3, 7]
const [TIME_CODE_SECTION, TIME_CODE_BYTES, CAPTION_SECTION] = [0x71, 5, 0x72]

/** The byte pairs of the first field, without parity and without padding. */
function pairsOf(data: readonly number[]): number[] {
  if (data[0] !== 0x61 || data[1] !== 0x01 || data[3] !== 0x96 || data[4] !== 0x69) return []
  let at = ANCILLARY_HEADER + CDP_HEADER
  if (data[at] === TIME_CODE_SECTION) at += TIME_CODE_BYTES
  if (data[at] !== CAPTION_SECTION) return []
  const triplets = data[at + 1]! & 0x1f
  return Array.from({ length: triplets }, (_, index) => at + 2 + index * 3).flatMap((start) => {
    const [marker = 0, high = 0, low = 0] = data.slice(start, start + 3)
    const isFirstField = (marker & 0x07) === 0x04
    const pair = ((high & 0x7f) << 8) | (low & 0x7f)
    return isFirstField && pair !== 0 ? [pair] : []
  })
}
