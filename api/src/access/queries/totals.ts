// Totals of lists from stored counts, because counting the rows of a large studio takes seconds
// (docs/decisions/0091).
import { sql, type RawBuilder } from 'kysely'
import type { Skip } from '../../kernel/db/page.ts'
import type { Range } from '../../kernel/http/contract/range.ts'
import type { Viewer } from './visibility.ts'

type Sql = RawBuilder<unknown>
type CountedKind =
  | 'asset'
  | 'file'
  | 'work_request'
  | 'translation'
  | 'offline'
  | 'event'
  | 'notification'

/**
 * Over `row_count c`: the number of rows of a kind, for a viewer who sees every row of their studios.
 * Undefined for others, whose rows are counted. A condition may compare only the columns that are
 * counted for the kind (migration 0063).
 */
export function storedTotal(
  viewer: Viewer,
  kind: CountedKind,
  condition: Sql = sql`true`,
): Sql | undefined {
  const ofStudios = viewer.seesAllOf?.(sql`c.studio_id`)
  return ofStudios && sumOfCounts(kind, sql`${ofStudios} and ${condition}`)
}

/** As `storedTotal`, for records that all people with a role for the whole studio see. */
export function storedTotalOfAssets(viewer: Viewer): Sql | undefined {
  const ofStudios = viewer.seesAllAssetsOf?.(sql`c.studio_id`)
  return ofStudios && sumOfCounts('asset', ofStudios)
}

/** Below this offset, skipping rows is faster than adding up counts. */
export const NEAR = 1_000

/**
 * Starts a page of a whole list, newest first, at the day of its first row. Undefined for a page near
 * the beginning and for a viewer who does not see every row of their studios.
 */
export function skipDays(
  ofStudios: Viewer['seesAllOf'],
  kind: CountedKind,
  range: Range,
  column: Sql,
): Skip | undefined {
  if (!ofStudios || range.first < NEAR) return undefined
  const bucket = sql`to_timestamp((bucket + 1) * 86400)`
  return { column, start: startOf(kind, ofStudios(sql`c.studio_id`), range, bucket) }
}

/** Over `bucket_count c`. `until` is the first value after those of `bucket`. */
export const startOf = (kind: string, condition: Sql, range: Range, until: Sql): Sql => sql`
  select ${until} as until, (through - total)::bigint as skipped
  from (
    select c.bucket, sum(c.total) as total,
      sum(sum(c.total)) over (order by c.bucket desc) as through
    from bucket_count c where c.kind = ${kind} and ${condition} group by c.bucket) counted
  where through > ${range.first} order by bucket desc limit 1`

/** Over `row_count c`. */
export const sumOfCounts = (kind: string, condition: Sql): Sql => sql`(
  select coalesce(sum(c.total), 0)::bigint from row_count c
  where c.kind = ${kind} and ${condition})`
