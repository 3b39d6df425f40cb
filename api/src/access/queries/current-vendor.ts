import { sql, type Sql } from '../../kernel/db/sql.ts'

/**
 * The vendor of a work request at this moment. Records about the request keep it, because a later
 * vendor does not see them.
 */
export const currentVendor = (studio: string, request: string): Sql<string | null> =>
  sql`(select w.vendor_id from work_request w where w.studio_id = ${studio} and w.id = ${request})`
