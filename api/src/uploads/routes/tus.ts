// @tus/server handles the tus protocol. It is created for each request, so that the store knows the
// caller and keeps no state between requests.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Server } from '@tus/server'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { Problem, malformed } from '../../kernel/http/contract/problem.ts'
import type { Checksum } from '../../kernel/storage/intake.ts'
import { storageFull } from '../../kernel/storage/storage-full.ts'
import { beginUpload } from '../commands/begin.ts'
import { CHECKSUMS, readChecksum } from '../rules.ts'
import { createTusStore, type TusContext, type SharedUploadContext } from './tus-store.ts'

const VERSION = '1.0.0'
const PATH = '/api/uploads'
const MAX_LENGTH = 10 ** 13

type TusCall = { db: Db; person: Caller | null; request: Request; raw: Readable }

/** The library does not read the body: the store reads the bytes from `raw`. */
export async function handleTus(
  shared: SharedUploadContext,
  { db, person, request, raw }: TusCall,
): Promise<Response> {
  const context: TusContext = { ...shared, db }
  if (request.method !== 'OPTIONS' && request.headers.get('tus-resumable') !== VERSION)
    throw new Problem(
      412,
      'upload.version-unsupported',
      `Send Tus-Resumable: ${VERSION}.`,
      {},
      { 'tus-version': VERSION, connection: 'close' },
    )
  let failure: unknown
  const { store, locker, finish, isInterrupted } = createTusStore(context, {
    person,
    body: raw,
    checksum: createChecksum(request.headers.get('upload-checksum')),
  })
  const server = new Server({
    path: PATH,
    datastore: store,
    locker,
    relativeLocation: true,
    namingFunction: (creation, metadata) => begin(context, person!, creation, metadata ?? {}),
    onUploadFinish: async (_request, upload) => {
      await finish(upload.id)
      return {}
    },
    onResponseError: (_request, error) => void (failure = error),
  })
  const response = await server.handleWeb(request)
  if (failure || response.status >= 400)
    throw toProblem(failure, response.status, await response.text())
  return new Response(null, {
    status: response.status,
    headers: {
      ...protocolHeaders(response),
      ...(request.method === 'OPTIONS' && { 'tus-checksum-algorithm': CHECKSUMS.join(',') }),
      // The rest of the body would be read as the next request.
      ...(isInterrupted() && { connection: 'close' }),
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
      'upload.file-required',
      'Send `file` in Upload-Metadata: the id that POST /files returned.',
    )
  const length = Number(request.headers.get('upload-length'))
  if (length > MAX_LENGTH)
    throw new Problem(413, 'upload.too-large', `A file may have at most ${MAX_LENGTH} bytes.`)
  if (length > (await storage.freeBytes())) throw storageFull()
  return inTransaction(db, (tx) => beginUpload(tx, { file, length, metadata, by }))
}

function createChecksum(header: string | null): Checksum | undefined {
  if (header === null) return undefined
  const expected = readChecksum(header)
  if (!expected)
    throw malformed(
      'upload.checksum-invalid',
      `Send Upload-Checksum as one of ${CHECKSUMS.join(', ')}, a space, and the digest in base64.`,
    )
  const hash = createHash(expected.algorithm)
  return {
    update: (piece) => void hash.update(piece),
    verify: () => {
      if (hash.digest('base64') !== expected.digest)
        throw new Problem(
          460,
          'upload.checksum-mismatch',
          'The checksum does not match, so no byte of this request was saved. Send them again.',
        )
    },
  }
}

/** Only tus headers: the kernel decides about CORS. */
const protocolHeaders = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(([name]) =>
      /^(tus-|upload-)|^(location|connection|cache-control)$/.test(name),
    ),
  )

const CODES: Record<number, string> = {
  404: 'upload.not-found',
  409: 'upload.offset-conflict',
  410: 'upload.gone',
  413: 'upload.too-large',
  501: 'upload.unsupported',
}

/** Closes the connection: the rest of a rejected body would be read as the next request. */
function toProblem(failure: unknown, status: number, text: string): unknown {
  const headers = { 'tus-resumable': VERSION, connection: 'close' }
  if (failure instanceof Problem)
    return new Problem(failure.status, failure.code, failure.message, failure.more, {
      ...failure.headers,
      ...headers,
    })
  if (failure instanceof Error) return failure
  return new Problem(status, CODES[status] ?? 'upload.invalid', text.trim(), {}, headers)
}
