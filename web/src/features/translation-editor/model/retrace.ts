// What has to be done to lines so that a step is taken, to either side.
import { type lines } from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import type { Fields, Line } from './draft.ts'
import type { Step } from './history.ts'

export type Plan = {
  change: { id: string; fields: Fields }[]
  add: { line: Line; written: lines.LineInput }[]
  remove: Line[]
  /** All that it does is to move lines by the same time. */
  shift?: { lines: string[]; by: number }
}

const FIELDS = [
  'text',
  'startTime',
  'stopTime',
  'alignment',
  'textAlign',
  'note',
  'name',
  'machine',
  'stale',
] as const
/** Fewer are changed one by one, which also works without the service. */
const MANY = 20

export function planOf({ changes }: Step): Plan {
  const both = changes.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []))
  const shift = both.length === changes.length && both.length > MANY ? shiftOf(both) : undefined
  return {
    change: shift
      ? []
      : both.flatMap(({ before, after }) => {
          const fields = difference(before, after)
          return Object.keys(fields).length ? [{ id: before._id, fields }] : []
        }),
    add: changes.flatMap(({ before, after }) =>
      after && !before ? [{ line: after, written: writtenOf(after) }] : [],
    ),
    remove: changes.flatMap(({ before, after }) => (before && !after ? [before] : [])),
    ...(shift && { shift }),
  }
}

export function difference(before: Line, after: Line): Fields {
  const other = FIELDS.filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
  return Object.fromEntries(
    other.map((field) => [field, after[field] ?? EMPTY[field as keyof typeof EMPTY]]),
  )
}

const EMPTY = { alignment: 'bottom', textAlign: 'center', note: '', name: '' } as const

function writtenOf({ _id, number: _number, version: _version, ...line }: Line): lines.LineInput {
  return line
}

function shiftOf(both: readonly { before: Line; after: Line }[]): Plan['shift'] {
  const moved = ({ before, after }: { before: Line; after: Line }) =>
    [
      parseTimecode(after.startTime) - parseTimecode(before.startTime),
      parseTimecode(after.stopTime) - parseTimecode(before.stopTime),
    ] as const
  const [by] = moved(both[0]!)
  const isShift = both.every((pair) => {
    const [start, stop] = moved(pair)
    return (
      start === by &&
      stop === by &&
      Object.keys(difference(pair.before, pair.after)).every(
        (field) => field === 'startTime' || field === 'stopTime',
      )
    )
  })
  return isShift && by !== 0 ? { lines: both.map(({ before }) => before._id), by } : undefined
}
