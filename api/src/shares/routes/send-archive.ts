// Sends a share as one ZIP. Its layout is known before the bytes are, so any range can be requested.
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { viewerOf } from '../../access/queries/visibility.ts'
import { requestedRange } from '../../downloads/routes/send-content.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { App } from '../../kernel/http/app.ts'
import { contentDisposition } from '../../kernel/http/attachment.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden, notFound } from '../../kernel/http/contract/problem.ts'
import { sendChunks } from '../../kernel/http/send-file.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { recordArchive, saveChecksum } from '../commands/archive.ts'
import { getSharedPage, listSharedContent } from '../queries/shared.ts'
import { archiveFileName, archiveOf } from '../rules/shared.ts'
import { archiveBytes } from './archive-bytes.ts'
import type { RunningDownloads } from './running-downloads.ts'

type Exchange = { db: Db; person: Caller; request: FastifyRequest; reply: FastifyReply }

export function createArchiveSender(
  { config }: App,
  { storage, downloads }: { storage: Storage; downloads: RunningDownloads },
) {
  return async ({ db, person, request, reply }: Exchange) => {
    const page = await getSharedPage(db, person)
    if (!page.mayDownload)
      throw forbidden('share.watch-only', 'This link does not allow downloads.')
    const files = await listSharedContent(db, viewerOf(person))
    if (files.length === 0) throw notFound('shared file')
    const layout = archiveOf(files, page.created)
    const etag = `"${hash('sha256', JSON.stringify([page.created, files.map(({ name, key }) => [name, key])])).slice(0, 32)}"`
    const range = requestedRange(request, etag, layout.length)
    reply.code(range.whole ? 200 : 206).headers({
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(archiveFileName(page.name)),
      'content-length': range.end - range.start + 1,
      'accept-ranges': 'bytes',
      etag,
      ...(!range.whole && {
        'content-range': `bytes ${range.start}-${range.end}/${layout.length}`,
      }),
    })
    // On HEAD, Fastify would overwrite our Content-Length.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    await inTransaction(db, (tx) =>
      recordArchive(tx, {
        files: files.map(({ file }) => file),
        guest: person,
        isResumed: range.start > 0,
        // One archive always fits.
        budget: config.downloadBudget + files.length,
        request,
      }),
    )
    const known = files.flatMap(({ crc32 }, index): [number, number][] =>
      crc32 === null ? [] : [[index, crc32]],
    )
    return downloads.run({ share: page._id, files: files.map(({ file }) => file) }, (signal) =>
      sendChunks(
        reply,
        archiveBytes(layout, range, {
          storage,
          checksums: new Map(known),
          onChecksum: (key, checksum) => saveChecksum(db, key, checksum),
        }),
        signal,
      ),
    )
  }
}
