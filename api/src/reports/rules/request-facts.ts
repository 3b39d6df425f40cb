// What the reports count about work requests: when each was ordered, and each of its status changes.
import { STATUSES, type Status } from '../../workrequests/contract.ts'
import { lengthOfColumns, packColumns, unpackColumns, type ColumnsOf } from './packed-columns.ts'
import { workingSeconds, type WorkingCalendar } from './working-time.ts'

/** Times are seconds. */
export type RequestFact = {
  at: number
  /** Null for the order itself. */
  status: Status | null
  territory: string
  /** Whether its vendor sees the request. */
  offered: boolean
  tz: string
  /** The number of the person who owns the request; 0 where it does not matter. */
  owner: number
  /** The last time before at which the request changed to the same status. */
  previous: number | null
  /** The status before, and when it began. */
  before: Status | null
  began: number | null
  /** Only for completions of complete requests: the next completion and the first submission. */
  next: number | null
  submitted: number | null
}

/** The volume report of people who see all requests needs no more. */
const VOLUME_LAYOUT = {
  at: Uint32Array,
  /** The position in `STATUSES`. */
  status: Uint8Array,
  territory: Uint16Array,
  offered: Uint8Array,
} as const
const LAYOUT = {
  ...VOLUME_LAYOUT,
  before: Uint8Array,
  /** Working seconds in the status before. */
  took: Uint32Array,
  /** The positions of completions, and the working seconds since the first submission. */
  completed: Uint32Array,
  whole: Uint32Array,
  owner: Uint32Array,
} as const
type FactColumns = ColumnsOf<typeof LAYOUT>
/** Rare values by position. */
type FactHeader = {
  territories: string[]
  previous: Record<number, number>
  next: Record<number, number>
}
export type RequestFacts = FactColumns & FactHeader
export type VolumeFacts = ColumnsOf<typeof VOLUME_LAYOUT> & FactHeader & Partial<FactColumns>

export const NO_STATUS = 255
export const NO_DURATION = 2 ** 32 - 1
export const statusCode = (status: Status | null): number =>
  status === null ? NO_STATUS : STATUSES.indexOf(status)

const NOT_ENDED: readonly (Status | null)[] = ['incomplete', 'cancelled', null]
const NOT_MEASURED: readonly (Status | null)[] = ['complete', 'cancelled', null]

export function collectFacts(
  rows: readonly RequestFact[],
  calendar: WorkingCalendar,
): RequestFacts {
  const territories = [...new Set(rows.map(({ territory }) => territory))]
  const positions = new Map(territories.map((territory, index) => [territory, index]))
  const hours = (tz: string, from: number, to: number) =>
    Math.max(0, workingSeconds(calendar, tz, from, to))
  const took = ({ status, before, began, tz, at }: RequestFact) =>
    NOT_ENDED.includes(status) || NOT_MEASURED.includes(before) || began === null
      ? NO_DURATION
      : hours(tz, began, at)
  const completions = [...rows.entries()].filter(([, { submitted }]) => submitted !== null)
  const rare = (name: 'previous' | 'next') =>
    Object.fromEntries(
      [...rows.entries()].flatMap(([index, row]) =>
        row[name] === null ? [] : [[index, row[name]]],
      ),
    ) as Record<number, number>
  return {
    territories,
    previous: rare('previous'),
    next: rare('next'),
    at: Uint32Array.from(rows, ({ at }) => at),
    status: Uint8Array.from(rows, ({ status }) => statusCode(status)),
    territory: Uint16Array.from(rows, ({ territory }) => positions.get(territory)!),
    offered: Uint8Array.from(rows, ({ offered }) => Number(offered)),
    before: Uint8Array.from(rows, ({ before }) => statusCode(before)),
    took: Uint32Array.from(rows, took),
    completed: Uint32Array.from(completions, ([index]) => index),
    whole: Uint32Array.from(completions, ([, { submitted, tz, at }]) => hours(tz, submitted!, at)),
    owner: Uint32Array.from(rows, ({ owner }) => owner),
  }
}

/** Some of the facts of several days. */
export function pickFacts(
  days: readonly { facts: RequestFacts; indexes: readonly number[] }[],
): RequestFacts {
  const territories = [...new Set(days.flatMap(({ facts }) => facts.territories))]
  const chosen = days.flatMap(({ facts, indexes }) => indexes.map((index) => ({ facts, index })))
  const column = (name: 'at' | 'status' | 'offered' | 'before' | 'took' | 'owner') =>
    chosen.map(({ facts, index }) => facts[name][index]!)
  const rare = (name: 'previous' | 'next') =>
    Object.fromEntries(
      [...chosen.entries()].flatMap(([position, { facts, index }]) =>
        facts[name][index] === undefined ? [] : [[position, facts[name][index]]],
      ),
    ) as Record<number, number>
  const completions = [...chosen.entries()].flatMap(([position, { facts, index }]) => {
    const found = facts.completed.indexOf(index)
    return found < 0 ? [] : [{ position, whole: facts.whole[found]! }]
  })
  return {
    territories,
    previous: rare('previous'),
    next: rare('next'),
    at: Uint32Array.from(column('at')),
    status: Uint8Array.from(column('status')),
    territory: Uint16Array.from(chosen, ({ facts, index }) =>
      territories.indexOf(facts.territories[facts.territory[index]!]!),
    ),
    offered: Uint8Array.from(column('offered')),
    before: Uint8Array.from(column('before')),
    took: Uint32Array.from(column('took')),
    completed: Uint32Array.from(completions, ({ position }) => position),
    whole: Uint32Array.from(completions, ({ whole }) => whole),
    owner: Uint32Array.from(column('owner')),
  }
}

export function packFacts(facts: RequestFacts): Buffer {
  const { territories, previous, next } = facts
  const columns = Object.keys(LAYOUT).map((name) => [name, facts[name as keyof FactColumns]])
  return packColumns(
    { territories, previous, next } satisfies FactHeader,
    Object.fromEntries(columns) as FactColumns,
  )
}

export const volumeLength = (packed: Buffer): number => lengthOfColumns(packed, VOLUME_LAYOUT)

/** From the first bytes, of which there are `volumeLength`. */
export const unpackVolume = (packed: Buffer): VolumeFacts =>
  unpackColumns<FactHeader, typeof VOLUME_LAYOUT>(packed, VOLUME_LAYOUT)

export const unpackFacts = (packed: Buffer): RequestFacts =>
  unpackColumns<FactHeader, typeof LAYOUT>(packed, LAYOUT)
