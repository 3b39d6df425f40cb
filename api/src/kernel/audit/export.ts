import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { canonicalJson } from './canonical.ts'
import { readLinks } from './records.ts'

/** `chain`: all if absent. Times are ISO dates; `to` is not included. */
export type ExportFilter = {
  chain?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** One line of JSON per position, with its hash. */
export async function* exportAudit(db: Db, filter: ExportFilter): AsyncGenerator<string> {
  for (const { chain, first, last, before } of await listRanges(db, filter)) {
    let previous = before
    const only = sql`l.chain = ${chain} and l.position between ${first} and ${last}`
    for await (const { position, sealed, hash, entry } of readLinks(db, only)) {
      yield `${canonicalJson({ ...entry, chain, position, previous, sealed, hash })}\n`
      previous = hash
    }
  }
}

type PositionRange = { chain: string; first: number; last: number; before: string | null }

/**
 * The positions of each chain from the first to the last entry of the time range. They have no gaps,
 * so entries that were committed just outside of it are included.
 */
async function listRanges(db: Db, { chain, from, to }: ExportFilter): Promise<PositionRange[]> {
  const { rows } = await sql<PositionRange>`
    select range.*, (
      select l.hash from audit_link l
      where l.chain = range.chain and l.position = range.first - 1
      union all
      select c.hash from audit_checkpoint c
      where c.chain = range.chain and c.position = range.first - 1
    ) as before
    from (
      select l.chain, min(l.position) as first, max(l.position) as last
      from audit_link l join audit a on a.number = l.number
      where l.chain = coalesce(${chain ?? null}, l.chain)
        and a.at >= coalesce(${from ?? null}::timestamptz, '-infinity')
        and a.at < coalesce(${to ?? null}::timestamptz, 'infinity')
      group by l.chain
    ) range
    order by range.chain`.execute(db)
  return rows
}
