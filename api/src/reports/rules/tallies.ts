// Counts prepared facts. The loops read hundreds of thousands of them, so they allocate nothing for
// each.
import type { Volume } from '../contract.ts'
import type { ReportDays } from './report-days.ts'
import {
  COLUMN_OF_CODE,
  VOLUME_COLUMNS,
  type FactList,
  type RequestBlock,
} from './request-blocks.ts'
import type { RequestFacts, VolumeFacts } from './request-facts.ts'
import { countBelow } from './sorted-lists.ts'

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

export const countedLists = (
  { territories }: CountedBlock,
  lists: readonly FactList[],
): FactList[] => lists.filter(({ territory }) => territories[territory]!)

/** Whether all facts count. */
export const countsAll = ({ territories, onlyOffered }: CountedFacts<VolumeFacts>): boolean =>
  territories.every((counts, index) => counts && !onlyOffered[index])

export const isCounted = (
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

/** By column, `counts` also by bucket. */
export type VolumeTally = { counts: Uint32Array; total: Uint32Array }

export const bytesOfVolume = ({ counts, total }: VolumeTally): number =>
  counts.byteLength + total.byteLength

/**
 * Counts each request once per bucket and once in the total, however often it changed status. Adds to
 * what was counted `before`.
 */
export function tallyVolume(
  { facts: all, blocks }: FoundFacts<VolumeFacts>,
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
  before?: VolumeTally,
): VolumeTally {
  const start = buckets[0]!.start
  const counts = before?.counts.slice() ?? new Uint32Array(buckets.length * COLUMNS.length)
  const total = before?.total.slice() ?? new Uint32Array(COLUMNS.length)
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
      const last = previous[index] ?? -1
      if (last < from) counts[bucket * COLUMNS.length + column]!++
      if (last < start) total[column]!++
    }
  }
  for (const counted of blocks)
    for (const { of, values } of countedLists(counted, counted.block.times)) {
      total[of]! += values.length
      countTimes(values, buckets, (bucket, count) => {
        counts[bucket * COLUMNS.length + of]! += count
      })
    }
  return { counts, total }
}

export const volumeOf = (
  { counts, total }: VolumeTally,
  { buckets }: Pick<ReportDays, 'buckets'>,
): Pick<Volume, 'total' | 'buckets'> => ({
  total: volumeAt(total, 0),
  buckets: buckets.map((bucket, index) => ({ ...bucket, ...volumeAt(counts, index) })),
})

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
