// The data store and the lock that @tus/server works with, for one request.
import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { readBodyBytes } from '../../kernel/http/body-bytes.ts'
import { Problem, notFound } from '../../kernel/http/contract/problem.ts'
import type { Checksum } from '../../kernel/storage/intake.ts'
import type { SavedBytes } from '../../kernel/storage/storage.ts'
import { deleteUpload } from '../commands/delete.ts'
import { finishUpload, planFinish, type UploadStores } from '../commands/finish.ts'
import {
  acquireLease,
  saveProgress,
  type LeaseRenewal,
  type UploadLease,
} from '../commands/lease.ts'
import type { UploadSessions } from '../commands/sessions.ts'
import { findUploadState, type UploadState } from '../queries.ts'

/** One request. `SharedUploadContext` is shared by all of them. */
export type TusContext = UploadStores & { sessions: UploadSessions; renewal: LeaseRenewal }
export type SharedUploadContext = Omit<TusContext, 'db'>
type TusRequest = { person: Caller | null; body: Readable; checksum: Checksum | undefined }

const EXPIRATION_MS = 7 * 86_400_000

export function createTusStore(context: TusContext, request: TusRequest) {
  const { sessions } = context
  const interrupted = new AbortController()
  const lock = createLock(context, () => interrupted.abort())
  const getState = (id: string) => getUploadState(context, request.person, id)

  const store = Object.assign(new DataStore(), {
    extensions: ['creation', 'creation-with-upload', 'checksum', 'termination', 'expiration'],
    getExpiration: () => EXPIRATION_MS,
    create: async (upload: Upload) => upload,
    async getUpload(id: string) {
      const { saved, length, metadata, created, error } = await getState(id)
      if (error) throw new Problem(410, error.code, error.detail)
      return new Upload({
        id,
        size: length,
        offset: saved.length,
        metadata,
        creation_date: created,
      })
    },
    // The library passes an empty stream: the bytes come from the request's own body.
    write: async (_stream: Readable, id: string): Promise<number> =>
      receiveBytes(context, request, await getState(id), lock.lease(), interrupted.signal),
    async remove(id: string) {
      await sessions.close(id)
      await deleteUpload(context, id)
    },
  })

  async function finish(id: string) {
    const digests = await sessions.digestsOf(id, (await getState(id)).length)
    await sessions.close(id)
    await finishUpload(context, id, digests)
  }
  return { store, locker: lock.locker, finish, isInterrupted: () => interrupted.signal.aborted }
}

/** The lease in the database is the lock. A second request of the same client interrupts the first. */
function createLock({ db, sessions, renewal }: TusContext, interrupt: () => void) {
  let lease: UploadLease | undefined
  const locker = {
    newLock: (id: string) => ({
      async lock(signal: AbortSignal) {
        sessions.interrupt(id)
        lease = await acquireLease(db, renewal, {
          id,
          node: sessions.node,
          onTakeover: interrupt,
          signal,
        })
        sessions.activate(id, interrupt)
      },
      async unlock() {
        sessions.deactivate(id)
        await lease?.release()
      },
    }),
  }
  return { locker, lease: () => lease! }
}

async function getUploadState(
  { db }: TusContext,
  person: Caller | null,
  id: string,
): Promise<UploadState> {
  const state = await findUploadState(db, id)
  if (!state || state.person !== person?._id) throw notFound('upload')
  return state
}

/** Returns the new offset. */
async function receiveBytes(
  { db, sessions }: TusContext,
  { body, checksum }: TusRequest,
  upload: UploadState,
  { fence, previousHolder }: UploadLease,
  stop: AbortSignal,
): Promise<number> {
  const { _id: id, saved: savedBefore, length } = upload
  const session = await sessions.resume(upload, previousHolder === sessions.node)
  const onSaved = async (saved: SavedBytes) => {
    if (saved.length < length) await saveProgress(db, { id, fence, saved })
    else
      await inTransaction(db, async (tx) => {
        await saveProgress(tx, { id, fence, saved })
        await planFinish(tx, id)
      })
    sessions.recordSaved(id, saved.length)
  }
  const bytes = readBodyBytes(body, { limit: length - savedBefore.length, stop })
  const { saved, interruptedBy } = await session
    .receive(bytes, { onSaved, ...(checksum && { checksum }) })
    .catch(async (error: unknown) => {
      // The hash may no longer match the saved bytes.
      await sessions.close(id)
      throw error
    })
  if (interruptedBy !== undefined) throw interruptedBy
  return saved.length
}
