import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { auditEntry } from '../kernel/audit/entry.ts'
import { recordAudit } from '../kernel/audit/record.ts'
import { callerIn, type Caller } from '../kernel/http/contract/caller.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import type { App } from '../kernel/http/app.ts'
import { matchesIfNoneMatch } from '../kernel/http/etag.ts'
import { sendFile } from '../kernel/http/send-file.ts'
import { contentDisposition } from '../kernel/http/attachment.ts'
import { serve } from '../kernel/http/serve.ts'
import { Problem, forbidden } from '../kernel/http/contract/problem.ts'
import { idOf } from '../kernel/http/contract/schema.ts'
import { DamagedObjectError } from '../kernel/storage/encrypted/format.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { recordDownload, startDownloads, emitBudgetAlert } from './commands.ts'
import * as contract from './contract.ts'
import { contentOfFile, damaged, type Content } from './queries/content.ts'
import { listDownloads } from './queries/list.ts'
import { parseByteRange, unsatisfiableRange, type RequestedRange } from './rules.ts'

type Sending = { person: Caller; request: FastifyRequest; reply: FastifyReply }
/** How long a presigned URL is valid: long enough to follow the redirect. */
const PRESIGNED_SECONDS = 60

export function downloadRoutes(app: App, { storage }: { storage: Storage }) {
  const { db, config } = app
  const { downloadBudget: budget } = config
  serve(app, contract.listDownloads, ({ person, query, range }) =>
    listDownloads(db, person, range, query),
  )
  serve(
    app,
    contract.startDownloads,
    ({ body, person, transaction }) =>
      withinBudget(
        person,
        body.files.map(idOf),
        transaction((tx) => startDownloads(tx, { files: body.files, by: person, budget })),
      ),
    (downloads, { sign }) =>
      downloads.map((download) => ({
        ...download,
        url: sign(`/files/${download.file._id}/content`),
      })),
  )

  serve(app, contract.sendFile, async ({ params, ...sending }) =>
    send(sending, await contentOfFile(db, sending.person, params.id)),
  )

  /**
   * The record is committed before the first byte is read. Responses without bytes need no record.
   */
  async function send({ person, request, reply }: Sending, content: Content) {
    if (!callerIn(person, content.studio).permissions.has('file.download'))
      throw forbidden('right.missing', 'You need the permission file.download.')
    const etag = `"${content.key.slice(0, 32)}"`
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag))
      return reply.code(304).header('etag', etag).send()
    const sameBytes =
      request.headers['if-range'] === undefined || request.headers['if-range'] === etag
    const span =
      content.length === 0
        ? { start: 0, end: -1, whole: true }
        : parseByteRange(sameBytes ? request.headers.range : undefined, content.length)
    if (span === 'unsatisfiable') throw unsatisfiableRange(content.length)
    if (request.method !== 'HEAD') {
      const resumed = span.start > 0 || !request.headers.authorization
      await withinBudget(
        person,
        [content.file],
        inTransaction(db, async (tx) => {
          if (await recordDownload(tx, { content, resumed, by: person, budget }))
            await recordAudit(
              tx,
              auditEntry(
                {
                  endpoint: contract.sendFile,
                  person,
                  params: request.params,
                  query: {},
                  body: undefined,
                  request: request.id,
                  address: request.ip,
                },
                content,
              ),
            )
        }),
      )
    }
    const disposition = contentDisposition(content.name)
    reply.headers({
      'content-type': content.mime,
      'content-disposition': disposition,
      'content-security-policy': "sandbox; default-src 'none'",
      etag,
    })
    if (config.xAccel && storage.pathOf)
      return reply.header('x-accel-redirect', config.xAccel + storage.pathOf(content.key)).send()
    if (config.s3?.presign && storage.presign && request.method !== 'HEAD')
      return reply.redirect(
        await storage.presign(content.key, {
          disposition,
          mime: content.mime,
          seconds: PRESIGNED_SECONDS,
        }),
        307,
      )
    return stream({ request, reply }, content, span)
  }

  async function stream(
    { request, reply }: Omit<Sending, 'person'>,
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
    if (!storage.pathOf) return reply.send(await openBytes(storage.read(key, { start, end })))
    await sendFile(reply, join(config.dataDir, storage.pathOf(key)), { start, end }).catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? damaged() : error
      },
    )
    return reply
  }

  /** A rejection rolls its transaction back, so the alert gets a transaction of its own. */
  async function withinBudget<T>(by: Caller, files: string[], work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (error instanceof Problem && error.code === 'download.budget')
        await inTransaction(db, (tx) => emitBudgetAlert(tx, { files, by, budget }))
      throw error
    }
  }
}

/** Waits for the first bytes, so that an encrypted object that does not open is a problem. */
async function openBytes(bytes: Readable): Promise<Readable> {
  await once(bytes, 'readable').catch((error: unknown) => {
    throw error instanceof DamagedObjectError ? damaged() : error
  })
  return bytes
}
