// Only one request writes to an upload at a time, on any node: it holds a lease in the upload's row.
// The lease is renewed while bytes arrive, given up when another request of the client wants it
// (after a broken connection), and fenced, so that a lost lease cannot save anything.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../kernel/db/connect.ts'
import { studioOfRow } from '../../kernel/db/lock-row.ts'
import { sql } from '../../kernel/db/sql.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import type { Digests, SavedBytes } from '../../kernel/storage/storage.ts'

/** If `previousHolder` is this node, no other node has written in between. */
export type UploadLease = {
  id: string
  fence: number
  previousHolder: string | null
  release: () => Promise<void>
}
type AcquiredLease = Omit<UploadLease, 'release'>

/** Short, so that after a crash the upload can continue at once. */
const LEASE = '5 seconds'
const RENEW_MS = 1_000
const POLL_MS = 100
const TIMEOUT_MS = 15_000

type AcquireInput = { id: string; node: string; onTakeover: () => void; signal: AbortSignal }

export async function acquireLease(
  db: Db,
  renewal: LeaseRenewal,
  { id, node, onTakeover, signal }: AcquireInput,
): Promise<UploadLease> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const lease = await tryAcquire(db, id, node)
    if (lease) {
      const stopRenewal = renewal.add(lease, onTakeover)
      const release = () => {
        stopRenewal()
        return releaseLease(db, lease)
      }
      return { ...lease, release }
    }
    if (signal.aborted || Date.now() > deadline)
      throw new Problem(
        423,
        'upload.busy',
        'Another request is still sending bytes of this upload. Try again in a moment.',
      )
    await sql`
      update upload set takeover_requested = true
      where id = ${id} and not takeover_requested`.execute(db)
    await sleep(POLL_MS)
  }
}

async function tryAcquire(db: Db, id: string, node: string): Promise<AcquiredLease | undefined> {
  const studio = await studioOfRow(db, 'upload', id)
  const { rows } = await sql<AcquiredLease>`
    with free as (
      select studio_id, id, lease_holder from upload
      where studio_id = ${studio} and id = ${id} and (leased_until is null or leased_until < now()) for update)
    update upload
    set fence = fence + 1, lease_holder = ${node}, leased_until = now() + ${LEASE}::interval,
      takeover_requested = false
    from free
    where upload.studio_id = ${studio} and upload.studio_id = free.studio_id and upload.id = free.id
    returning upload.id, fence, free.lease_holder as "previousHolder"`.execute(db)
  return rows[0]
}

async function releaseLease(db: Db, { id, fence }: AcquiredLease): Promise<void> {
  await sql`
    update upload set leased_until = null
    where id = ${id} and fence = ${fence}`.execute(db)
}

type LeaseKey = Pick<UploadLease, 'id' | 'fence'>
export type LeaseRenewal = {
  /** Renews the lease until the returned function is called. */
  add: (lease: LeaseKey, onTakeover: () => void) => () => void
}
type HeldLease = LeaseKey & { onTakeover: () => void }

/** One statement renews all leases of the node: hundreds of commits a second would slow everything. */
export function startLeaseRenewal(db: Db): LeaseRenewal {
  const leases = new Set<HeldLease>()
  let timer: NodeJS.Timeout | undefined
  let isRenewing = false

  async function renew() {
    if (isRenewing) return
    isRenewing = true
    try {
      const renewing = [...leases]
      const renewedKeys = await renewLeases(db, renewing)
      for (const lease of renewing)
        if (leases.has(lease) && !renewedKeys.has(keyOf(lease))) lease.onTakeover()
    } finally {
      isRenewing = false
    }
  }
  return {
    add(lease, onTakeover) {
      const added = { ...lease, onTakeover }
      leases.add(added)
      // A lease that was not renewed in time is not lost before somebody else takes it.
      timer ??= setInterval(() => void renew().catch(() => {}), RENEW_MS)
      return () => {
        leases.delete(added)
        if (leases.size) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

/** The keys of leases that nobody else has taken or wants. */
async function renewLeases(db: Db, leases: readonly HeldLease[]): Promise<Set<string>> {
  const { rows } = await sql<LeaseKey & { isTakeoverRequested: boolean }>`
    update upload u set leased_until = now() + ${LEASE}::interval
    from unnest(${leases.map(({ id }) => id)}::text[], ${leases.map(({ fence }) => fence)}::bigint[])
      as lease (id, fence)
    where u.id = lease.id and u.fence = lease.fence
    returning u.id, u.fence, u.takeover_requested as "isTakeoverRequested"`.execute(db)
  return new Set(rows.filter(({ isTakeoverRequested }) => !isTakeoverRequested).map(keyOf))
}

const keyOf = ({ id, fence }: LeaseKey) => `${id} ${fence}`

type Progress = LeaseKey & { saved: SavedBytes }

/** From here on the client may rely on these bytes. */
export async function saveProgress(db: Db, { id, fence, saved }: Progress): Promise<void> {
  const { rowCount } = await sql`
    update upload set saved_bytes = ${JSON.stringify(saved)}
    where id = ${id} and fence = ${fence}`.execute(db)
  if (rowCount !== 1)
    throw new Problem(
      409,
      'upload.conflict',
      'Another request has continued this upload. Get the offset and continue from there.',
    )
}

export async function saveDigests(
  db: Db,
  { id, digests: { md5, sha256 } }: { id: string; digests: Digests },
): Promise<void> {
  await sql`
    update upload set md5 = ${md5}, sha256 = ${sha256}
    where id = ${id} and sha256 is null`.execute(db)
}
