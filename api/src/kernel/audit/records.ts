import type { Db } from '../db/connect.ts'
import { sql, type Sql } from '../db/sql.ts'
import {
  chainsOfEntry,
  entryColumns,
  entryInChain,
  utc,
  type ChainedEntry,
  type EntryRow,
} from './chain.ts'

/** One position of a chain. `entry` is null if the entry is missing. */
export type StoredLink = {
  chain: string
  position: number
  sealed: string
  hash: string
  entry: ChainedEntry | null
  /** Whether the entry names the studio of this chain. */
  belongs: boolean
}

const BATCH_SIZE = 250

/**
 * Reads chains in order, in batches, so that neither memory nor the event loop holds all of them.
 * `only` is a condition over `audit_link l`.
 */
export async function* readLinks(db: Db, only: Sql = sql`true`): AsyncGenerator<StoredLink> {
  let [chain, position] = ['', 0]
  for (;;) {
    const { rows } = await sql<FlatLink>`
      select l.chain, l.position, ${utc('l.sealed_at')} as sealed, l.hash,
        case when a.number is not null then ${chainsOfEntry} else '{}' end as chains,
        ${entryColumns}
      from audit_link l left join audit a on a.number = l.number
      where (l.chain, l.position) > (${chain}, ${position}::bigint) and ${only}
      order by l.chain, l.position
      limit ${BATCH_SIZE}`.execute(db)
    for (const row of rows) yield toLink(row)
    if (rows.length < BATCH_SIZE) return
    ;({ chain, position } = rows.at(-1)!)
  }
}

type FlatLink = Omit<StoredLink, 'entry' | 'belongs'> & { chains: string[] } & {
  [F in keyof EntryRow]: EntryRow[F] | null
}

const toLink = ({ chain, position, sealed, hash, chains, id, ...entry }: FlatLink): StoredLink => ({
  chain,
  position,
  sealed,
  hash,
  belongs: chains.includes(chain),
  entry: id === null ? null : entryInChain({ id, ...entry } as EntryRow, chain, chains),
})
