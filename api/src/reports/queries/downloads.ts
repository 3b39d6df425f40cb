import { sql } from 'kysely'
import { projectHasAddress } from '../../access/queries/slugs.ts'
import { viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import { seesDownload } from '../../downloads/queries/list.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { allOf } from '../../kernel/db/page.ts'
import type { Downloads, ReportFilter } from '../contract.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { bucketOf, inDays } from './buckets.ts'
import { countPreparedDownloads, namesOfAssets, usesPreparedDownloads } from './download-facts.ts'

type Counts = Downloads['total']
type Found = { total: Counts; buckets: (Counts & { bucket: number })[] } & Pick<
  Downloads,
  'assets' | 'territories'
>

const SUMS = sql`sum(downloads)::bigint as downloads, sum(bytes)::bigint as bytes`

/** `assets` limits how many assets are listed. */
type DownloadOptions = ReportFilter & { assets?: number | undefined }

export async function readDownloads(
  db: Db,
  person: Caller,
  days: ReportDays,
  { assets: limit, ...filter }: DownloadOptions,
): Promise<Downloads> {
  if (!usesPreparedDownloads(person, filter))
    return countDownloads(db, viewerOf(person), days, { assets: limit, ...filter })
  const { assets, ...tally } = await countPreparedDownloads(db, person, days, filter, limit)
  const names = await namesOfAssets(
    db,
    assets.map(({ number }) => number),
  )
  const { from, to, tz, by } = days
  return {
    from,
    to,
    tz,
    by,
    ...tally,
    assets: assets.map(({ number, ...sums }) => ({ ...names.get(number)!, ...sums })),
  }
}

/** Counts rows. */
export async function countDownloads(
  db: Db,
  viewer: Viewer,
  days: ReportDays,
  { assets: limit, ...filter }: DownloadOptions,
): Promise<Downloads> {
  const { rows } = await sql<Found>`
    with counted as materialized (
      select ${bucketOf(days, sql`d.created_at`)} as bucket, d.asset_id, t.code as territory,
        count(*) as downloads, sum(coalesce(downloaded.length, 0)) as bytes
      from download d
      join file downloaded on downloaded.id = d.file_id
      left join membership downloader
        on downloader.person_id = d.person_id and downloader.studio_id = d.studio_id
      left join territory t on t.id = downloader.territory_id
      where ${seesDownload(viewer)} and ${inDays(days, sql`d.created_at`)}
        and ${matchesDownloadFilter(filter)}
      group by 1, 2, 3)
    select
      (select json_build_object(
          'downloads', coalesce(sum(downloads), 0), 'bytes', coalesce(sum(bytes), 0))
        from counted) as total,
      coalesce((
        select json_agg(row_to_json(x)) from (
          select bucket, ${SUMS} from counted group by bucket) x), '[]') as buckets,
      coalesce((
        select json_agg(
          json_build_object(
            'asset', json_build_object('_id', a.id, 'name', a.name),
            'project', json_build_object('_id', p.id, 'name', p.name),
            'downloads', x.downloads, 'bytes', x.bytes)
          order by x.downloads desc, a.number)
        from (
          select asset_id, ${SUMS} from counted join asset a on a.id = asset_id
          group by asset_id, a.number
          order by downloads desc, a.number limit ${limit ?? null}) x
        join asset a on a.id = x.asset_id
        join project p on p.id = a.project_id), '[]') as assets,
      coalesce((
        select json_agg(row_to_json(x) order by x.downloads desc, x.territory) from (
          select territory, ${SUMS} from counted
          group by territory) x), '[]') as territories`.execute(db)
  const { total, buckets, assets, territories } = rows[0]!
  const found = new Map(buckets.map(({ bucket, ...sums }) => [bucket, sums]))
  const { from, to, tz, by } = days
  return {
    from,
    to,
    tz,
    by,
    total,
    buckets: days.buckets.map((bucket, index) => ({
      ...bucket,
      ...(found.get(index) ?? { downloads: 0, bytes: 0 }),
    })),
    assets,
    territories,
  }
}

/** Over `download d` and `territory t`, the territory of the person who downloaded. */
const matchesDownloadFilter = ({ studio, project, territory }: ReportFilter) =>
  allOf(
    studio ? sql`d.studio_id in (select id from studio where ${studio} in (id, slug))` : sql`true`,
    project
      ? sql`d.project_id in (select id from project where ${projectHasAddress(project)})`
      : sql`true`,
    territory ? sql`t.code = any (${territory.split(',')})` : sql`true`,
  )
