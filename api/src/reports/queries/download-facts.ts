// The downloads of the studios of a caller who sees all of them, from prepared days.
import { sql } from 'kysely'
import { readsAllDownloads } from '../../downloads/queries/list.ts'
import { viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Downloads, ReportFilter } from '../contract.ts'
import { startsAtQuarters, unpackDownloadBlock } from '../rules/download-blocks.ts'
import { collectDownloads, unpackDownloads, type DownloadFact } from '../rules/download-facts.ts'
import {
  bytesOfDownloads,
  downloadsOf,
  tallyDownloads,
  type CountedDownloads,
  type DownloadSummary,
} from '../rules/download-tally.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { countOnce, rememberCounts } from './remembered-counts.ts'
import {
  daysOfReport,
  isNewVersion,
  NO_SCOPES,
  SCOPES_OF_STUDIOS,
  usesPreparedDays,
} from './report-days.ts'

type Found = { studio: string } & (
  | { what: 'version'; value: string }
  | { what: 'territories'; value: Record<string, string> | null }
  | { what: 'fact'; value: DownloadFact }
  | { what: 'day' | 'hour' | 'block'; body: string }
)

/** Embargoed files and single downloads are not prepared, so other callers count the rows. */
export const usesPreparedDownloads = (person: Caller, filter: ReportFilter): boolean =>
  usesPreparedDays(person, filter) &&
  person.studios.every((studio) => readsAllDownloads(person, studio))

/** A report of some territories is counted each time, because people may get another one. */
export async function countPreparedDownloads(
  db: Db,
  person: Caller,
  days: ReportDays,
  filter: ReportFilter,
  limit: number | undefined,
): Promise<DownloadSummary> {
  const read = (known?: string) => findDownloads(db, viewerOf(person), days, filter, known)
  const count = ({ rows }: FoundDownloads) =>
    tallyDownloads(preparedIn(rows), days, countsPersonOf(rows, filter))
  const { found, counts } = filter.territory
    ? await countOnce(read, count)
    : await rememberCounts(
        { name: 'downloads', person, days, filter, bytesOf: bytesOfDownloads },
        read,
        count,
      )
  const { rows } = found
  const tally = tallyDownloads(newerIn(rows), days, countsPersonOf(rows, filter), counts)
  return downloadsOf(tally, days, territoriesIn(rows), limit)
}

type FoundDownloads = { version: string; rows: Found[] }

/**
 * One statement reads all of it, so that no change falls between two of them. Blocks do not say which
 * person downloaded what, so a report of some territories reads days.
 */
async function findDownloads(
  db: Db,
  viewer: Viewer,
  days: ReportDays,
  filter: ReportFilter,
  known: string | undefined,
): Promise<FoundDownloads> {
  const scopes = !filter.territory && startsAtQuarters(days) ? SCOPES_OF_STUDIOS : NO_SCOPES
  const { rows } = await sql<Found>`
    with ${daysOfReport('downloads', viewer, days, filter.studio, scopes, known)}
    select 'territories' as what, s.id as studio, null as body, (
      select json_object_agg(m.person_id, t.code)
      from membership m join territory t on t.id = m.territory_id
      where m.studio_id = s.id) as value
    from studio s where s.id in (select studio_id from chosen)
    union all
    select 'version', '', null, to_json(version) from prepared
    union all
    select 'day', d.studio_id, encode(d.body, 'base64'), null
    from ready_days join report_day d using (studio_id, kind, day)
    where ${isNewVersion}
    union all
    select 'block', d.studio_id, encode(d.body, 'base64'), null
    from blocks b join report_block d on d.studio_id = b.studio_id and d.kind = 'downloads'
      and d.days = b.days and d.day = b.day
    where ${isNewVersion}
    union all
    select 'hour', d.studio_id, encode(d.body, 'base64'), null
    from ready_hours join report_day d using (studio_id, kind, day)
    union all
    select 'fact', d.studio_id, null, json_build_object('at', seconds(d.created_at),
      'asset', a.number, 'person', d.person_id, 'length', coalesce(f.length, 0))
    from missing m
    cross join lateral (
      select d.* from download d
      where d.studio_id = m.studio_id and d.created_at >= m.starts and d.created_at < m.ends
      offset 0) d
    cross join lateral (select number from asset where id = d.asset_id offset 0) a
    cross join lateral (select length from file where id = d.file_id offset 0) f`.execute(db)
  return { version: rows.find((row) => row.what === 'version')!.value, rows }
}

function territoriesIn(rows: Found[]): (studio: string, person: string) => string | null {
  const territories = new Map(
    rows.flatMap((row) => (row.what === 'territories' ? [[row.studio, row.value ?? {}]] : [])),
  )
  return (studio, person) => territories.get(studio)?.[person] ?? null
}

function countsPersonOf(rows: Found[], { territory }: ReportFilter) {
  const [wanted, territoryOf] = [territory?.split(','), territoriesIn(rows)]
  return (studio: string, person: string): boolean =>
    !wanted || wanted.includes(territoryOf(studio, person) ?? '')
}

const unpacked = <T>(rows: Found[], what: 'day' | 'hour' | 'block', unpack: (body: Buffer) => T) =>
  rows.flatMap((row) =>
    row.what === what && 'body' in row
      ? [{ studio: row.studio, value: unpack(Buffer.from(row.body, 'base64')) }]
      : [],
  )
const factsIn = (rows: Found[], what: 'day' | 'hour') =>
  unpacked(rows, what, unpackDownloads).map(({ studio, value }) => ({ studio, facts: value }))

const preparedIn = (rows: Found[]): CountedDownloads => ({
  facts: factsIn(rows, 'day'),
  blocks: unpacked(rows, 'block', unpackDownloadBlock).map(({ studio, value }) => ({
    studio,
    block: value,
  })),
})

function newerIn(rows: Found[]): CountedDownloads {
  const ofRows = Map.groupBy(
    rows.filter((row) => row.what === 'fact'),
    ({ studio }) => studio,
  )
  const collected = [...ofRows].map(([studio, facts]) => ({
    studio,
    facts: collectDownloads(facts.map(({ value }) => value)),
  }))
  return { facts: [...factsIn(rows, 'hour'), ...collected], blocks: [] }
}

/** The names of assets by their numbers. */
export async function namesOfAssets(
  db: Db,
  numbers: readonly number[],
): Promise<Map<number, Pick<Downloads['assets'][number], 'asset' | 'project'>>> {
  const { rows } = await sql<
    { number: number } & Pick<Downloads['assets'][number], 'asset' | 'project'>
  >`
    select a.number, json_build_object('_id', a.id, 'name', a.name) as asset,
      json_build_object('_id', p.id, 'name', p.name) as project
    from asset a join project p on p.id = a.project_id
    where a.number = any (${numbers}::int[])`.execute(db)
  return new Map(rows.map(({ number, ...names }) => [number, names]))
}
