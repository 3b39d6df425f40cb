// The downloads of the studios of a caller who sees all of them, from prepared days.
import { sql } from 'kysely'
import { readsAllDownloads } from '../../downloads/queries/list.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Downloads, ReportFilter } from '../contract.ts'
import {
  collectDownloads,
  tallyDownloads,
  unpackDownloads,
  type DownloadFact,
  type DownloadTally,
} from '../rules/download-facts.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { NO_SCOPES, daysOfReport, usesPreparedDays } from './report-days.ts'

type Found = { studio: string } & (
  | { what: 'territories'; value: Record<string, string> | null }
  | { what: 'fact'; value: DownloadFact }
  | { what: 'day'; body: Buffer }
)

/** Embargoed files and single downloads are not prepared, so other callers count the rows. */
export const usesPreparedDownloads = (person: Caller, filter: ReportFilter): boolean =>
  usesPreparedDays(person, filter) &&
  person.studios.every((studio) => readsAllDownloads(person, studio))

/** One statement reads all of it, so that no change falls between two of them. */
export async function countPreparedDownloads(
  db: Db,
  person: Caller,
  days: ReportDays,
  filter: ReportFilter,
  limit: number | undefined,
): Promise<DownloadTally> {
  const { rows } = await sql<Found>`
    with ${daysOfReport('downloads', viewerOf(person), days, filter.studio, NO_SCOPES)}
    select 'territories' as what, s.id as studio, null::bytea as body, (
      select json_object_agg(m.person_id, t.code)
      from membership m join territory t on t.id = m.territory_id
      where m.studio_id = s.id) as value
    from studio s where s.id in (select studio_id from chosen)
    union all
    select 'day', d.studio_id, d.body, null
    from ready join report_day d using (studio_id, kind, day)
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
  const territories = new Map(
    rows.flatMap((row) => (row.what === 'territories' ? [[row.studio, row.value ?? {}]] : [])),
  )
  const wanted = filter.territory?.split(',')
  const territoryOf = (studio: string) => (person: string) => {
    const territory = territories.get(studio)?.[person] ?? null
    return !wanted || (territory !== null && wanted.includes(territory)) ? territory : undefined
  }
  const others = Map.groupBy(
    rows.filter((row) => row.what === 'fact'),
    ({ studio }) => studio,
  )
  return tallyDownloads(
    [
      ...rows.flatMap((row) =>
        row.what === 'day' ? [{ facts: unpackDownloads(row.body), studio: row.studio }] : [],
      ),
      ...[...others].map(([studio, facts]) => ({
        facts: collectDownloads(facts.map(({ value }) => value)),
        studio,
      })),
    ].map(({ facts, studio }) => ({ facts, territoryOf: territoryOf(studio) })),
    days,
    limit,
  )
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
