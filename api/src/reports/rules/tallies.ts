// Counts prepared facts. The loops read hundreds of thousands of them, so they allocate nothing for
// each.
import { STATUSES } from '../../workrequests/contract.ts'
import type { Turnaround, Volume } from '../contract.ts'
import type { ReportDays } from './report-days.ts'
import {
  COLUMN_OF_CODE,
  VOLUME_COLUMNS,
  WHOLE,
  type FactList,
  type RequestBlock,
} from './request-blocks.ts'
import { NO_DURATION, statusCode, type RequestFacts, type VolumeFacts } from './request-facts.ts'
import { countBelow, spreadOfSeconds } from './sorted-lists.ts'

/** Facts of one day and vendor, and which of them count. */
export type CountedFacts<Facts extends VolumeFacts = RequestFacts> = {
  facts: Facts
  /** By the positions of the territories. */
  territories: readonly boolean[]
  /** Whether only requests count that their vendor sees. By the positions of the territories. */
  onlyOffered: readonly boolean[]
  /** Facts of this owner count as well, in these territories. */
  owned: { owner: number; territories: readonly boolean[] } | undefined
}

/** The facts of many days, and which of their territories count. */
export type CountedBlock = Pick<CountedFacts, 'territories'> & { block: RequestBlock }

/** What a report counts. */
export type FoundFacts<Facts extends VolumeFacts = RequestFacts> = {
  facts: readonly CountedFacts<Facts>[]
  blocks: readonly CountedBlock[]
}

const countedLists = ({ territories }: CountedBlock, lists: readonly FactList[]): FactList[] =>
  lists.filter(({ territory }) => territories[territory]!)

/** Whether all facts count. */
const countsAll = ({ territories, onlyOffered }: CountedFacts<VolumeFacts>): boolean =>
  territories.every((counts, index) => counts && !onlyOffered[index])

const isCounted = (
  { facts, territories, onlyOffered, owned }: CountedFacts<VolumeFacts>,
  index: number,
): boolean => {
  const territory = facts.territory[index]!
  return (
    (territories[territory]! && (!onlyOffered[territory] || facts.offered[index] === 1)) ||
    (owned !== undefined && facts.owner?.[index] === owned.owner && owned.territories[territory]!)
  )
}

type VolumeCounts = Volume['total']
const COLUMNS = VOLUME_COLUMNS
const volumeAt = (counts: Uint32Array, bucket: number): VolumeCounts =>
  Object.fromEntries(
    COLUMNS.map((name, column) => [name, counts[bucket * COLUMNS.length + column]!]),
  ) as VolumeCounts

/** Counts each request once per bucket and once in the total, however often it changed status. */
export function volumeOf(
  { facts: all, blocks }: FoundFacts<VolumeFacts>,
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
): Pick<Volume, 'total' | 'buckets'> {
  const start = buckets[0]!.start
  const counts = new Uint32Array(buckets.length * COLUMNS.length)
  const total = new Uint32Array(COLUMNS.length)
  for (const counted of all) {
    const { at, status, previous } = counted.facts
    const everything = countsAll(counted)
    let bucket = 0
    let [from, until] = [0, 0]
    for (let index = 0; index < at.length; index++) {
      const column = COLUMN_OF_CODE[status[index]!]!
      const time = at[index]!
      if (column < 0 || time < start || time >= end) continue
      if (!everything && !isCounted(counted, index)) continue
      if (time < from || time >= until) {
        bucket = findBucket(buckets, time, bucket)
        from = buckets[bucket]!.start
        until = buckets[bucket + 1]?.start ?? end
      }
      const before = previous[index] ?? -1
      if (before < from) counts[bucket * COLUMNS.length + column]!++
      if (before < start) total[column]!++
    }
  }
  for (const counted of blocks)
    for (const { of, values } of countedLists(counted, counted.block.times)) {
      total[of]! += values.length
      countTimes(values, buckets, (bucket, count) => {
        counts[bucket * COLUMNS.length + of]! += count
      })
    }
  return {
    total: volumeAt(total, 0),
    buckets: buckets.map((bucket, index) => ({ ...bucket, ...volumeAt(counts, index) })),
  }
}

/** Calls `add` for each bucket that contains some of the sorted times, which are all in the period. */
function countTimes(
  times: Uint32Array,
  buckets: ReportDays['buckets'],
  add: (bucket: number, count: number) => void,
): void {
  for (let [from, bucket] = [0, 0]; from < times.length;) {
    bucket = findBucket(buckets, times[from]!, bucket)
    const next = buckets[bucket + 1]
    const until = next ? countBelow(times, next.start, from) : times.length
    add(bucket, until - from)
    from = until
  }
}

/** Facts are mostly in order, so the search begins at the bucket of the fact before. */
export function findBucket(buckets: ReportDays['buckets'], time: number, near: number): number {
  let bucket = near
  while (bucket > 0 && time < buckets[bucket]!.start) bucket--
  while (bucket + 1 < buckets.length && time >= buckets[bucket + 1]!.start) bucket++
  return bucket
}

export function turnaroundOfFacts(
  { facts: all, blocks }: FoundFacts,
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
): Pick<Turnaround, 'whole' | 'stages' | 'territories'> {
  const start = buckets[0]!.start
  const stages = STATUSES.map((): DurationLists => ({ values: [], sorted: [] }))
  const ofTerritory = new Map<string, DurationLists>()
  const wholesOf = (territory: string): DurationLists => {
    const lists = ofTerritory.get(territory) ?? { values: [], sorted: [] }
    ofTerritory.set(territory, lists)
    return lists
  }
  for (const counted of all) {
    const { facts } = counted
    const { at, before, took } = facts
    const everything = countsAll(counted)
    for (let index = 0; index < at.length; index++) {
      const time = at[index]!
      if (took[index] === NO_DURATION || time < start || time >= end) continue
      if (everything || isCounted(counted, index)) stages[before[index]!]!.values.push(took[index]!)
    }
    for (const [position, index] of facts.completed.entries()) {
      const time = at[index]!
      if (time < start || time >= end || (facts.next[index] ?? end) < end) continue
      if (!everything && !isCounted(counted, index)) continue
      const territory = facts.territories[facts.territory[index]!]!
      wholesOf(territory).values.push(facts.whole[position]!)
    }
  }
  for (const counted of blocks)
    for (const { of, territory, values } of countedLists(counted, counted.block.durations))
      (of === WHOLE ? wholesOf(counted.block.territories[territory]!) : stages[of]!).sorted.push(
        values,
      )
  return {
    whole: spreadOf([...ofTerritory.values()]),
    stages: STATUSES.flatMap((status) =>
      status === 'complete' || status === 'cancelled'
        ? []
        : [{ status, ...spreadOf([stages[statusCode(status)]!]) }],
    ),
    territories: [...ofTerritory.keys()]
      .toSorted()
      .map((territory) => ({ territory, ...spreadOf([ofTerritory.get(territory)!]) })),
  }
}

/** Seconds. Those of blocks are sorted. */
type DurationLists = { values: number[]; sorted: Uint32Array[] }

const spreadOf = (lists: readonly DurationLists[]) =>
  spreadOfSeconds(
    lists.flatMap(({ values, sorted }) => [...sorted, Uint32Array.from(values).sort()]),
  )
