// Counts prepared facts. The loops read hundreds of thousands of them, so they allocate nothing for
// each.
import { STATUSES, type Status } from '../../workrequests/contract.ts'
import type { Turnaround, Volume } from '../contract.ts'
import { spreadOf } from './durations.ts'
import type { ReportDays } from './report-days.ts'
import { NO_DURATION, NO_STATUS, statusCode, type RequestFacts } from './request-facts.ts'

/** Facts of one day and vendor, and which of them count. */
export type CountedFacts = {
  facts: RequestFacts
  /** By the positions of the territories. */
  territories: readonly boolean[]
  /** Whether only requests count that their vendor sees. By the positions of the territories. */
  onlyOffered: readonly boolean[]
  /** Facts of this owner count as well, in these territories. */
  owned: { owner: number; territories: readonly boolean[] } | undefined
}

const isCounted = (
  { facts, territories, onlyOffered, owned }: CountedFacts,
  index: number,
): boolean => {
  const territory = facts.territory[index]!
  return (
    (territories[territory]! && (!onlyOffered[territory] || facts.offered[index] === 1)) ||
    (owned !== undefined && facts.owner[index] === owned.owner && owned.territories[territory]!)
  )
}

type VolumeCounts = Volume['total']
const noVolume = (): VolumeCounts => ({ ordered: 0, submitted: 0, delivered: 0, cancelled: 0 })
const VOLUME_NAMES: Partial<Record<Status, keyof VolumeCounts>> = {
  submitted: 'submitted',
  complete: 'delivered',
  cancelled: 'cancelled',
}
const VOLUME_OF_CODE = STATUSES.map((status) => VOLUME_NAMES[status])

/** Counts each request once per bucket and once in the total, however often it changed status. */
export function volumeOf(
  all: Iterable<CountedFacts>,
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
): Pick<Volume, 'total' | 'buckets'> {
  const start = buckets[0]!.start
  const counts = buckets.map(noVolume)
  const total = noVolume()
  for (const counted of all) {
    const { at, status, previous } = counted.facts
    let bucket = 0
    for (let index = 0; index < at.length; index++) {
      const code = status[index]!
      const name = code === NO_STATUS ? 'ordered' : VOLUME_OF_CODE[code]
      const time = at[index]!
      if (!name || time < start || time >= end || !isCounted(counted, index)) continue
      bucket = findBucket(buckets, time, bucket)
      const before = previous[index] ?? -1
      if (before < buckets[bucket]!.start) counts[bucket]![name]++
      if (before < start) total[name]++
    }
  }
  return { total, buckets: buckets.map((bucket, index) => ({ ...bucket, ...counts[index]! })) }
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
    for (let index = 0; index < at.length; index++) {
      const time = at[index]!
      if (took[index] === NO_DURATION || time < start || time >= end) continue
      if (isCounted(counted, index)) stages[before[index]!]!.push(took[index]! / HOUR)
    }
    for (const [position, index] of facts.completed.entries()) {
      const time = at[index]!
      if (time < start || time >= end || (facts.next[index] ?? end) < end) continue
      if (!isCounted(counted, index)) continue
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
