import { sql, type RawBuilder } from 'kysely'
import type { ReportDays } from '../rules/report-days.ts'

type Sql = RawBuilder<unknown>

/**
 * Which of the buckets a moment falls into, from 0 on. Where they begin was worked out from the
 * zone, so the database needs to know none.
 */
export const bucketOf = ({ buckets }: ReportDays, at: Sql): Sql =>
  sql`(width_bucket(extract(epoch from ${at})::float8, ${buckets.map(({ start }) => start)}::float8[]) - 1)`

export const inDays = ({ buckets, end }: ReportDays, at: Sql): Sql =>
  sql`(${at} >= to_timestamp(${buckets[0]!.start}) and ${at} < to_timestamp(${end}))`
