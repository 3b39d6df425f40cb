// OpenTimelineIO: the clips of the video track.
import { MAX_EVENTS, cutError } from './edits.ts'
import type { CutEvent, CutResult } from './edits.ts'
import type { TimeRange } from './mapping.ts'

type Json = Record<string, unknown>

export function readOtio(text: string): CutResult<CutEvent[]> {
  const timeline = parse(text)
  if (!timeline) return cutError('This is not an OTIO file: it is not valid JSON.')
  if (schemaOf(timeline) !== 'Timeline')
    return cutError('This is not an OTIO file: it does not contain a Timeline.')
  const tracks = childrenOf(timeline['tracks']).filter(
    (track) =>
      schemaOf(track) === 'Track' && track['kind'] === 'Video' && track['enabled'] !== false,
  )
  const used = tracks.filter((track) =>
    childrenOf(track).some((child) => ['Clip', 'Stack', 'Track'].includes(schemaOf(child))),
  )
  if (used.length === 0) return cutError('The timeline has no video clips.')
  if (used.length > 1)
    return cutError(
      `The timeline has ${used.length} video tracks. Flatten it to one track and export it again.`,
    )
  return readTrack(childrenOf(used[0]))
}

function readTrack(children: readonly Json[]): CutResult<CutEvent[]> {
  if (children.length > MAX_EVENTS)
    return cutError(`A timeline can have at most ${MAX_EVENTS} clips.`)
  const events: CutEvent[] = []
  let at = 0
  for (const [index, child] of children.entries()) {
    const schema = schemaOf(child)
    // A transition overlaps its neighbours and takes no time of its own.
    if (schema === 'Transition') continue
    const range = rangeOf(child['source_range'] ?? mediaOf(child)['available_range'])
    if (!range)
      return cutError(`Item ${index + 1} of the video track has no source range.`, index + 1)
    const to = { start: at, stop: at + range.stop - range.start }
    at = to.stop
    if (schema === 'Clip' && child['enabled'] !== false) events.push(toEvent(child, range, to))
  }
  return events.length > 0
    ? { ok: true, value: events }
    : cutError('The timeline has no video clips.')
}

/** Times in the media start with its first frame, if the file says when that is. */
function toEvent(clip: Json, range: TimeRange, to: TimeRange): CutEvent {
  const media = mediaOf(clip)
  const first = rangeOf(media['available_range'])?.start ?? fullHour(range.start)
  const start = range.start - first
  const speed = speedOf(clip)
  return {
    source: textOf(media['target_url']) || textOf(media['name']) || textOf(clip['name']),
    from: { start, stop: start + (range.stop - range.start) * Math.abs(speed) },
    to,
    isLinear: speed > 0,
  }
}

const HOUR = 3_600_000
const fullHour = (time: number) => Math.floor(time / HOUR) * HOUR

function speedOf(clip: Json): number {
  let speed = 1
  for (const effect of listOf(clip['effects'])) {
    if (schemaOf(effect) === 'LinearTimeWarp') speed *= Number(effect['time_scalar'] ?? 1)
    else if (schemaOf(effect) === 'FreezeFrame' || schemaOf(effect) === 'TimeEffect') speed = 0
  }
  return Number.isFinite(speed) ? speed : 0
}

function mediaOf(clip: Json): Json {
  const references = toObject(clip['media_references'])
  const key = textOf(clip['active_media_reference_key']) || 'DEFAULT_MEDIA'
  return toObject(Object.hasOwn(references, key) ? references[key] : clip['media_reference'])
}

function rangeOf(value: unknown): TimeRange | undefined {
  const range = toObject(value)
  const [start, length] = [msOf(range['start_time']), msOf(range['duration'])]
  return start === undefined || length === undefined || length < 0
    ? undefined
    : { start, stop: start + length }
}

function msOf(value: unknown): number | undefined {
  const time = toObject(value)
  const ms = (Number(time['value']) * 1000) / Number(time['rate'])
  return Number.isFinite(ms) && Math.abs(ms) < 1e12 ? ms : undefined
}

function parse(text: string): Json | undefined {
  try {
    return toObject(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The name of the schema without its version: `Clip.2` is a Clip. */
const schemaOf = (value: Json): string => textOf(value['OTIO_SCHEMA']).split('.')[0]!
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const childrenOf = (value: unknown): Json[] => listOf(toObject(value)['children'])
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(toObject) : [])
const toObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
