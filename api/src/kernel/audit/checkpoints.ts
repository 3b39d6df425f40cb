import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { utc } from './chain.ts'
import type { ChainHead } from './heads.ts'

/** `isRecorded`: an entry of the log says that entries up to here were deleted, and how old. */
export type Checkpoint = ChainHead & { isRecorded: boolean }

/** No studio deletes younger entries, so an entry that says so proves nothing. */
const MIN_HOURS = 365 * 24

/** The newest checkpoint of each chain. */
export async function listCheckpoints(db: Db): Promise<Map<string, Checkpoint>> {
  const { rows } = await sql<Checkpoint>`
    select c.chain, c.position, c.hash, exists (
      select from audit a
      where a.about_id = c.chain and a.action = 'retention audit' and a.studios = array[c.chain]
        and a.input -> 'upTo' = jsonb_build_object('position', c.position, 'hash', c.hash)
        and a.input ->> 'before' collate "C"
          <= ${utc(`(a.at - make_interval(hours => ${MIN_HOURS}))`)}) as "isRecorded"
    from (
      select distinct on (chain) chain, position, hash from audit_checkpoint
      order by chain, position desc) c`.execute(db)
  return new Map(rows.map((row) => [row.chain, row]))
}
