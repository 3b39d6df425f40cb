// Counts downloads by time, asset and territory.
import type { Downloads } from '../contract.ts'
import { addBlock, type DownloadBlock } from './download-blocks.ts'
import type { DownloadFacts } from './download-facts.ts'
import type { ReportDays } from './report-days.ts'
import { findBucket } from './tallies.ts'

type DownloadCounts = Downloads['total']
type Sums = { downloads: number[]; bytes: number[] }

/** What is counted before the territories of people are known, which may change. */
export type DownloadTally = {
  buckets: Sums
  /** By the studio, then by who downloaded. */
  people: Map<string, Map<string, DownloadCounts>>
  /** By the number of the asset. */
  downloads: Uint32Array
  bytes: Float64Array
}

export const bytesOfDownloads = ({ people, downloads, bytes }: DownloadTally): number =>
  [...people.values()].reduce(
    (sum, { size }) => sum + 100 * size,
    downloads.byteLength + bytes.byteLength,
  )

export type CountedDownloads = {
  facts: readonly { studio: string; facts: DownloadFacts }[]
  /** Of days that are completely in the period. */
  blocks: readonly { studio: string; block: DownloadBlock }[]
}
type CountsPerson = (studio: string, person: string) => boolean

/** Adds to what was counted `before`. */
export function tallyDownloads(
  { facts: all, blocks }: CountedDownloads,
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
  countsPerson: CountsPerson,
  before?: DownloadTally,
): DownloadTally {
  const start = buckets[0]!.start
  const tally = copyTally(before, buckets.length, countAssets({ facts: all, blocks }))
  const { buckets: counts, downloads, bytes } = tally
  // Days have thousands of facts, so nothing is allocated for each.
  for (const { studio, facts } of all) {
    const isCounted = facts.people.map((person) => countsPerson(studio, person))
    const ofPeople = createSums(facts.people.length)
    const { at, person: people, asset: assets, length: lengths } = facts
    let bucket = 0
    let from = 0
    let until = 0
    for (let index = 0; index < at.length; index++) {
      const time = at[index]!
      const person = people[index]!
      if (!isCounted[person] || time < start || time >= end) continue
      if (time < from || time >= until) {
        bucket = findBucket(buckets, time, bucket)
        from = buckets[bucket]!.start
        until = buckets[bucket + 1]?.start ?? end
      }
      const asset = assets[index]!
      const length = lengths[index]!
      addTo(counts, bucket, 1, length)
      addTo(ofPeople, person, 1, length)
      downloads[asset]!++
      bytes[asset]! += length
    }
    for (const [index, person] of facts.people.entries())
      addPerson(tally, studio, person, ofPeople.downloads[index]!, ofPeople.bytes[index]!)
  }
  for (const { studio, block } of blocks)
    addBlock(block, buckets, {
      toBucket: (bucket, count, length) => addTo(counts, bucket, count, length),
      toPerson: (person, count, length) => addPerson(tally, studio, person, count, length),
      downloads,
      bytes,
    })
  return tally
}

/** Assets have numbers below `assets`. */
function copyTally(
  tally: DownloadTally | undefined,
  buckets: number,
  assets: number,
): DownloadTally {
  const size = Math.max(assets, tally?.downloads.length ?? 0)
  const [downloads, bytes] = [new Uint32Array(size), new Float64Array(size)]
  if (tally) {
    downloads.set(tally.downloads)
    bytes.set(tally.bytes)
  }
  const copyPeople = (people: Map<string, DownloadCounts>) =>
    new Map([...people].map(([person, counts]) => [person, { ...counts }]))
  return {
    buckets: tally
      ? { downloads: tally.buckets.downloads.slice(), bytes: tally.buckets.bytes.slice() }
      : createSums(buckets),
    people: new Map(
      [...(tally?.people ?? [])].map(([studio, people]) => [studio, copyPeople(people)]),
    ),
    downloads,
    bytes,
  }
}

/** Greater than the number of each asset. */
function countAssets({ facts: all, blocks }: CountedDownloads): number {
  let size = 1
  for (const { block } of blocks) size = Math.max(size, block.assets)
  for (const {
    facts: { asset },
  } of all)
    for (let index = 0; index < asset.length; index++)
      if (asset[index]! >= size) size = asset[index]! + 1
  return size
}

const createSums = (length: number): Sums => ({
  downloads: Array.from({ length }, () => 0),
  bytes: Array.from({ length }, () => 0),
})
function addTo(sums: Sums, index: number, downloads: number, bytes: number): void {
  sums.downloads[index]! += downloads
  sums.bytes[index]! += bytes
}

function addPerson(
  { people }: DownloadTally,
  studio: string,
  person: string,
  downloads: number,
  bytes: number,
): void {
  const ofStudio = people.get(studio) ?? new Map<string, DownloadCounts>()
  people.set(studio, ofStudio)
  const sums = ofStudio.get(person)
  ofStudio.set(person, {
    downloads: (sums?.downloads ?? 0) + downloads,
    bytes: (sums?.bytes ?? 0) + bytes,
  })
}

type TerritoryOf = (studio: string, person: string) => string | null
export type DownloadSummary = Pick<Downloads, 'total' | 'buckets' | 'territories'> & {
  /** By the number of the asset, most downloads first, then by number. */
  assets: (DownloadCounts & { number: number })[]
}

/** `limit` is how many assets are listed. */
export function downloadsOf(
  { buckets: counts, people, downloads, bytes }: DownloadTally,
  { buckets }: Pick<ReportDays, 'buckets'>,
  territoryOf: TerritoryOf,
  limit = Infinity,
): DownloadSummary {
  const territories = new Map<string | null, DownloadCounts>()
  for (const [studio, ofStudio] of people)
    for (const [person, sums] of ofStudio) {
      const territory = territoryOf(studio, person)
      const known = territories.get(territory) ?? { downloads: 0, bytes: 0 }
      territories.set(territory, {
        downloads: known.downloads + sums.downloads,
        bytes: known.bytes + sums.bytes,
      })
    }
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0)
  return {
    total: { downloads: sum(counts.downloads), bytes: sum(counts.bytes) },
    buckets: buckets.map((bucket, index) => ({
      ...bucket,
      downloads: counts.downloads[index]!,
      bytes: counts.bytes[index]!,
    })),
    territories: [...territories]
      .map(([territory, sums]) => ({ territory, ...sums }))
      .filter((sums) => sums.downloads > 0)
      .toSorted((one, other) => other.downloads - one.downloads || byCode(one, other)),
    assets: mostDownloaded(downloads, bytes, limit),
  }
}

/** People without a territory come last. */
const byCode = (one: { territory: string | null }, other: { territory: string | null }) =>
  one.territory === null ? 1 : other.territory === null || one.territory < other.territory ? -1 : 1

/** Few numbers of downloads occur, so assets are grouped by them instead of sorted. */
function mostDownloaded(
  downloads: Uint32Array,
  bytes: Float64Array,
  limit: number,
): DownloadSummary['assets'] {
  const byCount = new Map<number, number[]>()
  for (let number = 0; number < downloads.length; number++) {
    const count = downloads[number]!
    if (count === 0) continue
    const others = byCount.get(count)
    if (!others) byCount.set(count, [number])
    else if (others.length < limit) others.push(number)
  }
  const most: DownloadSummary['assets'] = []
  for (const count of [...byCount.keys()].toSorted((one, other) => other - one))
    for (const number of byCount.get(count)!.slice(0, limit - most.length))
      most.push({ number, downloads: count, bytes: bytes[number]! })
  return most
}
