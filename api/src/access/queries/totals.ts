// Totals of lists from stored counts, because counting the rows of a large studio takes seconds
// (docs/decisions/0091).
import { sql, type RawBuilder } from 'kysely'
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

/** Over `row_count c`. */
export const sumOfCounts = (kind: string, condition: Sql): Sql => sql`(
  select coalesce(sum(c.total), 0)::bigint from row_count c
  where c.kind = ${kind} and ${condition})`
