// Counts prepared facts. The loops read hundreds of thousands of them, so they allocate nothing for
// each.
import { STATUSES, type Status } from '../../workrequests/contract.ts'
import type { Turnaround, Volume } from '../contract.ts'
import { spreadOf } from './durations.ts'
import type { ReportDays } from './report-days.ts'
import {
  NO_DURATION,
  NO_STATUS,
  statusCode,
  type RequestFacts,
  type VolumeFacts,
} from './request-facts.ts'

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
const VOLUME_NAMES: Partial<Record<Status, keyof VolumeCounts>> = {
  submitted: 'submitted',
  complete: 'delivered',
  cancelled: 'cancelled',
}
const COLUMNS = ['ordered', 'submitted', 'delivered', 'cancelled'] as const
/** The position in `COLUMNS` by the number of the status; -1 for those that do not count. */
const COLUMN_OF_CODE = new Int8Array(NO_STATUS + 1).fill(-1)
COLUMN_OF_CODE[NO_STATUS] = 0
for (const [code, status] of STATUSES.entries()) {
  const name = VOLUME_NAMES[status]
  if (name) COLUMN_OF_CODE[code] = COLUMNS.indexOf(name)
}
const volumeAt = (counts: Uint32Array, bucket: number): VolumeCounts =>
  Object.fromEntries(
    COLUMNS.map((name, column) => [name, counts[bucket * COLUMNS.length + column]!]),
  ) as VolumeCounts

/** Counts each request once per bucket and once in the total, however often it changed status. */
export function volumeOf(
  all: Iterable<CountedFacts<VolumeFacts>>,
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
  return {
    total: volumeAt(total, 0),
    buckets: buckets.map((bucket, index) => ({ ...bucket, ...volumeAt(counts, index) })),
  }
}

/** Facts are mostly in order, so the search begins at the bucket of the fact before. */
export function findBucket(buckets: ReportDays['buckets'], time: number, near: number): number {
  let bucket = near
  while (bucket > 0 && time < buckets[bucket]!.start) bucket--
  while (bucket + 1 < buckets.length && time >= buckets[bucket + 1]!.start) bucket++
  return bucket
}

const HOUR = 3600

export function turnaroundOfFacts(
  all: Iterable<CountedFacts>,
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
): Pick<Turnaround, 'whole' | 'stages' | 'territories'> {
  const start = buckets[0]!.start
  const stages = STATUSES.map((): number[] => [])
  const whole: number[] = []
  const ofTerritory = new Map<string, number[]>()
  for (const counted of all) {
    const { facts } = counted
    const { at, before, took } = facts
    const everything = countsAll(counted)
    for (let index = 0; index < at.length; index++) {
      const time = at[index]!
      if (took[index] === NO_DURATION || time < start || time >= end) continue
      if (everything || isCounted(counted, index)) stages[before[index]!]!.push(took[index]! / HOUR)
    }
    for (const [position, index] of facts.completed.entries()) {
      const time = at[index]!
      if (time < start || time >= end || (facts.next[index] ?? end) < end) continue
      if (!everything && !isCounted(counted, index)) continue
      const hours = facts.whole[position]! / HOUR
      whole.push(hours)
      const territory = facts.territories[facts.territory[index]!]!
      const others = ofTerritory.get(territory)
      if (others) others.push(hours)
      else ofTerritory.set(territory, [hours])
    }
  }
  return {
    whole: spreadOf(whole),
    stages: STATUSES.flatMap((status) =>
      status === 'complete' || status === 'cancelled'
        ? []
        : [{ status, ...spreadOf(stages[statusCode(status)]!) }],
    ),
    territories: [...ofTerritory.keys()]
      .toSorted()
      .map((territory) => ({ territory, ...spreadOf(ofTerritory.get(territory)!) })),
  }
}
