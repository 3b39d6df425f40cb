// The downloads of the studios of a caller who sees all of them, from prepared days.
import { sql } from 'kysely'
import { readsAllDownloads } from '../../downloads/queries/list.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Downloads, ReportFilter } from '../contract.ts'
import { startsAtQuarters, unpackDownloadBlock } from '../rules/download-blocks.ts'
import { collectDownloads, unpackDownloads, type DownloadFact } from '../rules/download-facts.ts'
import { tallyDownloads, type DownloadTally } from '../rules/download-tally.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { daysOfReport, NO_SCOPES, SCOPES_OF_STUDIOS, usesPreparedDays } from './report-days.ts'

type Found = { studio: string } & (
  | { what: 'territories'; value: Record<string, string> | null }
  | { what: 'fact'; value: DownloadFact }
  | { what: 'day' | 'block'; body: string }
)

/** Embargoed files and single downloads are not prepared, so other callers count the rows. */
export const usesPreparedDownloads = (person: Caller, filter: ReportFilter): boolean =>
  usesPreparedDays(person, filter) &&
  person.studios.every((studio) => readsAllDownloads(person, studio))

/**
 * One statement reads all of it, so that no change falls between two of them. Blocks do not say which
 * person downloaded what, so a report of some territories reads days.
 */
export async function countPreparedDownloads(
  db: Db,
  person: Caller,
  days: ReportDays,
  filter: ReportFilter,
  limit: number | undefined,
): Promise<DownloadTally> {
  const scopes = !filter.territory && startsAtQuarters(days) ? SCOPES_OF_STUDIOS : NO_SCOPES
  const { rows } = await sql<Found>`
    with ${daysOfReport('downloads', viewerOf(person), days, filter.studio, scopes)}
    select 'territories' as what, s.id as studio, null as body, (
      select json_object_agg(m.person_id, t.code)
      from membership m join territory t on t.id = m.territory_id
      where m.studio_id = s.id) as value
    from studio s where s.id in (select studio_id from chosen)
    union all
    select 'day', d.studio_id, encode(d.body, 'base64'), null
    from ready join report_day d using (studio_id, kind, day)
    union all
    select 'block', d.studio_id, encode(d.body, 'base64'), null
    from blocks b join report_block d on d.studio_id = b.studio_id and d.kind = 'downloads'
      and d.days = b.days and d.day = b.day
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
  const counted = <T>(what: 'day' | 'block', unpack: (packed: Buffer) => T) =>
    rows.flatMap((row) =>
      row.what === what
        ? [
            {
              unpacked: unpack(Buffer.from(row.body, 'base64')),
              territoryOf: territoryOf(row.studio),
            },
          ]
        : [],
    )
  return tallyDownloads(
    {
      facts: [
        ...counted('day', unpackDownloads).map(({ unpacked, ...rest }) => ({
          facts: unpacked,
          ...rest,
        })),
        ...[...others].map(([studio, facts]) => ({
          facts: collectDownloads(facts.map(({ value }) => value)),
          territoryOf: territoryOf(studio),
        })),
      ],
      blocks: counted('block', unpackDownloadBlock).map(({ unpacked, ...rest }) => ({
        block: unpacked,
        ...rest,
      })),
    },
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
