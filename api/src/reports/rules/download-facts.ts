// What the report counts about downloads.
import type { Downloads } from '../contract.ts'
import { packColumns, unpackColumns, type ColumnsOf } from './packed-columns.ts'
import type { ReportDays } from './report-days.ts'
import { findBucket } from './tallies.ts'

/** `asset` is the number of the asset. */
export type DownloadFact = { at: number; asset: number; person: string; length: number }
const LAYOUT = {
  at: Uint32Array,
  asset: Uint32Array,
  person: Uint32Array,
  length: Float64Array,
} as const
export type DownloadFacts = ColumnsOf<typeof LAYOUT> & { people: string[] }

export function collectDownloads(facts: readonly DownloadFact[]): DownloadFacts {
  const people = [...new Set(facts.map(({ person }) => person))]
  const positions = new Map(people.map((person, index) => [person, index]))
  return {
    people,
    at: Uint32Array.from(facts, ({ at }) => at),
    asset: Uint32Array.from(facts, ({ asset }) => asset),
    person: Uint32Array.from(facts, ({ person }) => positions.get(person)!),
    length: Float64Array.from(facts, ({ length }) => length),
  }
}

export function packDownloads(facts: readonly DownloadFact[]): Buffer {
  const { people, ...columns } = collectDownloads(facts)
  return packColumns({ people }, columns)
}

export const unpackDownloads = (packed: Buffer): DownloadFacts =>
  unpackColumns<{ people: string[] }, typeof LAYOUT>(packed, LAYOUT)

type DownloadCounts = Downloads['total']
export type DownloadTally = Pick<Downloads, 'total' | 'buckets' | 'territories'> & {
  /** By the number of the asset, most downloads first, then by number. */
  assets: (DownloadCounts & { number: number })[]
}

/** `territoryOf` returns undefined for people whose downloads do not count. */
export function tallyDownloads(
  all: readonly {
    facts: DownloadFacts
    territoryOf: (person: string) => string | null | undefined
  }[],
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
): DownloadTally {
  const start = buckets[0]!.start
  const none = (): DownloadCounts => ({ downloads: 0, bytes: 0 })
  const total = none()
  const counts = buckets.map(none)
  const territories = new Map<string | null, DownloadCounts>()
  const size =
    1 + all.reduce((most, { facts }) => facts.asset.reduce((a, b) => Math.max(a, b), most), 0)
  const [downloads, bytes] = [new Uint32Array(size), new Float64Array(size)]
  for (const { facts, territoryOf } of all) {
    const ofPerson = facts.people.map((person) => {
      const territory = territoryOf(person)
      if (territory === undefined) return undefined
      const known = territories.get(territory) ?? none()
      territories.set(territory, known)
      return known
    })
    let bucket = 0
    for (let index = 0; index < facts.at.length; index++) {
      const time = facts.at[index]!
      const ofTerritory = ofPerson[facts.person[index]!]
      if (!ofTerritory || time < start || time >= end) continue
      bucket = findBucket(buckets, time, bucket)
      const [asset, length] = [facts.asset[index]!, facts.length[index]!]
      for (const sums of [total, counts[bucket]!, ofTerritory]) {
        sums.downloads++
        sums.bytes += length
      }
      downloads[asset]!++
      bytes[asset]! += length
    }
  }
  return {
    total,
    buckets: buckets.map((bucket, index) => ({ ...bucket, ...counts[index]! })),
    territories: [...territories]
      .filter(([, sums]) => sums.downloads > 0)
      .map(([territory, sums]) => ({ territory, ...sums }))
      .toSorted((one, other) => other.downloads - one.downloads || byCode(one, other)),
    assets: mostDownloaded(downloads, bytes),
  }
}

/** People without a territory come last. */
const byCode = (one: { territory: string | null }, other: { territory: string | null }) =>
  one.territory === null ? 1 : other.territory === null || one.territory < other.territory ? -1 : 1

/** Few numbers of downloads occur, so assets are grouped by them instead of sorted. */
function mostDownloaded(downloads: Uint32Array, bytes: Float64Array): DownloadTally['assets'] {
  const byCount = new Map<number, number[]>()
  for (const [number, count] of downloads.entries()) {
    if (count === 0) continue
    const others = byCount.get(count)
    if (others) others.push(number)
    else byCount.set(count, [number])
  }
  return [...byCount.keys()]
    .toSorted((one, other) => other - one)
    .flatMap((count) =>
      byCount.get(count)!.map((number) => ({ number, downloads: count, bytes: bytes[number]! })),
    )
}
