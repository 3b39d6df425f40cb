import { sql, type RawBuilder } from 'kysely'
import type { ReportDays } from '../rules/report-days.ts'

type Sql = RawBuilder<unknown>

/** The index of a time's bucket. The starts are computed from the time zone beforehand. */
export const bucketOf = ({ buckets }: ReportDays, at: Sql): Sql =>
  sql`(width_bucket(
    extract(epoch from ${at})::float8, ${buckets.map(({ start }) => start)}::float8[]) - 1)`

export const inDays = ({ buckets, end }: ReportDays, at: Sql): Sql =>
  sql`(${at} >= to_timestamp(${buckets[0]!.start}) and ${at} < to_timestamp(${end}))`
