// CMX3600 edit decision lists. Only video events count; sound may be cut differently.
import type { FrameRate } from '../cue.ts'
import { labelToFrame, parseSmpte, type FrameCount } from '../smpte.ts'
import { MAX_ERRORS, MAX_EVENTS, cutError } from './edits.ts'
import type { CutError, CutEvent, CutResult } from './edits.ts'

/** `start` is the timecode of the first frame of the cut, `sourceStart` that of the source. */
export type EdlOptions = { rate: FrameRate; start?: string; sourceStart?: string }

type EdlEvent = {
  line: number
  reel: string
  clip: string
  /** Frames. */
  times: [number, number, number, number]
  /** Frames of the source per second, if it does not play at its own speed. */
  speed: number | null
}
type State = { count: FrameCount; events: EdlEvent[]; errors: CutError[] }

const TIMECODE = /^\d{2}:\d{2}:\d{2}[:;.]\d{2}$/
const MAX_LINE = 1000

export function readEdl(text: string, options: EdlOptions): CutResult<CutEvent[]> {
  const state: State = { count: { rate: options.rate, drop: false }, events: [], errors: [] }
  let number = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    number++
    readLine(line.slice(0, MAX_LINE).trim(), number, state)
    if (state.errors.length >= MAX_ERRORS) break
    if (state.events.length > MAX_EVENTS)
      return cutError(`An EDL can have at most ${MAX_EVENTS} events.`, number)
  }
  if (state.errors.length > 0) return { ok: false, errors: state.errors }
  if (state.events.length === 0) return cutError('This is not an EDL: it has no video events.')
  return toCutEvents(state, options)
}

function readLine(line: string, number: number, state: State): void {
  if (line === '') return
  const words = line.split(/\s+/)
  if (/^FCM:/i.test(line)) state.count.drop = /^FCM:\s*DROP/i.test(line)
  else if (words[0] === 'M2') readSpeed(words, number, state)
  else if (words[0] === '*') readClipName(line, state)
  else if (/^\d{1,6}$/.test(words[0]!) && words.length >= 8) readEvent(words, number, state)
}

function readEvent(words: string[], line: number, state: State): void {
  const [, reel = '', channels = ''] = words
  const codes = words.slice(-4)
  if (!codes.every((code) => TIMECODE.test(code))) {
    state.errors.push({ line, message: 'The four timecodes of the event cannot be read.' })
    return
  }
  // `B` is picture and sound.
  if (!/V|B/i.test(channels)) return
  const times = codes.map((code) => parseSmpte(code, state.count))
  const missing = times.indexOf(undefined)
  if (missing >= 0) {
    const counting = state.count.drop ? ' with drop frame' : ''
    const message = `No frame has the timecode ${codes[missing]}${counting}.`
    state.errors.push({ line, message })
    return
  }
  const [sourceIn, sourceOut, recordIn, recordOut] = times as EdlEvent['times']
  if (sourceOut < sourceIn || recordOut < recordIn) {
    state.errors.push({ line, message: 'The event ends before it starts.' })
    return
  }
  state.events.push({
    line,
    reel,
    clip: '',
    times: [sourceIn, sourceOut, recordIn, recordOut],
    speed: null,
  })
}

/** M2 reel frames-per-second timecode, about the event before it. */
function readSpeed(words: string[], line: number, { events, errors }: State): void {
  const event = events.at(-1)
  const speed = Number(words[2])
  if (!Number.isFinite(speed) || Math.abs(speed) > 10_000)
    errors.push({ line, message: 'The speed of the event cannot be read.' })
  else if (event) event.speed = speed
}

function readClipName(line: string, { events }: State): void {
  const name = /^\*\s*FROM CLIP NAME:(.*)$/i.exec(line)?.[1]?.trim()
  const event = events.at(-1)
  if (name !== undefined && event) event.clip = name
}

/** Black, and the cut before a dissolve, have no source. */
const isBlack = ({ reel }: EdlEvent) => /^(BL|BLACK)$/i.test(reel)
const isEmpty = ({ times }: EdlEvent) => times[3] === times[2]

function toCutEvents(
  { count, events }: State,
  { rate, start, sourceStart }: EdlOptions,
): CutResult<CutEvent[]> {
  const shown = events.filter((event) => !isBlack(event) && !isEmpty(event))
  if (shown.length === 0) return cutError('This is not an EDL: it has no video events.')
  const firstOf = (given: string | undefined, at: 0 | 2) =>
    given === undefined ? fullHour(shown, at, count) : parseSmpte(given, count)
  const [source, record] = [firstOf(sourceStart, 0), firstOf(start, 2)]
  if (source === undefined || record === undefined)
    return cutError('The start timecode must be written as 01:00:00:00.')
  const ms = (frame: number) => (frame * 1000 * rate.den) / rate.num
  return {
    ok: true,
    value: shown.map((event) => {
      const [sourceIn, sourceOut, recordIn, recordOut] = event.times
      const frames =
        event.speed === null
          ? sourceOut - sourceIn
          : (Math.abs(event.speed) * (recordOut - recordIn) * rate.den) / rate.num
      return {
        source: `${event.reel}\u0000${event.clip}`,
        from: { start: ms(sourceIn - source), stop: ms(sourceIn - source + frames) },
        to: { start: ms(recordIn - record), stop: ms(recordOut - record) },
        isLinear: event.speed === null ? sourceOut > sourceIn : event.speed > 0,
      }
    }),
  }
}

/** Films start at a full hour, mostly 01:00:00:00 or 10:00:00:00. */
function fullHour(events: readonly EdlEvent[], at: 0 | 2, count: FrameCount): number {
  const first = events.reduce((least, { times }) => Math.min(least, times[at]), Infinity)
  const hours = Array.from({ length: 24 }, (_, hour) => labelToFrame([hour, 0, 0, 0], count) ?? 0)
  return hours.findLast((frame) => frame <= first) ?? 0
}
