// The hash chains of the audit log: one per studio, and one for the entries of no studio.
import { sql } from '../db/sql.ts'
import { digestOf } from './canonical.ts'
import { hideStudios } from './hide-studios.ts'
import type { AuditOutcome } from './record.ts'

export const INSTALLATION = 'installation'

/** An entry as stored. Times are UTC with microseconds. */
export type ChainedEntry = {
  id: string
  at: string
  by: { _id: string | null; name: string }
  token: string | null
  act: string
  about: { kind: string; _id: string | null; name: string }
  asked: unknown
  request: string | null
  address: string | null
  /** Absent if the change was done. Entries were hashed without an outcome before there was one. */
  outcome?: 'refused'
}
/** `entryColumns` of an entry. */
export type EntryRow = Omit<ChainedEntry, 'outcome'> & { outcome: AuditOutcome }

/**
 * What a hash covers. The studios of an entry are not part of it: each of them gets the entry in its
 * own chain, and must not learn about the others.
 */
export type ChainRecord = ChainedEntry & {
  chain: string
  position: number
  previous: string | null
  sealed: string
}

/**
 * What an entry looks like in one of its chains. The parts about its other studios are left out:
 * each is in the chain of that studio, so every part is covered by a hash.
 */
export const entryInChain = (
  { outcome, ...entry }: EntryRow,
  chain: string,
  chains: readonly string[],
): ChainedEntry => ({
  ...entry,
  ...(chains.length > 1 && {
    asked: hideStudios(entry.asked, (studio) => studio !== chain && chains.includes(studio)),
  }),
  ...(outcome === 'refused' && { outcome }),
})

export const hashRecord = (record: ChainRecord): string => digestOf(record)

/** Over `audit a`: an `EntryRow`. */
export const entryColumns = sql`a.id, ${utc('a.at')} as at,
  json_build_object('_id', a.by_id, 'name', a.by_name) as by, a.token, a.action as act,
  json_build_object('kind', a.about_kind, '_id', a.about_id, 'name', a.about_name) as about,
  a.input as asked, a.request, a.address, a.outcome`

/** Over `audit a`: the chains that the entry belongs to. */
export const chainsOfEntry = sql`case
  when a.studios = '{}' then array[${sql.lit(INSTALLATION)}]
  else array(select distinct unnest(a.studios)) end`

/** Independent of the settings of the session. */
export function utc(column: string) {
  return sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/**
 * The longest time between the number of an entry and its commit, with a wide margin: the service
 * inserts the entry last, and a transaction that is idle for ten seconds is ended.
 */
export const COMMIT_DELAY_MINUTES = 10
export const commitDelay = sql`make_interval(mins => ${sql.lit(COMMIT_DELAY_MINUTES)})`

/** Every entry up to this number is in its chains, or was never committed. */
export const sealedUpTo = sql`coalesce((
  select max(number) from audit_link where sealed_at < now() - ${commitDelay}), 0)`
