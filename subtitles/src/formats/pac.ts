// PAC of Screen Electronics, which many broadcasters have in their archives. It is not published: the
// blocks are those that MediaInfo reads, in Latin letters and in UTF-8.
import { frameToMs, type Cue, type FrameRate } from '../cue.ts'
import { nominalRate } from '../smpte.ts'
import type { ReadOptions, ReadResult, Reader } from './format.ts'
import { MAX_CUES } from './limits.ts'
import { readPacText } from './pac/text.ts'
import { cuePosition, type CuePosition } from './position.ts'
import { createReport, excerpt, leftOut, refuse, TOO_MANY_CUES, type ReadReport } from './report.ts'
import { addText } from './results.ts'
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
  return report.finish(cues)
}

function findBlocks(bytes: Uint8Array, report: ReadReport): Block[] {
  const blocks: Block[] = []
  let at = SIGNATURE
  while (at + HEAD <= bytes.length && bytes[at] !== END && blocks.length <= MAX_CUES) {
    const length = wordAt(bytes, at + 12)
    const end = at + HEAD + length
    blocks.push({ at, number: wordAt(bytes, at + 1), content: bytes.subarray(at + HEAD, end) })
    const isNext = end === bytes.length || bytes[end] === END || isBlock(bytes, end)
    if (!isNext) {
      const fault = { code: 'syntax' as const, line: blocks.length, column: 13 }
      report.fault({
        ...fault,
        message: 'A block has a wrong length',
        repair: 'read as far as possible',
      })
    }
    at = isNext ? end : findNext(bytes, at + HEAD, blocks)
  }
  return blocks
}

/** The next block, whose number follows. The text of the block before ends there. */
function findNext(bytes: Uint8Array, from: number, blocks: Block[]): number {
  const last = blocks.at(-1)!
  for (let at = from; at + HEAD <= bytes.length; at++) {
    if (!isBlock(bytes, at) || wordAt(bytes, at + 1) !== last.number + 1) continue
    last.content = bytes.subarray(last.at + HEAD, at)
    return at
  }
  last.content = bytes.subarray(last.at + HEAD)
  return bytes.length
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
