import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/caller.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { recordDownload, startDownloads } from './commands.ts'
import * as contract from './contract.ts'
import { contentOfFile, contentOfOffline, contentOfPreview, type Content } from './queries/content.ts'
import { listDownloads } from './queries/list.ts'
import { dispositionOf, spanOf, unsatisfiable } from './rules.ts'

type Sending = { person: Caller; request: FastifyRequest; reply: FastifyReply }

export function downloadRoutes(app: App, { storage }: { storage: Storage }) {
  const { db } = app
  serve(app, contract.listDownloads, ({ person, query, range }) => listDownloads(db, person, range, query))
  serve(app, contract.startDownloads, ({ body, person, transaction }) => transaction((tx) => startDownloads(tx, { files: body.files, by: person })),
    (downloads, { sign }) => downloads.map((download) => ({ ...download, url: sign(`/files/${download.file._id}/content`) })))

  serve(app, contract.sendFile, async ({ params, ...sending }) => send(sending, await contentOfFile(db, sending.person, params.id)))
  serve(app, contract.sendPreview, async ({ params, ...sending }) => send(sending, await contentOfPreview(db, sending.person, params.id)))
  serve(app, contract.sendOffline, async ({ params, ...sending }) => send(sending, await contentOfOffline(db, sending.person, params.id)))

  /** No bytes without their record: it is committed before the first of them is read. */
  async function send({ person, request, reply }: Sending, content: Content) {
    const etag = `"${content.key.slice(0, 32)}"`
    const sameBytes = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
    const span = content.length === 0 ? { start: 0, end: -1, whole: true } : spanOf(sameBytes ? request.headers.range : undefined, content.length)
    if (span === 'unsatisfiable') throw unsatisfiable(content.length)
    if (request.method !== 'HEAD') await inTransaction(db, (tx) => recordDownload(tx, { content, resumed: span.start > 0 || !request.headers.authorization, by: person }))
    reply.code(span.whole ? 200 : 206).headers({
      'content-type': content.mime, 'content-length': span.end - span.start + 1, 'content-disposition': dispositionOf(content.name), 'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes', 'etag': etag, ...(!span.whole && { 'content-range': `bytes ${span.start}-${span.end}/${content.length}` }),
    })
    // On HEAD Fastify would write the length of what is sent over ours; of a stream it knows none.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    return span.end < span.start ? reply.send() : reply.send(storage.read(content.key, span))
  }
}
