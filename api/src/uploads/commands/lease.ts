// One writes at a time, on whichever node: the hold is a lease in the row of the upload. It is
// renewed while bytes come, asked back when somebody else
// wants it (the same person, whose line broke), and fenced: who lost it cannot save any more.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import type { Digests, SavedBytes } from '../../kernel/storage/storage.ts'

/** `before` held it last: while that is this node, nobody else wrote in between. */
export type UploadLease = {
  id: string
  fence: number
  before: string | null
  release: () => Promise<void>
}

/** Short, so that after a crash the person can go on at once. */
const LEASE = '5 seconds'
const BEAT_MS = 1_000
const LOOK_MS = 100
const PATIENCE_MS = 15_000

export async function acquireLease(
  db: Db,
  {
    id,
    node,
    giveUp,
    signal,
  }: { id: string; node: string; giveUp: () => void; signal: AbortSignal },
): Promise<UploadLease> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const taken = await tryAcquire(db, id, node)
    if (taken) return renewLease(db, { id, ...taken }, giveUp)
    if (signal.aborted || Date.now() > end)
      throw new Problem(
        423,
        'upload.busy',
        'Somebody is still sending bytes of this upload. Try again in a moment.',
      )
    await sql`update upload set takeover_requested = true where id = ${id} and not takeover_requested`.execute(
      db,
    )
    await sleep(LOOK_MS)
  }
}

async function tryAcquire(
  db: Db,
  id: string,
  node: string,
): Promise<{ fence: number; before: string | null } | undefined> {
  const { rows } = await sql<{ fence: number; before: string | null }>`
    update upload set fence = fence + 1, lease_holder = ${node}, leased_until = now() + ${LEASE}::interval, takeover_requested = false
    where id = ${id} and (leased_until is null or leased_until < now())
    returning new.fence, old.lease_holder as before`.execute(db)
  return rows[0]
}

function renewLease(db: Db, hold: Omit<UploadLease, 'release'>, giveUp: () => void): UploadLease {
  const { id, fence } = hold
  const heart = setInterval(() => void beat().catch(() => {}), BEAT_MS)
  async function beat() {
    const { rows } = await sql<{
      takeover_requested: boolean
    }>`update upload set leased_until = now() + ${LEASE}::interval where id = ${id} and fence = ${fence} returning takeover_requested`.execute(
      db,
    )
    if (rows[0]?.takeover_requested !== false) giveUp()
  }
  return {
    ...hold,
    release: async () => {
      clearInterval(heart)
      await sql`update upload set leased_until = null where id = ${id} and fence = ${fence}`.execute(
        db,
      )
    },
  }
}

/** From here on these bytes are acknowledged. */
export async function saveKept(
  db: Db,
  { id, fence, kept }: Pick<UploadLease, 'id' | 'fence'> & { kept: SavedBytes },
): Promise<void> {
  const { numAffectedRows } =
    await sql`update upload set stored = ${JSON.stringify(kept)} where id = ${id} and fence = ${fence}`.execute(
      db,
    )
  if (numAffectedRows !== 1n)
    throw new Problem(
      409,
      'upload.taken-over',
      'Somebody else went on with this upload. Ask for its offset and go on from there.',
    )
}

export async function saveDigests(
  db: Db,
  { id, digests: { md5, sha256 } }: { id: string; digests: Digests },
): Promise<void> {
  await sql`update upload set md5 = ${md5}, sha256 = ${sha256} where id = ${id} and sha256 is null`.execute(
    db,
  )
}
