// Change lists: one row for each part, with its old and new timecodes. Other columns are ignored.
import type { FrameRate } from '../cue.ts'
import { parseSmpte } from '../smpte.ts'
import { MAX_ERRORS, MAX_EVENTS, cutError, type CutError, type CutResult } from './edits.ts'
import type { ConformMapping, ConformSegment } from './mapping.ts'

const TIMECODE = /\d{2}:\d{2}:\d{2}[:;,.]\d{2,3}/g

/** `oldStartMs` and `newStartMs` are the times of the first frames. */
type ChangeListOptions = { rate: FrameRate; oldStartMs?: number; newStartMs?: number }

/** Times are old start, old stop, new start, new stop: SMPTE timecodes, or HH:MM:SS,mmm. */
export function readChangeList(
  text: string,
  options: ChangeListOptions,
): CutResult<ConformMapping> {
  const errors: CutError[] = []
  const segments: ConformSegment[] = []
  for (const [index, row] of text.split(/\r\n|\n|\r/).entries()) {
    const timecodes = row.match(TIMECODE) ?? []
    // A heading or an empty row, or the timecodes of a part that has been removed.
    if (timecodes.length === 0 || timecodes.length === 2) continue
    const segment = readSegment(timecodes, options)
    if (typeof segment !== 'string') segments.push(segment)
    else errors.push({ line: index + 1, message: segment })
    if (segments.length > MAX_EVENTS)
      errors.push({
        line: index + 1,
        message: `A change list can have at most ${MAX_EVENTS} rows.`,
      })
    if (errors.length >= MAX_ERRORS || segments.length > MAX_EVENTS) break
  }
  if (errors.length > 0) return { ok: false, errors }
  if (segments.length === 0) return cutError('The change list has no row with four timecodes.')
  const sorted = segments.toSorted((one, other) => one.from.start - other.from.start)
  return { ok: true, value: { segments: sorted, unclear: [] } }
}

/** Returns a message if the row is wrong. */
function readSegment(
  timecodes: readonly string[],
  { rate, oldStartMs = 0, newStartMs = 0 }: ChangeListOptions,
): ConformSegment | string {
  if (timecodes.length !== 4) return 'A row must have two or four timecodes.'
  const times: number[] = []
  for (const timecode of timecodes) {
    const time = timeOf(timecode, rate)
    if (time === undefined) return `No frame has the timecode ${timecode}.`
    times.push(time)
  }
  const [oldIn, oldOut, newIn, newOut] = times as [number, number, number, number]
  if (oldOut <= oldIn || newOut <= newIn) return 'The part ends before it starts.'
  return {
    from: { start: oldIn - oldStartMs, stop: oldOut - oldStartMs },
    to: { start: newIn - newStartMs, stop: newOut - newStartMs },
    doubt: null,
  }
}

function timeOf(timecode: string, rate: FrameRate): number | undefined {
  if (/[,.]\d{3}$/.test(timecode)) {
    const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = timecode
      .split(/[:,.]/)
      .map(Number)
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
  }
  const frame = parseSmpte(timecode, { rate, drop: timecode.includes(';') })
  return frame === undefined ? undefined : (frame * 1000 * rate.den) / rate.num
}
