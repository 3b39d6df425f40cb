// Sends a share as one ZIP.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { viewerOf } from '../../access/queries/visibility.ts'
import { sendArchive } from '../../downloads/routes/send-archive.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { App } from '../../kernel/http/app.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden, notFound } from '../../kernel/http/contract/problem.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { recordArchive } from '../commands/archive.ts'
import { getSharedPage, listSharedContent } from '../queries/shared.ts'
import { sharedArchiveName } from '../rules/shared.ts'
import type { RunningDownloads } from './running-downloads.ts'

type Exchange = { db: Db; person: Caller; request: FastifyRequest; reply: FastifyReply }

export function createArchiveSender(
  { config }: App,
  { storage, downloads }: { storage: Storage; downloads: RunningDownloads },
) {
  return async ({ db, person, request, reply }: Exchange) => {
    const page = await getSharedPage(db, person)
    if (!page.mayDownload)
      throw forbidden('share.not-allowed', 'This link does not allow downloads.')
    const content = await listSharedContent(db, viewerOf(person))
    if (content.length === 0) throw notFound('shared file')
    const files = content.map(({ file }) => file)
    return sendArchive(
      { db, storage, request, reply },
      { name: sharedArchiveName(page), created: page.created, content },
      {
        record: (isResumed) =>
          inTransaction(db, (tx) =>
            recordArchive(tx, {
              files,
              guest: person,
              isResumed,
              // One archive always fits.
              budget: config.downloadBudget + files.length,
              request,
            }),
          ),
        run: (send) => downloads.run({ share: page._id, files }, send),
      },
    )
  }
}
