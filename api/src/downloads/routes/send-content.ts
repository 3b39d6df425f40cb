import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { auditEntry } from '../../kernel/audit/entry.ts'
import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { App } from '../../kernel/http/app.ts'
import { contentDisposition } from '../../kernel/http/attachment.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { Endpoint } from '../../kernel/http/contract/endpoint.ts'
import { forbidden } from '../../kernel/http/contract/problem.ts'
import { matchesIfNoneMatch } from '../../kernel/http/etag.ts'
import { sendChunks, sendFile } from '../../kernel/http/send-file.ts'
import { DamagedObjectError } from '../../kernel/storage/encrypted/format.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { recordDownload } from '../commands.ts'
import * as contract from '../contract.ts'
import { damaged, type Content } from '../queries/content.ts'
import { parseByteRange, unsatisfiableRange, type RequestedRange } from '../rules.ts'
import { alertWhenRejected } from './budget-alert.ts'

type Exchange = { db: Db; person: Caller; request: FastifyRequest; reply: FastifyReply }
/** How long a presigned URL is valid: long enough to follow the redirect. */
const PRESIGNED_SECONDS = 60

type ContentHeaders = (content: Content) => Record<string, string>
const asAttachment: ContentHeaders = ({ name }) => ({
  'content-disposition': contentDisposition(name),
  'content-security-policy': "sandbox; default-src 'none'",
})
/** The viewer of the browser needs its own styles and, in Chromium, an embedded object. */
export const SHOWN_IN_APP: ContentHeaders = () => ({
  'content-disposition': 'inline',
  'content-security-policy':
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
})

/**
 * Sends a file, or the requested range of it. With a `signal`, which ends the response, the bytes go
 * through this process: neither a proxy nor S3 would stop.
 */
export function createContentSender(
  app: App,
  storage: Storage,
  endpoint: Endpoint = contract.sendFile,
  headersOf = asAttachment,
) {
  return async (
    { db, person, request, reply }: Exchange,
    content: Content,
    signal?: AbortSignal,
  ) => {
    requireDownload(person, content)
    const etag = `"${content.key.slice(0, 32)}"`
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag))
      return reply.code(304).header('etag', etag).send()
    const range = requestedRange(request, etag, content.length)
    // Responses without bytes need no record.
    if (request.method !== 'HEAD')
      await record(app, { endpoint, db, person, request, content, range })
    reply.headers({
      'content-type': content.mime,
      ...headersOf(content),
      etag,
    })
    if (!signal && app.config.xAccel && storage.pathOf)
      return reply
        .header('x-accel-redirect', app.config.xAccel + storage.pathOf(content.key))
        .send()
    const url =
      signal || request.method === 'HEAD' ? undefined : await presign(app, storage, content)
    if (url) return reply.redirect(url, 307)
    return stream(app, storage, { request, reply, signal }, content, range)
  }
}

export function requireDownload(person: Caller, { studio }: Content) {
  if (!callerIn(person, studio).permissions.has('file.download'))
    throw forbidden('permission.required', 'You need the permission file.download.')
}

export function requestedRange(
  { headers }: FastifyRequest,
  etag: string,
  length: number,
): RequestedRange {
  if (length === 0) return { start: 0, end: -1, whole: true }
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = parseByteRange(isSame ? headers.range : undefined, length)
  if (range === 'unsatisfiable') throw unsatisfiableRange(length)
  return range
}

/** Committed before the first byte is read. */
async function record(
  { database, config: { downloadBudget: budget } }: App,
  {
    endpoint,
    db,
    person,
    request,
    content,
    range,
  }: Omit<Exchange, 'reply'> & { endpoint: Endpoint; content: Content; range: RequestedRange },
): Promise<void> {
  // POST /downloads has recorded the signed link of a user. The link of a guest is not recorded yet.
  const isRecordedLink = !request.headers.authorization && !person.share
  const resumed = range.start > 0 || isRecordedLink
  const entry = auditEntry(
    {
      endpoint,
      person,
      params: request.params,
      query: {},
      body: undefined,
      request: request.id,
      address: request.ip,
    },
    content,
  )
  await alertWhenRejected(
    database.system,
    { files: [content.file], by: person, budget },
    inTransaction(db, async (tx) => {
      if (await recordDownload(tx, { content, resumed, by: person, budget }))
        await recordAudit(tx, entry)
    }),
  )
}

/** Undefined unless the S3 store sends the bytes itself. */
async function presign({ config }: App, storage: Storage, { key, mime, name }: Content) {
  if (!config.s3?.presign) return undefined
  const disposition = contentDisposition(name)
  return storage.presign?.(key, { disposition, mime, seconds: PRESIGNED_SECONDS })
}

async function stream(
  { config }: App,
  storage: Storage,
  { request, reply, signal }: Pick<Exchange, 'request' | 'reply'> & { signal?: AbortSignal },
  { key, length }: Content,
  { start, end, whole }: RequestedRange,
) {
  reply.code(whole ? 200 : 206).headers({
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(!whole && { 'content-range': `bytes ${start}-${end}/${length}` }),
  })
  // On HEAD, Fastify would overwrite our Content-Length.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  if (end < start) return reply.send()
  if (!storage.pathOf) {
    const bytes = await openBytes(storage.read(key, { start, end }))
    return signal ? sendChunks(reply, bytes, signal) : reply.send(bytes)
  }
  await sendFile(reply, join(config.dataDir, storage.pathOf(key)), { start, end }, signal).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? damaged() : error
    },
  )
  return reply
}

/** Waits for the first bytes, so that an encrypted object that does not open is a problem. */
async function openBytes(bytes: Readable): Promise<Readable> {
  await once(bytes, 'readable').catch((error: unknown) => {
    throw error instanceof DamagedObjectError ? damaged() : error
  })
  return bytes
}
