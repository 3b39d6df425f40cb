import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { ReportDays } from '../rules/report-days.ts'

const timesOf = ({ buckets }: ReportDays): Sql =>
  sql`${buckets.map(({ start }) => new Date(start * 1000).toISOString())}::timestamptz[]`

/** The position of a time's bucket. The starts are computed from the time zone beforehand. */
export const bucketOf = (days: ReportDays, time: Sql): Sql =>
  sql`(width_bucket(${time}, ${timesOf(days)}) - 1)`

/** When the bucket of a time starts. */
export const startOfBucket = (days: ReportDays, time: Sql): Sql =>
  sql`((${timesOf(days)})[width_bucket(${time}, ${timesOf(days)})])`

export const inDays = ({ buckets, end }: ReportDays, time: Sql): Sql =>
  sql`(${time} >= to_timestamp(${buckets[0]!.start}) and ${time} < to_timestamp(${end}))`
