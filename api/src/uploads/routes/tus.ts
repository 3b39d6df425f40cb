// tus is spoken by @tus/server; what it may do and where bytes go is ours. It is made anew for
// every request, so that the store knows whose request
// it serves and holds nothing between two.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DataStore, Server, Upload } from '@tus/server'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { readBodyBytes } from '../../kernel/http/body-bytes.ts'
import { Problem, malformed, notFound } from '../../kernel/http/contract/problem.ts'
import type { Checksum } from '../../kernel/storage/intake.ts'
import { storageFull } from '../../kernel/storage/local.ts'
import type { SavedBytes } from '../../kernel/storage/storage.ts'
import { beginUpload } from '../commands/begin.ts'
import { deleteUpload } from '../commands/delete.ts'
import { finishUpload, type UploadStores } from '../commands/finish.ts'
import { acquireLease, saveKept, type UploadLease } from '../commands/lease.ts'
import { findUploadState, type UploadState } from '../queries.ts'
import { CHECKSUMS, readChecksum } from '../rules.ts'
import type { UploadSessions } from '../commands/sessions.ts'

export type TusContext = UploadStores & {
  sessions: UploadSessions
  node: string
  /** Uploads that bytes are coming for, and how to ask for an early end. */ open: Map<
    string,
    () => void
  >
}

const VERSION = '1.0.0'
const PATH = '/api/uploads'
const A_WEEK_MS = 7 * 86_400_000
const LARGEST = 10 ** 13

/** The library reads no body: the store takes the bytes from `body` itself. */
export async function handleTus(
  desk: TusContext,
  { person, request, raw: body }: { person: Caller | null; request: Request; raw: Readable },
): Promise<Response> {
  if (request.method !== 'OPTIONS' && request.headers.get('tus-resumable') !== VERSION)
    throw new Problem(
      412,
      'upload.version',
      `Send Tus-Resumable: ${VERSION}.`,
      {},
      { 'tus-version': VERSION, connection: 'close' },
    )
  let failure: unknown
  const { store, locker, finish, endedEarly } = createTusStore(desk, {
    person,
    body,
    checksum: checksumOf(request.headers.get('upload-checksum')),
  })
  const server = new Server({
    path: PATH,
    datastore: store,
    locker,
    relativeLocation: true,
    namingFunction: (asked, metadata) => begin(desk, person!, asked, metadata ?? {}),
    onUploadFinish: async (_request, upload) => {
      await finish(upload.id)
      return {}
    },
    onResponseError: (_request, error) => void (failure = error),
  })
  const response = await server.handleWeb(request)
  if (failure || response.status >= 400)
    throw problemOf(failure, response.status, await response.text())
  return new Response(null, {
    status: response.status,
    headers: {
      ...saidOf(response),
      ...(request.method === 'OPTIONS' && { 'tus-checksum-algorithm': CHECKSUMS.join(',') }),
      ...(endedEarly() && { connection: 'close' }),
    },
  })
}

async function begin(
  { db, storage }: TusContext,
  by: Caller,
  request: Request,
  metadata: Record<string, string | null>,
): Promise<string> {
  const file = metadata.file ?? ''
  if (!/^[0-9a-f]{24}$/.test(file))
    throw malformed(
      'upload.file-missing',
      'Name the file in Upload-Metadata: `file` with the id that POST /files answered.',
    )
  const length = Number(request.headers.get('upload-length'))
  if (length > LARGEST)
    throw new Problem(413, 'upload.too-large', `A file may be at most ${LARGEST} bytes long.`)
  if (length > (await storage.freeBytes())) throw storageFull()
  return inTransaction(db, (tx) => beginUpload(tx, { file, length, metadata, by }))
}

function createTusStore(
  desk: TusContext,
  {
    person,
    body,
    checksum,
  }: { person: Caller | null; body: Readable; checksum: Checksum | undefined },
) {
  const { db, sessions: sittings, node, open } = desk
  const early = new AbortController()
  const endEarly = () => early.abort()
  let hold: UploadLease | undefined

  const locker = {
    newLock: (id: string) => ({
      async lock(signal: AbortSignal) {
        open.get(id)?.()
        hold = await acquireLease(db, { id, node, giveUp: endEarly, signal })
        open.set(id, endEarly)
      },
      async unlock() {
        open.delete(id)
        await hold?.release()
      },
    }),
  }
  const store = Object.assign(new DataStore(), {
    extensions: ['creation', 'creation-with-upload', 'checksum', 'termination', 'expiration'],
    getExpiration: () => A_WEEK_MS,
    create: async (upload: Upload) => upload,
    async getUpload(id: string) {
      const { kept, length, metadata, created, fault } = await stateOf(id)
      if (fault) throw new Problem(410, fault.code, fault.detail)
      return new Upload({ id, size: length, offset: kept.length, metadata, creation_date: created })
    },
    async write(_nothing: Readable, id: string): Promise<number> {
      const { fence, before } = hold!
      const { kept: sofar, length } = await stateOf(id)
      const sitting = await sittings.take(id, sofar, before === node)
      const saved = async (kept: SavedBytes) => {
        await saveKept(db, { id, fence, kept })
        sittings.saved(id, kept.length)
      }
      const { saved: kept, interruptedBy: cut } = await sitting
        .receive(readBodyBytes(body, { limit: length - sofar.length, stop: early.signal }), {
          saved,
          ...(checksum && { checksum }),
        })
        .catch(async (error: unknown) => {
          // Nobody can say any more whether what was hashed is what was kept.
          await sittings.leave(id)
          throw error
        })
      if (cut !== undefined) throw cut
      return kept.length
    },
    async remove(id: string) {
      await sittings.leave(id)
      await deleteUpload(desk, id)
    },
  })

  async function stateOf(id: string): Promise<UploadState> {
    const state = await findUploadState(db, id)
    if (!state || state.person !== person?._id) throw notFound('upload')
    return state
  }
  async function finish(id: string) {
    const digests = await sittings.digestsOf(id, (await stateOf(id)).length)
    await sittings.leave(id)
    await finishUpload(desk, id, digests)
  }
  // What is left of the body would be taken for the next request.
  return { store, locker, finish, endedEarly: () => early.signal.aborted }
}

function checksumOf(header: string | null): Checksum | undefined {
  if (header === null) return undefined
  const asked = readChecksum(header)
  if (!asked)
    throw malformed(
      'upload.checksum-unknown',
      `Send Upload-Checksum as one of ${CHECKSUMS.join(', ')}, a space, and the digest in base64.`,
    )
  const hash = createHash(asked.algorithm)
  return {
    update: (piece) => void hash.update(piece),
    verify: () => {
      if (hash.digest('base64') !== asked.digest)
        throw new Problem(
          460,
          'upload.checksum-mismatch',
          'The bytes changed on their way. None of this call was kept; send them again.',
        )
    },
  }
}

/** Only what the protocol says; how other origins are let in is not for it to decide. */
const saidOf = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(([name]) =>
      /^(tus-|upload-)|^(location|connection|cache-control)$/.test(name),
    ),
  )

const CODES: Record<number, string> = {
  404: 'upload.unknown',
  409: 'upload.offset-conflict',
  410: 'upload.gone',
  413: 'upload.too-large',
  501: 'upload.unsupported',
}

/**
 * What is left of a body that was refused would be taken for the next request, so the line is
 * closed.
 */
function problemOf(failure: unknown, status: number, text: string): unknown {
  const headers = { 'tus-resumable': VERSION, connection: 'close' }
  if (failure instanceof Problem)
    return new Problem(failure.status, failure.code, failure.message, failure.more, {
      ...failure.headers,
      ...headers,
    })
  if (failure instanceof Error) return failure
  return new Problem(status, CODES[status] ?? 'upload.refused', text.trim(), {}, headers)
}
