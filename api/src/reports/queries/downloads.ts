import { projectHasAddress } from '../../access/queries/slugs.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import { seesDownload } from '../../downloads/queries/list.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { allOf } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Downloads, ReportFilter } from '../contract.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { bucketOf, inDays } from './buckets.ts'

type Counts = Downloads['total']
type DownloadSums = {
  total: Counts
  buckets: (Counts & { bucket: number })[]
} & Pick<Downloads, 'assets' | 'territories'>

const SUMS = sql`json_build_object('downloads', downloads, 'bytes', bytes)`

/** `assets` limits how many assets are listed. */
type DownloadOptions = ReportFilter & { assets?: number | undefined }

/** The sums of buckets, assets and territories are rows of one pass over the downloads. */
export async function readDownloads(
  db: Db,
  person: Caller,
  days: ReportDays,
  { assets: limit, ...filter }: DownloadOptions,
): Promise<Downloads> {
  const viewer = viewerOf(person)
  const { rows } = await sql<DownloadSums>`
    with counted as materialized (
      select grouping(bucket, asset_id, territory) as missing, bucket, asset_id, territory,
        count(*) as downloads, coalesce(sum(length), 0)::bigint as bytes
      from (
        select ${bucketOf(days, sql`d.created_at`)} as bucket, d.asset_id, t.code as territory,
          downloaded.length
        from download d
        join file downloaded on downloaded.studio_id = d.studio_id and downloaded.id = d.file_id
        left join membership downloader
          on downloader.person_id = d.person_id and downloader.studio_id = d.studio_id
        left join territory t on t.id = downloader.territory_id
        where ${seesDownload(viewer)} and ${inDays(days, sql`d.created_at`)}
          and ${matchesDownloadFilter(filter)}) d
      group by grouping sets ((bucket), (asset_id), (territory), ()))
    select
      (select ${SUMS} from counted where missing = 7) as total,
      coalesce((
        select json_agg(json_build_object(
          'bucket', bucket, 'downloads', downloads, 'bytes', bytes))
        from counted where missing = 3), '[]') as buckets,
      coalesce((
        select json_agg(
          json_build_object(
            'asset', json_build_object('_id', a.id, 'name', a.name),
            'project', json_build_object('_id', p.id, 'name', p.name),
            'downloads', x.downloads, 'bytes', x.bytes)
          order by x.downloads desc, x.asset_id)
        from (
          select * from counted where missing = 5
          order by downloads desc, asset_id limit ${limit ?? null}) x
        join asset a on a.id = x.asset_id
        join project p on p.studio_id = a.studio_id and p.id = a.project_id), '[]') as assets,
      coalesce((
        select json_agg(
          json_build_object('territory', territory, 'downloads', downloads, 'bytes', bytes)
          order by downloads desc, territory)
        from counted where missing = 6), '[]') as territories`.execute(db)
  const { total, buckets, assets, territories } = rows[0]!
  const sums = new Map(buckets.map(({ bucket, ...counts }) => [bucket, counts]))
  const { from, to, tz, by } = days
  return {
    from,
    to,
    tz,
    by,
    total,
    buckets: days.buckets.map((bucket, index) => ({
      ...bucket,
      ...(sums.get(index) ?? { downloads: 0, bytes: 0 }),
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
