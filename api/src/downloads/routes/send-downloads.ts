// Sends the downloads that a person started together as one ZIP.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { auditEntry } from '../../kernel/audit/entry.ts'
import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { App } from '../../kernel/http/app.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { recordDownloads } from '../commands.ts'
import * as contract from '../contract.ts'
import { contentOfFiles, type Content } from '../queries/content.ts'
import { nameOfDownloads } from '../rules/archive.ts'
import { alertWhenRejected } from './budget-alert.ts'
import { sendArchive } from './send-archive.ts'
import { requireDownload } from './send-content.ts'

type Exchange = { db: Db; person: Caller; request: FastifyRequest; reply: FastifyReply }

export function createDownloadsSender(app: App, storage: Storage) {
  return async (
    { db, person, request, reply }: Exchange,
    downloads: readonly contract.Download[],
  ) => {
    const files = downloads.map(({ file }) => file._id)
    const content = await contentOfFiles(db, person, files, 'download')
    for (const file of content) requireDownload(person, file)
    return sendArchive(
      { db, storage, request, reply },
      { name: nameOfDownloads(downloads), created: downloads[0]!.created, content },
      {
        record: (isResumed) => record(app, { db, person, request, content, isResumed }),
        run: (send) => send(app.stopping.signal),
      },
    )
  }
}

type Recorded = Omit<Exchange, 'reply'> & { content: readonly Content[]; isResumed: boolean }

/** Committed before the first byte is read. */
async function record(
  { database, config: { downloadBudget: budget } }: App,
  { db, person, request, content, isResumed }: Recorded,
): Promise<void> {
  const files = content.map(({ file }) => file)
  // POST /downloads/archive has recorded a signed link.
  const resumed = isResumed || !request.headers.authorization
  await alertWhenRejected(
    database.system,
    { files, by: person, budget },
    inTransaction(db, async (tx) => {
      const added = new Set(await recordDownloads(tx, { files, resumed, by: person, budget }))
      const studios = content.filter(({ file }) => added.has(file)).map(({ studio }) => studio)
      for (const studio of new Set(studios))
        await recordAudit(
          tx,
          auditEntry(
            {
              endpoint: contract.sendArchive,
              person,
              params: request.params,
              query: {},
              body: undefined,
              request: request.id,
              address: request.ip,
            },
            { studio },
          ),
        )
    }),
  )
}
