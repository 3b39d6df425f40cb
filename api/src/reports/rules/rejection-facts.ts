// What the rejection report counts: rejections, and the offlines of each request.
import type { Rejections } from '../contract.ts'
import { packColumns, unpackColumns, type ColumnsOf } from './packed-columns.ts'
import type { ReportDays } from './report-days.ts'

/** Times are seconds. */
export type RejectionFact = {
  at: number
  territory: string
  code: string | null
  /** Who uploaded the rejected offline. */
  uploader: string | null
  /** The rejection of the same request before. */
  previous: number | null
}
export type OfflineFact = {
  at: number
  territory: string
  /** The next offline of the same request. */
  next: number | null
  /** The number of offlines that the request has now. */
  versions: number
}

/** Texts are positions in the lists of the header. */
const LAYOUT = {
  at: Uint32Array,
  territory: Uint16Array,
  code: Uint16Array,
  uploader: Uint16Array,
  previous: Uint32Array,
  offlineAt: Uint32Array,
  offlineTerritory: Uint16Array,
  next: Uint32Array,
  versions: Uint32Array,
} as const
type RejectionHeader = {
  territories: string[]
  codes: (string | null)[]
  uploaders: (string | null)[]
}
export type RejectionFacts = ColumnsOf<typeof LAYOUT> & RejectionHeader

const NO_NEXT = 2 ** 32 - 1

export function collectRejections(
  rejections: readonly RejectionFact[],
  offlines: readonly OfflineFact[],
): RejectionFacts {
  const territories = positionsOf([...rejections, ...offlines].map(({ territory }) => territory))
  const codes = positionsOf(rejections.map(({ code }) => code))
  const uploaders = positionsOf(rejections.map(({ uploader }) => uploader))
  return {
    territories: [...territories.keys()],
    codes: [...codes.keys()],
    uploaders: [...uploaders.keys()],
    at: Uint32Array.from(rejections, ({ at }) => at),
    territory: Uint16Array.from(rejections, ({ territory }) => territories.get(territory)!),
    code: Uint16Array.from(rejections, ({ code }) => codes.get(code)!),
    uploader: Uint16Array.from(rejections, ({ uploader }) => uploaders.get(uploader)!),
    previous: Uint32Array.from(rejections, ({ previous }) => previous ?? 0),
    offlineAt: Uint32Array.from(offlines, ({ at }) => at),
    offlineTerritory: Uint16Array.from(offlines, ({ territory }) => territories.get(territory)!),
    next: Uint32Array.from(offlines, ({ next }) => next ?? NO_NEXT),
    versions: Uint32Array.from(offlines, ({ versions }) => versions),
  }
}

const positionsOf = <T>(values: readonly T[]): Map<T, number> =>
  new Map([...new Set(values)].map((value, index) => [value, index]))

export function packRejections({
  territories,
  codes,
  uploaders,
  ...columns
}: RejectionFacts): Buffer {
  return packColumns({ territories, codes, uploaders } satisfies RejectionHeader, columns)
}

export const unpackRejections = (packed: Buffer): RejectionFacts =>
  unpackColumns<RejectionHeader, typeof LAYOUT>(packed, LAYOUT)

/** The facts of several days together. */
export const mergeRejections = (days: readonly RejectionFacts[]): RejectionFacts =>
  collectRejections(days.flatMap(rejectionsOf), days.flatMap(offlinesOf))

const rejectionsOf = (facts: RejectionFacts): RejectionFact[] =>
  Array.from(facts.at, (at, index) => ({
    at,
    territory: facts.territories[facts.territory[index]!]!,
    code: facts.codes[facts.code[index]!]!,
    uploader: facts.uploaders[facts.uploader[index]!]!,
    previous: facts.previous[index]! || null,
  }))
const offlinesOf = (facts: RejectionFacts): OfflineFact[] =>
  Array.from(facts.offlineAt, (at, index) => ({
    at,
    territory: facts.territories[facts.offlineTerritory[index]!]!,
    next: facts.next[index] === NO_NEXT ? null : facts.next[index]!,
    versions: facts.versions[index]!,
  }))

/** What is counted before the vendors of the uploaders are known, which may change. */
export type RejectionTally = {
  rejections: number
  requests: number
  codes: Map<string | null, number>
  territories: Map<string, number>
  /** How many requests have this many versions. */
  versions: number[]
  /** By the studio, then by who uploaded the rejected offline. */
  uploaders: Map<string, Map<string | null, number>>
}

/** An estimate. */
export const bytesOfRejections = ({ codes, versions, uploaders }: RejectionTally): number =>
  100 * [...uploaders.values()].reduce((sum, { size }) => sum + size, codes.size + versions.length)

/** Adds to what was counted `before`. */
export function tallyRejections(
  all: readonly { studio: string; facts: RejectionFacts }[],
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
  countsTerritory: (territory: string) => boolean,
  before?: RejectionTally,
): RejectionTally {
  const start = buckets[0]!.start
  const tally = copyTally(before)
  const { codes, territories, versions } = tally
  for (const { studio, facts } of all) {
    const isCounted = facts.territories.map(countsTerritory)
    const uploaders = tally.uploaders.get(studio) ?? new Map<string | null, number>()
    tally.uploaders.set(studio, uploaders)
    const ofCode = new Uint32Array(facts.codes.length)
    const ofTerritory = new Uint32Array(facts.territories.length)
    const ofUploader = new Uint32Array(facts.uploaders.length)
    for (let index = 0; index < facts.at.length; index++) {
      const time = facts.at[index]!
      const territory = facts.territory[index]!
      if (time < start || time >= end || !isCounted[territory]) continue
      tally.rejections++
      if (facts.previous[index]! < start) tally.requests++
      ofCode[facts.code[index]!]!++
      ofTerritory[territory]!++
      ofUploader[facts.uploader[index]!]!++
    }
    for (const [index, code] of facts.codes.entries()) add(codes, code, ofCode[index]!)
    for (const [index, territory] of facts.territories.entries())
      add(territories, territory, ofTerritory[index]!)
    for (const [index, uploader] of facts.uploaders.entries())
      add(uploaders, uploader, ofUploader[index]!)
    for (let index = 0; index < facts.offlineAt.length; index++) {
      const time = facts.offlineAt[index]!
      if (time < start || time >= end || !isCounted[facts.offlineTerritory[index]!]) continue
      // Counts each request at its last offline of the period.
      if (facts.next[index]! < end) continue
      const number = facts.versions[index]!
      versions[number] = (versions[number] ?? 0) + 1
    }
  }
  return tally
}

const copyTally = (tally?: RejectionTally): RejectionTally => ({
  rejections: tally?.rejections ?? 0,
  requests: tally?.requests ?? 0,
  codes: new Map(tally?.codes),
  territories: new Map(tally?.territories),
  versions: tally?.versions.slice() ?? [],
  uploaders: new Map(
    [...(tally?.uploaders ?? [])].map(([studio, counts]) => [studio, new Map(counts)]),
  ),
})

/** `rank` is the position in the order by name. */
export type RankedVendor = { _id: string; name: string; rank: number }
type VendorsOf = (studio: string, uploader: string | null) => readonly RankedVendor[]

export const rejectionsOfTally = (
  { rejections, requests, codes, territories, versions, uploaders }: RejectionTally,
  vendorsOf: VendorsOf,
): Omit<Rejections, 'from' | 'to' | 'tz'> => ({
  rejections,
  requests,
  codes: mostFirst(codes).map(([code, count]) => ({ code, rejections: count })),
  vendors: countVendors(uploaders, vendorsOf),
  territories: mostFirst(territories).map(([territory, count]) => ({
    territory,
    rejections: count,
  })),
  versions: Object.entries(versions).map(([number, count]) => ({
    versions: Number(number),
    requests: count,
  })),
})

function countVendors(
  uploaders: RejectionTally['uploaders'],
  vendorsOf: VendorsOf,
): Rejections['vendors'] {
  const counts = new Map<string | null, number>()
  const named = new Map<string, RankedVendor>()
  for (const [studio, ofUploaders] of uploaders)
    for (const [uploader, count] of ofUploaders) {
      const vendors = vendorsOf(studio, uploader)
      for (const vendor of vendors) {
        named.set(vendor._id, vendor)
        add(counts, vendor._id, count)
      }
      if (vendors.length === 0) add(counts, null, count)
    }
  return vendorCounts(counts, named)
}

const add = <K>(counts: Map<K, number>, key: K, count: number): void => {
  if (count > 0) counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Null comes last among equal counts. */
function compareNames(one: string | null, other: string | null): number {
  if (one === other) return 0
  return one === null || (other !== null && one > other) ? 1 : -1
}

const mostFirst = <K extends string | null>(counts: Map<K, number>): [K, number][] =>
  [...counts].toSorted(
    ([one, count], [other, otherCount]) => otherCount - count || compareNames(one, other),
  )

const vendorCounts = (
  counts: Map<string | null, number>,
  named: Map<string, RankedVendor>,
): Rejections['vendors'] =>
  [...counts]
    .map(([id, rejections]) => ({ vendor: id === null ? undefined : named.get(id), rejections }))
    .toSorted(
      (one, other) =>
        other.rejections - one.rejections ||
        (one.vendor?.rank ?? Infinity) - (other.vendor?.rank ?? Infinity),
    )
    .map(({ vendor, rejections }) => ({
      group: vendor ? { _id: vendor._id, name: vendor.name } : null,
      rejections,
    }))
