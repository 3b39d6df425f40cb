// The downloads of many days, counted by asset, by person and by quarter of an hour.
import type { DownloadFacts } from './download-facts.ts'
import { packColumns, unpackColumns, type ColumnsOf } from './packed-columns.ts'
import type { ReportDays } from './report-days.ts'
import { countBelow } from './sorted-lists.ts'

/** The time zones of today differ from UTC by multiples of it. */
const SLOT_SECONDS = 900
const MAX_UINT8 = 2 ** 8 - 1
const MAX_UINT16 = 2 ** 16 - 1
const UINT32 = 2 ** 32

const LAYOUT = {
  personBytes: Float64Array,
  personDownloads: Uint32Array,
  /** Together with all quarters before. */
  slotBytes: Float64Array,
  slotDownloads: Uint32Array,
  /** The position of the quarter of an hour. */
  slot: Uint32Array,
  /** How much the number of an asset is greater than the one before. */
  assetStep: Uint8Array,
  assetDownloads: Uint8Array,
  /** Bytes are the sum of these, the second one times 2³². */
  assetLowBytes: Uint32Array,
  assetHighBytes: Uint16Array,
} as const
/** `start` is the time of the first quarter. `assets` is greater than the number of each asset. */
type BlockHeader = { start: number; people: string[]; assets: number }
export type DownloadBlock = BlockHeader & ColumnsOf<typeof LAYOUT>

type Sums = { downloads: number; bytes: number }

export function collectDownloadBlock(days: readonly DownloadFacts[], start: number): DownloadBlock {
  const people = new Map<string, Sums>()
  const slots = new Map<number, Sums>()
  const assets = new Map<number, Sums>()
  for (const facts of days)
    for (let index = 0; index < facts.at.length; index++) {
      const length = facts.length[index]!
      add(people, facts.people[facts.person[index]!]!, length)
      add(slots, Math.floor((facts.at[index]! - start) / SLOT_SECONDS), length)
      add(assets, facts.asset[index]!, length)
    }
  const sumsOfPeople = [...people.values()]
  const sumsOfSlots = [...slots].toSorted(([one], [other]) => one - other)
  let [downloadsUntil, bytesUntil] = [0, 0]
  return {
    start,
    people: [...people.keys()],
    personDownloads: Uint32Array.from(sumsOfPeople, ({ downloads }) => downloads),
    personBytes: Float64Array.from(sumsOfPeople, ({ bytes }) => bytes),
    slot: Uint32Array.from(sumsOfSlots, ([slot]) => slot),
    slotDownloads: Uint32Array.from(
      sumsOfSlots,
      ([, { downloads }]) => (downloadsUntil += downloads),
    ),
    slotBytes: Float64Array.from(sumsOfSlots, ([, { bytes }]) => (bytesUntil += bytes)),
    ...assetColumns([...assets].toSorted(([one], [other]) => one - other)),
  }
}

function add<K>(sums: Map<K, Sums>, key: K, length: number): void {
  const sum = sums.get(key)
  if (!sum) sums.set(key, { downloads: 1, bytes: length })
  else {
    sum.downloads++
    sum.bytes += length
  }
}

/** An asset has several entries if a number of it does not fit into one. */
function assetColumns(assets: readonly [number, Sums][]) {
  const entries: { step: number; downloads: number; bytes: number }[] = []
  let before = 0
  for (const [number, { downloads, bytes }] of assets) {
    for (; number - before > MAX_UINT8; before += MAX_UINT8)
      entries.push({ step: MAX_UINT8, downloads: 0, bytes: 0 })
    let [step, rest, restBytes] = [number - before, downloads, bytes]
    do {
      const entry = {
        step,
        downloads: Math.min(rest, MAX_UINT8),
        bytes: Math.min(restBytes, MAX_UINT16 * UINT32),
      }
      entries.push(entry)
      step = 0
      rest -= entry.downloads
      restBytes -= entry.bytes
    } while (rest > 0 || restBytes > 0)
    before = number
  }
  return {
    assets: before + 1,
    assetStep: Uint8Array.from(entries, ({ step }) => step),
    assetDownloads: Uint8Array.from(entries, ({ downloads }) => downloads),
    assetLowBytes: Uint32Array.from(entries, ({ bytes }) => bytes % UINT32),
    assetHighBytes: Uint16Array.from(entries, ({ bytes }) => Math.floor(bytes / UINT32)),
  }
}

export function packDownloadBlock(block: DownloadBlock): Buffer {
  const { start, people, assets } = block
  const columns = Object.keys(LAYOUT).map((name) => [name, block[name as keyof typeof LAYOUT]])
  return packColumns(
    { start, people, assets } satisfies BlockHeader,
    Object.fromEntries(columns) as ColumnsOf<typeof LAYOUT>,
  )
}

export const unpackDownloadBlock = (packed: Buffer): DownloadBlock =>
  unpackColumns<BlockHeader, typeof LAYOUT>(packed, LAYOUT)

/** Whether no quarter of an hour is in two buckets. */
export const startsAtQuarters = ({ buckets, end }: Pick<ReportDays, 'buckets' | 'end'>): boolean =>
  end % SLOT_SECONDS === 0 && buckets.every(({ start }) => start % SLOT_SECONDS === 0)

/** The counts of a report, to which those of blocks are added. */
type DownloadCounts = {
  toBucket: (bucket: number, downloads: number, bytes: number) => void
  toPerson: (person: string, downloads: number, bytes: number) => void
  /** By the number of the asset. */
  downloads: Uint32Array
  bytes: Float64Array
}

export function addBlock(
  block: DownloadBlock,
  buckets: ReportDays['buckets'],
  { toBucket, toPerson, downloads, bytes }: DownloadCounts,
): void {
  const { start, slot, slotDownloads, slotBytes } = block
  for (let [bucket, from] = [0, 0]; bucket < buckets.length && from < slot.length; bucket++) {
    const next = buckets[bucket + 1]
    const until = next ? countBelow(slot, (next.start - start) / SLOT_SECONDS, from) : slot.length
    const sumOf = (sums: Uint32Array | Float64Array) => sums[until - 1]! - (sums[from - 1] ?? 0)
    if (until > from) toBucket(bucket, sumOf(slotDownloads), sumOf(slotBytes))
    from = until
  }
  for (const [index, person] of block.people.entries())
    toPerson(person, block.personDownloads[index]!, block.personBytes[index]!)
  const { assetStep, assetDownloads, assetLowBytes, assetHighBytes } = block
  let asset = 0
  for (let index = 0; index < assetStep.length; index++) {
    asset += assetStep[index]!
    downloads[asset]! += assetDownloads[index]!
    bytes[asset]! += assetHighBytes[index]! * UINT32 + assetLowBytes[index]!
  }
}
