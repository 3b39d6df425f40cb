import {
  ALIGNMENTS,
  type Cue,
  TEXT_ALIGNS,
  canonicalMarkup,
  parseTimecode,
  formatTimecode,
} from '@reelay/subtitles'
import type { Line, NewLine, LineInput } from '../contract.ts'

type CommonField =
  | '_id'
  | 'number'
  | 'startTime'
  | 'stopTime'
  | 'text'
  | 'source'
  | 'stale'
  | 'auto'
  | 'custom'
  | 'machine'
  | 'version'
/** Optional fields of a line. */
export type ExtraFields = Omit<Line, CommonField>
type StoredFields = Pick<Line, 'text' | 'source' | 'stale' | 'auto' | 'custom' | 'machine'> & {
  start: number
  stop: number
  origin: string | null
} & ExtraFields
export type StoredLine = StoredFields & { _id: string; version: number }
/** A line to save; without `_id` it is new. */
export type LineDraft = StoredFields & { _id?: string }

export const presentLine = (
  { start, stop, origin: _origin, ...line }: StoredLine,
  index: number,
): Line => ({
  ...line,
  number: index + 1,
  startTime: formatTimecode(start),
  stopTime: formatTimecode(stop),
})
export const presentLines = (lines: readonly StoredLine[]): Line[] => lines.map(presentLine)

/**
 * A line without `auto` or `machine` was typed by a person (`custom`). A new text clears `stale`.
 * Only the service sets `stale`; a person can only clear it.
 */
export function toDraft(line: LineInput | NewLine, existing?: StoredLine): LineDraft {
  const {
    startTime,
    stopTime,
    text,
    number: _number,
    version: _version,
    _id,
    auto = false,
    machine = false,
    custom = !(auto || machine),
    source = existing?.source ?? '',
    stale = true,
    ...extra
  } = line as NewLine
  const newText = canonicalMarkup(text)
  return {
    ...withoutNull(extra),
    start: parseTimecode(startTime),
    stop: parseTimecode(stopTime),
    text: newText,
    source: canonicalMarkup(source),
    stale: stale && existing?.stale === true && existing.text === newText,
    auto,
    machine,
    custom,
    origin: existing?.origin ?? null,
  }
}

/** Null removes a field. */
const withoutNull = (fields: Omit<NewLine, CommonField>): ExtraFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

export const hasSameContent = (a: LineDraft, b: LineDraft): boolean => {
  const { _id: _aId, version: _aVersion, ...aContent } = a as StoredLine
  const { _id: _bId, version: _bVersion, ...bContent } = b as StoredLine
  return hasEqualFields(aContent, bContent)
}

const hasEqualFields = (a: object, b: object) => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every(
    (name) =>
      JSON.stringify((a as Record<string, unknown>)[name]) ===
      JSON.stringify((b as Record<string, unknown>)[name]),
  )
}

export function toCue({
  start,
  stop,
  text,
  source,
  alignment,
  textAlign,
  name,
  budget,
  note,
  still,
  x,
  y,
  writingMode,
  direction,
  speaker,
  kind,
  machine,
}: StoredLine): Cue {
  const vertical = ALIGNMENTS.find((value) => value === alignment)
  const horizontal = TEXT_ALIGNS.find((value) => value === textAlign)
  return {
    start,
    stop,
    text,
    ...(vertical && { alignment: vertical }),
    ...(horizontal && { textAlign: horizontal }),
    ...(source && { source }),
    ...(name !== undefined && { name }),
    ...(budget !== undefined && { budget }),
    ...(note !== undefined && { note }),
    ...(still !== undefined && { still }),
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
    ...(writingMode !== undefined && { writingMode }),
    ...(direction !== undefined && { direction }),
    ...(speaker && { speaker }),
    ...(kind !== undefined && { kind }),
    ...(machine && { machine }),
  }
}
