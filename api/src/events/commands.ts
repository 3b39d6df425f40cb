import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import type { PreconditionCheck } from '../kernel/http/serve.ts'
import { getEvent, lockEvent } from './queries.ts'
import type { StoredEvent } from './rules.ts'

type Flags = { processed?: boolean; pushed?: boolean; digested?: boolean }

/** Only the processing flags of an event can change. */
export async function flagEvent(
  tx: Tx,
  {
    id,
    flags,
    by,
    checkPreconditions,
  }: { id: string; flags: Flags; by: Caller; checkPreconditions: PreconditionCheck },
): Promise<StoredEvent> {
  await lockEvent(tx, id)
  const current = await getEvent(tx, by, id)
  checkPreconditions(current)
  const { processed, pushed, digested } = { ...current, ...flags }
  await tx.updateTable('event').where('id', '=', id).set({ processed, pushed, digested }).execute()
  return getEvent(tx, by, id)
}
