// What must happen to the lines to take a step of the history.
import { type lines } from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import type { LineFields, EditorLine } from './draft.ts'
import type { HistoryStep } from './history.ts'

export type StepPlan = {
  change: { id: string; fields: LineFields }[]
  add: { line: EditorLine; input: lines.LineInput }[]
  remove: EditorLine[]
  /** Set if the step only moves many lines by the same time. */
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
  'speaker',
  'kind',
  'x',
  'y',
  'writingMode',
  'direction',
] as const
/** Up to this many lines are changed one by one, which also works offline. */
const MAX_SINGLE_CHANGES = 20

export function planStep({ changes }: HistoryStep): StepPlan {
  const both = changes.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []))
  const shift =
    both.length === changes.length && both.length > MAX_SINGLE_CHANGES ? findShift(both) : undefined
  return {
    change: shift
      ? []
      : both.flatMap(({ before, after }) => {
          const fields = difference(before, after)
          return Object.keys(fields).length ? [{ id: before._id, fields }] : []
        }),
    add: changes.flatMap(({ before, after }) =>
      after && !before ? [{ line: after, input: toLineInput(after) }] : [],
    ),
    remove: changes.flatMap(({ before, after }) => (before && !after ? [before] : [])),
    ...(shift && { shift }),
  }
}

export function difference(before: EditorLine, after: EditorLine): LineFields {
  const changed = FIELDS.filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
  return Object.fromEntries(
    changed.map((field) => [field, after[field] ?? DEFAULTS[field as keyof typeof DEFAULTS]]),
  )
}

const DEFAULTS = {
  alignment: 'bottom',
  textAlign: 'center',
  note: '',
  name: '',
  speaker: '',
  kind: 'dialogue',
  x: null,
  y: null,
  writingMode: null,
  direction: null,
} as const

function toLineInput({
  _id,
  number: _number,
  version: _version,
  ...line
}: EditorLine): lines.LineInput {
  return line
}

function findShift(both: readonly { before: EditorLine; after: EditorLine }[]): StepPlan['shift'] {
  const movement = ({ before, after }: { before: EditorLine; after: EditorLine }) =>
    [
      parseTimecode(after.startTime) - parseTimecode(before.startTime),
      parseTimecode(after.stopTime) - parseTimecode(before.stopTime),
    ] as const
  const [by] = movement(both[0]!)
  const isShift = both.every((pair) => {
    const [start, stop] = movement(pair)
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
