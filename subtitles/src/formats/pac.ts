// PAC of Screen Electronics, which many broadcasters have in their archives. It is not published: the
// blocks are those that MediaInfo reads, in Latin letters and in UTF-8.
import { frameToMs, type Cue, type FrameRate } from '../cue.ts'
import { nominalRate } from '../smpte.ts'
import type { ReadOptions, ReadResult, Reader } from './format.ts'
import { MAX_CUES } from './limits.ts'
import { readPacText } from './pac/text.ts'
import { cuePosition, type CuePosition } from './position.ts'
import type { ReadCode } from './read-codes.ts'
import { createReport, excerpt, leftOut, refuse, TOO_MANY_CUES, type ReadReport } from './report.ts'
import { addText } from './results.ts'
import { reportUnread } from './safety-net.ts'
import { OPEN_END, repairTimes, UNTIL_NEXT } from './times.ts'

export const pac: Reader = {
  name: 'pac',
  title: 'PAC',
  read: readPac,
}

/** One, nineteen zeros, then blocks: kind, number, version, two times and the length of the text. */
const [SIGNATURE, HEAD] = [20, 14]
const [SUBTITLE, END] = [0x00, 0xff]
const isVersion = (byte: number | undefined) => byte !== undefined && byte >= 0x60 && byte <= 0x62

export const isPac = (bytes: Uint8Array): boolean =>
  bytes.length > SIGNATURE + HEAD &&
  bytes[0] === 1 &&
  bytes.subarray(1, SIGNATURE).every((byte) => byte === 0) &&
  isBlock(bytes, SIGNATURE)

const isBlock = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === SUBTITLE && isVersion(bytes[at + 3])

type Block = { at: number; number: number; content: Uint8Array }

function readPac(bytes: Uint8Array, options: ReadOptions): ReadResult {
  if (!isPac(bytes)) return refuse('A PAC file must start with a one and nineteen zeros')
  const report = createReport(options)
  const blocks = findBlocks(bytes, report)
  if (blocks.length > MAX_CUES) return TOO_MANY_CUES
  const cues: Cue[] = []
  for (const [index, block] of blocks.entries()) {
    const cue = readBlock(bytes, block, { number: index + 1, rate: options.rate, report })
    if (cue) cues.push(cue)
  }
  const result = report.finish(cues)
  const isDamaged = result.ok && result.warnings.some(({ code }) => MISPLACING.has(code))
  return isDamaged ? reportUnread(result, textsOf(bytes)) : result
}

/** What may be wrong because bytes were lost or added. */
const MISPLACING = new Set<ReadCode>(['syntax', 'time', 'inverted', 'out-of-range'])

/** Of a damaged file, whose blocks may be anywhere. */
const textsOf = (bytes: Uint8Array): string[] =>
  new TextDecoder('latin1')
    .decode(bytes)
    .split(/[^ -~]+/)
    .filter((text) => text.trim().length > 1)

function findBlocks(bytes: Uint8Array, report: ReadReport): Block[] {
  const blocks: Block[] = []
  const fault = (message: string) =>
    report.fault({
      code: 'syntax',
      line: blocks.length,
      column: 1,
      message,
      repair: 'read as far as possible',
    })
  let at = SIGNATURE
  while (at + HEAD <= bytes.length && blocks.length <= MAX_CUES) {
    const last = blocks.at(-1)
    if (last && bytes[at] === END) {
      const next = findNumbered(bytes, at, last.number + 1)
      if (next === undefined) {
        const words = textsOf(bytes.subarray(at)).filter((text) => /\w{4}/.test(text))
        if (words.length > 0)
          report.lose('outside', null, `The text after the end: ${excerpt(words.join(' '))}`)
        break
      }
      fault('The file ends before its last block')
      at = next
      continue
    }
    const end = at + HEAD + wordAt(bytes, at + 12)
    const block = { at, number: wordAt(bytes, at + 1), content: bytes.subarray(at + HEAD, end) }
    blocks.push(block)
    const isNext = end === bytes.length || bytes[end] === END || isBlock(bytes, end)
    at = isNext ? end : (findNumbered(bytes, at + HEAD, block.number + 1) ?? bytes.length)
    if (isNext) continue
    fault('A block has a wrong length')
    block.content = bytes.subarray(block.at + HEAD, at)
  }
  return blocks
}

/** The next block that has the number, or one more: a damaged one may be between them. */
function findNumbered(bytes: Uint8Array, from: number, number: number): number | undefined {
  for (let at = from; at + HEAD <= bytes.length; at++) {
    const own = isBlock(bytes, at) ? wordAt(bytes, at + 1) : -1
    if (own === number || own === number + 1) return at
  }
  return undefined
}

const wordAt = (bytes: Uint8Array, at: number) => bytes[at]! | (bytes[at + 1]! << 8)

function readBlock(
  bytes: Uint8Array,
  { at, content }: Block,
  { number, rate, report }: { number: number; rate: FrameRate; report: ReadReport },
): Cue | undefined {
  const place = { line: number, column: 1 }
  const { losses, place: position, ...read } = readPacText(content)
  const [start, stop] = [readTime(bytes, at + 4, rate), readTime(bytes, at + 8, rate)]
  const words = read.ok ? read.text.replaceAll('<br>', ' ') : ''
  if (number === 1 && start === 0 && TAGS.test(words)) {
    report.lose('comment', null, `The header ${excerpt(words)}`, place)
    return undefined
  }
  const cue: Cue = { start: start ?? 0, stop: stop ?? OPEN_END, text: '', ...positionOf(position) }
  if (start === undefined || stop === undefined) {
    const message = `The ${start === undefined ? 'start' : 'end'} is not a timecode`
    const repair = start === undefined ? leftOut(words) : UNTIL_NEXT
    report.fault({ code: 'time', ...place, message, repair, cue })
  }
  if (start === undefined) return undefined
  if (!addText(cue, { ...read, losses }, { report, place, text: words })) return undefined
  if (!words.trim()) return undefined
  return Number.isNaN(cue.stop) || repairTimes(cue, report, place, 'The subtitle') ? cue : undefined
}

/** The first block may say what the file is: LANG: English */
const TAGS = /^(?:STORY|LANG|TITLE|PROG)\s{0,8}:/i

/** Hours and minutes, then seconds and frames, as decimal numbers of four digits. */
function readTime(bytes: Uint8Array, at: number, rate: FrameRate): number | undefined {
  const [long, short] = [wordAt(bytes, at), wordAt(bytes, at + 2)]
  const [hours, minutes] = [Math.floor(long / 100), long % 100]
  const [seconds, frames] = [Math.floor(short / 100), short % 100]
  const perSecond = nominalRate(rate)
  const isTime = hours < 100 && minutes < 60 && seconds < 60 && frames < Math.max(perSecond, 25)
  if (!isTime) return undefined
  return frameToMs(((hours * 60 + minutes) * 60 + seconds) * perSecond + frames, rate)
}

/** Rows from 0 at the top to 11. */
function positionOf({ row, side }: { row: number; side: number }): CuePosition {
  return cuePosition(
    row < 4 ? 'top' : row < 8 ? 'middle' : 'bottom',
    side === 1 ? 'left' : side === 0 ? 'right' : 'center',
  )
}
