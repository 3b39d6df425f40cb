// What reports counted in prepared days and blocks. Reading and counting these takes most of the time
// of a report, and they change rarely. A report states the version of what it has counted, and reads
// only what is newer if the version is still the same.
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { ReportFilter } from '../contract.ts'
import type { ReportDays } from '../rules/report-days.ts'

type Remembered<Counts> = {
  version: string
  counts: Counts
  bytes: number
}

/** A year of a large studio takes at most 2 MB. */
const MAX_BYTES = 16 * 2 ** 20

/** The one that was used last is at the end. */
const remembered = new Map<string, Remembered<unknown>>()

type Report<Counts, Found> = {
  name: string
  person: Caller
  days: ReportDays
  filter: ReportFilter
  bytesOf: (counts: Counts) => number
  /** Whether what was counted before is enough for a report with these newer facts. */
  suffices?: (counts: Counts, found: Found) => boolean
}

/**
 * `read` gets the version that is known. If it finds the same one, it does not have to read what
 * `count` counts.
 */
export async function rememberCounts<Counts, Found extends { version: string }>(
  { name, person, days: { from, to, tz, by }, filter, bytesOf, suffices }: Report<Counts, Found>,
  read: (known: string | undefined) => Promise<Found>,
  count: (found: Found) => Counts,
): Promise<{ found: Found; counts: Counts }> {
  const { studio, territory } = filter
  const key = JSON.stringify([name, visibilityKey(person), from, to, tz, by, studio, territory])
  const known = remembered.get(key) as Remembered<Counts> | undefined
  let found = await read(known?.version)
  const isKnown = known?.version === found.version
  const isEnough = isKnown && (suffices?.(known.counts, found) ?? true)
  if (isKnown && !isEnough) found = await read(undefined)
  const counts = isEnough ? known.counts : count(found)
  const bytes = bytesOf(counts) + key.length
  remembered.delete(key)
  if (bytes <= MAX_BYTES / 4) remembered.set(key, { version: found.version, counts, bytes })
  forgetOldest()
  return { found, counts }
}

/** Everything that decides what a caller sees. A token that is in use is another object each minute. */
function visibilityKey(person: Caller): string {
  const rights: Partial<Caller> = { ...person }
  for (const name of ['token', 'clockOffset', 'recentlyVerified'] as const) delete rights[name]
  return JSON.stringify(rights, (_key, value: unknown) =>
    value instanceof Set ? [...value].map(String).toSorted() : value,
  )
}

/** For a report whose counts can change without its prepared days. */
export async function countOnce<Counts, Found>(
  read: () => Promise<Found>,
  count: (found: Found) => Counts,
): Promise<{ found: Found; counts: Counts }> {
  const found = await read()
  return { found, counts: count(found) }
}

function forgetOldest(): void {
  let bytes = 0
  for (const report of remembered.values()) bytes += report.bytes
  for (const [key, report] of remembered) {
    if (bytes <= MAX_BYTES) return
    remembered.delete(key)
    bytes -= report.bytes
  }
}
