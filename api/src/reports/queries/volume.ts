import { sql } from 'kysely'
import { seesStudio, viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Volume, ReportFilter } from '../contract.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { bytesOfVolume, tallyVolume, volumeOf } from '../rules/tallies.ts'
import { bucketOf, inDays } from './buckets.ts'
import { rememberCounts } from './remembered-counts.ts'
import { usesPreparedDays } from './report-days.ts'
import { findVolumeFacts } from './request-facts.ts'
import { matchesFilter, maySeeRequest } from './visibility.ts'

type Counts = Volume['total']
const NONE: Counts = { ordered: 0, submitted: 0, delivered: 0, cancelled: 0 }

export async function readVolume(
  db: Db,
  person: Caller,
  days: ReportDays,
  filter: ReportFilter,
): Promise<Volume> {
  if (!usesPreparedDays(person, filter)) return countVolume(db, viewerOf(person), days, filter)
  const { from, to, tz, by } = days
  const { found, counts } = await rememberCounts(
    { name: 'volume', person, days, filter, bytesOf: bytesOfVolume },
    (known) => findVolumeFacts(db, { person, days, filter }, known),
    ({ prepared }) => tallyVolume(prepared, days),
  )
  return { from, to, tz, by, ...volumeOf(tallyVolume(found.newer, days, counts), days) }
}

/**
 * Counts rows: each request once per bucket and once in the total, however often it changed
 * status.
 */
export async function countVolume(
  db: Db,
  viewer: Viewer,
  days: ReportDays,
  filter: ReportFilter,
): Promise<Volume> {
  const { rows } = await sql<Counts & { bucket: number | null }>`
    select bucket, ${counted('ordered')}, ${counted('submitted')}, ${counted('delivered')},
      ${counted('cancelled')}
    from (
      select ${bucketOf(days, sql`w.created_at`)} as bucket, w.id, 'ordered' as what
      from work_request w
      where ${inDays(days, sql`w.created_at`)} and ${maySeeRequest(viewer)}
        and ${matchesFilter(filter)}
      union all
      select ${bucketOf(days, sql`h.at`)}, w.id,
        case h.status when 'complete' then 'delivered' else h.status end
      from work_request_history h join work_request w on w.id = h.work_request_id
      where h.status in ('submitted', 'complete', 'cancelled')
        and ${seesStudio(viewer, sql`h.studio_id`)} and ${inDays(days, sql`h.at`)}
        and ${maySeeRequest(viewer)} and ${matchesFilter(filter)}) happened
    group by grouping sets ((bucket), ())`.execute(db)
  const found = new Map(rows.map(({ bucket, ...counts }) => [bucket, counts]))
  const { from, to, tz, by, buckets } = days
  const filled = (bucket: ReportDays['buckets'][number], at: number) => ({
    ...bucket,
    ...(found.get(at) ?? NONE),
  })
  return { from, to, tz, by, total: found.get(null) ?? NONE, buckets: buckets.map(filled) }
}

const counted = (what: keyof Counts) =>
  sql`count(distinct id) filter (where what = ${what}) as ${sql.ref(what)}`
