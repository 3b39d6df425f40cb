import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { getEvent, lockEvent } from './queries.ts'
import type { StoredEvent } from './rules/present.ts'

type Flags = { processed?: boolean; pushed?: boolean; digested?: boolean }

/** Only the processing flags of an event can change. */
export async function flagEvent(
  tx: Tx,
  { id, flags, by, checkPreconditions }: RecordChange & { flags: Flags },
): Promise<StoredEvent> {
  await lockEvent(tx, id)
  const current = await getEvent(tx, by, id)
  checkPreconditions(current)
  const { processed, pushed, digested } = { ...current, ...flags }
  await sql`
    update event set processed = ${processed}, pushed = ${pushed}, digested = ${digested}
    where id = ${id}`.execute(tx)
  return getEvent(tx, by, id)
}
