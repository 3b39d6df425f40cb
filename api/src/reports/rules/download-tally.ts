// Counts downloads by time, asset and territory.
import type { Downloads } from '../contract.ts'
import { addBlock, type DownloadBlock } from './download-blocks.ts'
import type { DownloadFacts } from './download-facts.ts'
import type { ReportDays } from './report-days.ts'
import { findBucket } from './tallies.ts'

type DownloadCounts = Downloads['total']
export type DownloadTally = Pick<Downloads, 'total' | 'buckets' | 'territories'> & {
  /** By the number of the asset, most downloads first, then by number. */
  assets: (DownloadCounts & { number: number })[]
}

/** Returns undefined for people whose downloads do not count. */
type TerritoryOf = (person: string) => string | null | undefined
export type CountedDownloads = {
  facts: readonly { facts: DownloadFacts; territoryOf: TerritoryOf }[]
  /** Of days that are completely in the period. */
  blocks: readonly { block: DownloadBlock; territoryOf: TerritoryOf }[]
}

/** `limit` is how many assets are listed. */
export function tallyDownloads(
  { facts: all, blocks }: CountedDownloads,
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
  limit = Infinity,
): DownloadTally {
  const start = buckets[0]!.start
  const counts = createSums(buckets.length)
  const territories = new Map<string | null, number>()
  const ofTerritories = createSums(0)
  const positionOf = (territory: string | null | undefined): number => {
    if (territory === undefined) return -1
    const known = territories.get(territory) ?? addSum(ofTerritories)
    territories.set(territory, known)
    return known
  }
  const size = countAssets({ facts: all, blocks })
  const [downloads, bytes] = [new Uint32Array(size), new Float64Array(size)]
  // Days have thousands of facts, so nothing is allocated for each.
  for (const { facts, territoryOf } of all) {
    const positions = facts.people.map((person) => positionOf(territoryOf(person)))
    const { at, person, asset: assets, length: lengths } = facts
    let bucket = 0
    let from = 0
    let until = 0
    for (let index = 0; index < at.length; index++) {
      const time = at[index]!
      const territory = positions[person[index]!]!
      if (territory < 0 || time < start || time >= end) continue
      if (time < from || time >= until) {
        bucket = findBucket(buckets, time, bucket)
        from = buckets[bucket]!.start
        until = buckets[bucket + 1]?.start ?? end
      }
      const asset = assets[index]!
      const length = lengths[index]!
      counts.downloads[bucket]!++
      counts.bytes[bucket]! += length
      ofTerritories.downloads[territory]!++
      ofTerritories.bytes[territory]! += length
      downloads[asset]!++
      bytes[asset]! += length
    }
  }
  for (const { block, territoryOf } of blocks)
    addBlock(block, buckets, {
      toBucket: (bucket, count, length) => addTo(counts, bucket, count, length),
      toPerson(person, count, length) {
        const position = positionOf(territoryOf(person))
        if (position >= 0) addTo(ofTerritories, position, count, length)
      },
      downloads,
      bytes,
    })
  const sumsAt = (sums: Sums, index: number): DownloadCounts => ({
    downloads: sums.downloads[index]!,
    bytes: sums.bytes[index]!,
  })
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0)
  return {
    total: { downloads: sum(counts.downloads), bytes: sum(counts.bytes) },
    buckets: buckets.map((bucket, index) => ({ ...bucket, ...sumsAt(counts, index) })),
    territories: [...territories]
      .map(([territory, index]) => ({ territory, ...sumsAt(ofTerritories, index) }))
      .filter((sums) => sums.downloads > 0)
      .toSorted((one, other) => other.downloads - one.downloads || byCode(one, other)),
    assets: mostDownloaded(downloads, bytes, limit),
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

type Sums = { downloads: number[]; bytes: number[] }
const createSums = (length: number): Sums => ({
  downloads: Array.from({ length }, () => 0),
  bytes: Array.from({ length }, () => 0),
})
function addTo(sums: Sums, index: number, downloads: number, bytes: number): void {
  sums.downloads[index]! += downloads
  sums.bytes[index]! += bytes
}
/** Returns the position of a new sum. */
const addSum = ({ downloads, bytes }: Sums): number => {
  bytes.push(0)
  return downloads.push(0) - 1
}

/** People without a territory come last. */
const byCode = (one: { territory: string | null }, other: { territory: string | null }) =>
  one.territory === null ? 1 : other.territory === null || one.territory < other.territory ? -1 : 1

/** Few numbers of downloads occur, so assets are grouped by them instead of sorted. */
function mostDownloaded(
  downloads: Uint32Array,
  bytes: Float64Array,
  limit: number,
): DownloadTally['assets'] {
  const byCount = new Map<number, number[]>()
  for (let number = 0; number < downloads.length; number++) {
    const count = downloads[number]!
    if (count === 0) continue
    const others = byCount.get(count)
    if (!others) byCount.set(count, [number])
    else if (others.length < limit) others.push(number)
  }
  const most: DownloadTally['assets'] = []
  for (const count of [...byCount.keys()].toSorted((one, other) => other - one))
    for (const number of byCount.get(count)!.slice(0, limit - most.length))
      most.push({ number, downloads: count, bytes: bytes[number]! })
  return most
}
