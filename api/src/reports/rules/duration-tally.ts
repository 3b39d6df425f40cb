// Durations by status and by territory. Prepared ones are reduced to the values around their
// quantiles, to which newer ones are added.
import { STATUSES } from '../../workrequests/contract.ts'
import type { Turnaround } from '../contract.ts'
import type { ReportDays } from './report-days.ts'
import { WHOLE } from './request-blocks.ts'
import { NO_DURATION, statusCode } from './request-facts.ts'
import { mergeLists, spreadOfWindows, windowsOf, type SpreadWindows } from './sorted-lists.ts'
import { countedLists, countsAll, isCounted, type FoundFacts } from './tallies.ts'

/** Sorted lists of working seconds, by the number of the status and by territory. */
export type DurationLists = { stages: Uint32Array[][]; wholes: Map<string, Uint32Array[]> }

export function listDurations(
  { facts: all, blocks }: FoundFacts,
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
): DurationLists {
  const start = buckets[0]!.start
  const stages = STATUSES.map((): number[] => [])
  const wholes = new Map<string, number[]>()
  for (const counted of all) {
    const { facts } = counted
    const { at, before, took } = facts
    const everything = countsAll(counted)
    for (let index = 0; index < at.length; index++) {
      const time = at[index]!
      if (took[index] === NO_DURATION || time < start || time >= end) continue
      if (everything || isCounted(counted, index)) stages[before[index]!]!.push(took[index]!)
    }
    for (const [position, index] of facts.completed.entries()) {
      const time = at[index]!
      if (time < start || time >= end || (facts.next[index] ?? end) < end) continue
      if (!everything && !isCounted(counted, index)) continue
      addTo(wholes, facts.territories[facts.territory[index]!]!, facts.whole[position]!)
    }
  }
  const lists: DurationLists = {
    stages: stages.map((values) => [Uint32Array.from(values).sort()]),
    wholes: new Map([...wholes].map(([code, values]) => [code, [Uint32Array.from(values).sort()]])),
  }
  for (const counted of blocks)
    for (const { of, territory, values } of countedLists(counted, counted.block.durations))
      if (of === WHOLE) addTo(lists.wholes, counted.block.territories[territory]!, values)
      else lists.stages[of]!.push(values)
  return lists
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Prepared durations, to which at most `margin` newer ones of each status or territory are added. */
export type DurationTally = {
  margin: number
  whole: SpreadWindows
  stages: SpreadWindows[]
  territories: Map<string, SpreadWindows>
}

const NONE = windowsOf([], 0)

/** A day has about as many newer durations when it ends as it has now, or these. */
const MIN_MARGIN = 1_000

/** `newer` are those that are known now. There will be more of them later. */
export function tallyDurations(
  { stages, wholes }: DurationLists,
  newer: DurationLists,
): DurationTally {
  const margin = Math.max(MIN_MARGIN, 4 * mostOf(newer))
  return {
    margin,
    whole: windowsOf([...wholes.values()].flat(), margin),
    stages: stages.map((lists) => windowsOf(lists, margin)),
    territories: new Map(
      [...wholes].map(([territory, lists]) => [territory, windowsOf(lists, margin)]),
    ),
  }
}

/** Whether there are few enough newer durations. */
export const hasMargin = ({ margin }: DurationTally, newer: DurationLists): boolean =>
  mostOf(newer) <= margin

function mostOf({ stages, wholes }: DurationLists): number {
  const groups = [...stages, [...wholes.values()].flat()]
  return Math.max(...groups.map((lists) => lists.reduce((sum, { length }) => sum + length, 0)))
}

export const bytesOfDurations = ({ whole, stages, territories }: DurationTally): number =>
  [whole, ...stages, ...territories.values()].reduce(
    (sum, { median, p80 }) => sum + median.values.byteLength + p80.values.byteLength,
    0,
  )

export function turnaroundOfDurations(
  { whole, stages, territories }: DurationTally,
  newer: DurationLists,
): Pick<Turnaround, 'whole' | 'stages' | 'territories'> {
  const codes = new Set([...territories.keys(), ...newer.wholes.keys()])
  const newerIn = (territory: string) => mergeLists(newer.wholes.get(territory) ?? [])
  return {
    whole: spreadOfWindows(whole, mergeLists([...newer.wholes.values()].flat())),
    stages: STATUSES.flatMap((status) => {
      if (status === 'complete' || status === 'cancelled') return []
      const code = statusCode(status)
      return [{ status, ...spreadOfWindows(stages[code]!, mergeLists(newer.stages[code]!)) }]
    }),
    territories: [...codes].toSorted().map((territory) => ({
      territory,
      ...spreadOfWindows(territories.get(territory) ?? NONE, newerIn(territory)),
    })),
  }
}
