// Change lists: one row for each part, with its old and new timecodes. Other columns are ignored.
import type { FrameRate } from '../cue.ts'
import { parseSmpte } from '../smpte.ts'
import { MAX_ERRORS, MAX_EVENTS, cutError } from './edits.ts'
import type { CutError, CutResult } from './edits.ts'
import type { ConformMapping, ConformSegment } from './mapping.ts'

const TIMECODE = /\d{2}:\d{2}:\d{2}[:;,.]\d{2,3}/g
const MAX_LINE = 1000

/** Times are old start, old stop, new start, new stop: SMPTE timecodes, or HH:MM:SS,mmm. */
export function readChangeList(
  text: string,
  { rate, start = 0, oldStart = 0 }: { rate: FrameRate; start?: number; oldStart?: number },
): CutResult<ConformMapping> {
  const errors: CutError[] = []
  const segments: ConformSegment[] = []
  for (const [index, row] of text.split(/\r\n|\n|\r/).entries()) {
    const codes = row.slice(0, MAX_LINE).match(TIMECODE) ?? []
    // A heading or an empty row, or the timecodes of a part that has been removed.
    if (codes.length === 0 || codes.length === 2) continue
    const error = (message: string) => errors.push({ line: index + 1, message })
    const times = codes.map((code) => timeOf(code, rate))
    const [oldIn, oldOut, newIn, newOut] = times
    if (codes.length !== 4) error('A row must have two or four timecodes.')
    else if (times.some((time) => time === undefined))
      error(`No frame has the timecode ${codes[times.indexOf(undefined)]}.`)
    else if (oldOut! <= oldIn! || newOut! <= newIn!) error('The part ends before it starts.')
    else
      segments.push({
        from: { start: oldIn! - oldStart, stop: oldOut! - oldStart },
        to: { start: newIn! - start, stop: newOut! - start },
        doubt: null,
      })
    if (errors.length >= MAX_ERRORS) break
    if (segments.length > MAX_EVENTS)
      return cutError(`A change list can have at most ${MAX_EVENTS} rows.`, index + 1)
  }
  if (errors.length > 0) return { ok: false, errors }
  if (segments.length === 0) return cutError('The change list has no row with four timecodes.')
  return {
    ok: true,
    value: {
      segments: segments.toSorted((one, other) => one.from.start - other.from.start),
      unclear: [],
    },
  }
}

function timeOf(code: string, rate: FrameRate): number | undefined {
  if (/[,.]\d{3}$/.test(code)) {
    const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = code.split(/[:,.]/).map(Number)
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
  }
  const frame = parseSmpte(code, { rate, drop: code.includes(';') })
  return frame === undefined ? undefined : (frame * 1000 * rate.den) / rate.num
}
