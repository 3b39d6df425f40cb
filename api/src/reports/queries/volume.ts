import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { ReportFilter, Volume } from '../contract.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { bucketOf, inDays, startOfBucket } from './buckets.ts'
import { matchesFilter, maySeeChange, maySeeRequest } from './visibility.ts'

type Counts = Volume['total']
type Row = {
  what: keyof Counts
  bucket: number
  inBucket: number
  /** Without requests that are counted in an earlier bucket. */
  inTotal: number
}

/** Counts each request once per bucket and once in the total, however often it changed status. */
export async function readVolume(
  db: Db,
  person: Caller,
  days: ReportDays,
  filter: ReportFilter,
): Promise<Volume> {
  const viewer = viewerOf(person)
  const { rows } = await sql<Row>`
    select w.what, ${bucketOf(days, sql`w.time`)} as bucket,
      count(*) filter (where w.reached_before is null
        or w.reached_before < ${startOfBucket(days, sql`w.time`)}) as "inBucket",
      count(*) filter (where w.reached_before is null
        or w.reached_before < to_timestamp(${days.buckets[0]!.start})) as "inTotal"
    from (
      select 'ordered' as what, w.created_at as time, null::timestamptz as reached_before
      from work_request w
      where ${inDays(days, sql`w.created_at`)} and ${maySeeRequest(viewer)}
        and ${matchesFilter(filter)}
      union all
      select case h.status when 'complete' then 'delivered' else h.status end, h.at,
        h.reached_before
      from work_request_history h
      where h.status in ('submitted', 'complete', 'cancelled') and ${inDays(days, sql`h.at`)}
        and ${maySeeChange(viewer, filter)}) w
    group by 1, 2`.execute(db)
  return volumeOf(rows, days)
}

function volumeOf(rows: Row[], { from, to, tz, by, buckets }: ReportDays): Volume {
  const total: Counts = { ordered: 0, submitted: 0, delivered: 0, cancelled: 0 }
  const counted = buckets.map((bucket) => ({
    ...bucket,
    ordered: 0,
    submitted: 0,
    delivered: 0,
    cancelled: 0,
  }))
  for (const { what, bucket, inBucket, inTotal } of rows) {
    counted[bucket]![what] += inBucket
    total[what] += inTotal
  }
  return { from, to, tz, by, total, buckets: counted }
}
