import { frameToMs, type FrameRate } from '../../cue.ts'
import { allowsDropFrame, labelToFrame, nextLabelledFrame, nominalRate } from '../../smpte.ts'
import { readDigits } from '../digits.ts'
import { SKIPPED_LABEL } from '../frames.ts'
import { clockToMs } from '../times.ts'

const CLOCK = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/
const FRAMES = /^(\d{1,2}):(\d\d):(\d\d)([:;])(\d\d)$/
const SECONDS = /^\d+(?:[.,]\d+)?$/

export type TimeResult =
  | { ok: true; time: number; losses: readonly string[] }
  | { ok: false; error: string }

/** Of a table without headings. */
export const looksLikeTime = (cell: string): boolean =>
  CLOCK.test(cell.trim()) || FRAMES.test(cell.trim())

/** Spreadsheets write fractions: .5 is half a second. */
export function readTime(cell: string, rate: FrameRate): TimeResult {
  const usual = readUsualTime(cell)
  if (usual !== undefined) return { ok: true, time: usual, losses: NOTHING }
  const text = cell.trim()
  if (SECONDS.test(text))
    return { ok: true, time: Math.round(Number(text.replace(',', '.')) * 1000), losses: [] }
  const frames = FRAMES.exec(text)
  if (frames) return readFrames(frames, rate)
  const [, hours, minutes, seconds, fraction = ''] = CLOCK.exec(text) ?? []
  const time =
    hours === undefined
      ? undefined
      : clockToMs(Number(hours), Number(minutes), Number(seconds), Number(fraction.padEnd(3, '0')))
  return time === undefined
    ? {
        ok: false,
        error: 'a time must be written as 00:00:01,000 or 00:00:01:00, or as a number of seconds',
      }
    : { ok: true, time, losses: [] }
}

const NOTHING: readonly string[] = []
const [COLON, COMMA, POINT] = [0x3a, 0x2c, 0x2e]

/** HH:MM:SS,mmm, as most tables have it, without a pattern. */
function readUsualTime(cell: string): number | undefined {
  if (cell.length !== 12 || cell.charCodeAt(2) !== COLON || cell.charCodeAt(5) !== COLON)
    return undefined
  const mark = cell.charCodeAt(8)
  if (mark !== COMMA && mark !== POINT) return undefined
  const hours = readDigits(cell, 0, 2)
  const minutes = readDigits(cell, 3, 5)
  const seconds = readDigits(cell, 6, 8)
  const milliseconds = readDigits(cell, 9, 12)
  return hours < 0 || minutes < 0 || seconds < 0 || milliseconds < 0
    ? undefined
    : clockToMs(hours, minutes, seconds, milliseconds)
}

/** A semicolon means drop frame. */
function readFrames(
  [, hours, minutes, seconds, sign, frames]: string[],
  rate: FrameRate,
): TimeResult {
  const drop = sign === ';'
  if (drop && !allowsDropFrame(rate))
    return {
      ok: false,
      error: 'a semicolon means drop frame, which exists only at 29.97 and 59.94 fps',
    }
  const label = [Number(hours), Number(minutes), Number(seconds), Number(frames)] as const
  const frame = labelToFrame(label, { rate, drop })
  const next = frame ?? nextLabelledFrame(label, { rate, drop })
  return next === undefined
    ? {
        ok: false,
        error: `there is no such timecode at ${nominalRate(rate)} fps${drop ? ' drop frame' : ''}`,
      }
    : {
        ok: true,
        time: frameToMs(next, rate),
        losses: frame === undefined ? [SKIPPED_LABEL] : [],
      }
}
