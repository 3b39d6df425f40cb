import type { App } from '../../kernel/http/app.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import { serve } from '../../kernel/http/serve.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { startDownloads } from '../commands.ts'
import * as contract from '../contract.ts'
import { contentOfFile } from '../queries/content.ts'
import { listDownloads } from '../queries/list.ts'
import { listStartedTogether } from '../queries/started-together.ts'
import { nameOfDownloads } from '../rules/archive.ts'
import { alertWhenRejected } from './budget-alert.ts'
import { createDownloadsSender } from './send-downloads.ts'
import { createContentSender, requireDownload, SHOWN_IN_APP } from './send-content.ts'

export function downloadRoutes(app: App, { storage }: { storage: Storage }) {
  const { config, database } = app
  const { downloadBudget: budget } = config
  const send = createContentSender(app, storage)
  serve(app, contract.listDownloads, ({ person, query, range, db }) =>
    listDownloads(db, person, range, query),
  )
  serve(
    app,
    contract.startDownloads,
    ({ body, person, transaction }) =>
      alertWhenRejected(
        database.system,
        { files: body.files.map(idOf), by: person, budget },
        transaction((tx) => startDownloads(tx, { files: body.files, by: person, budget })),
      ),
    (downloads, { sign }) =>
      downloads.map((download) => ({
        ...download,
        url: sign(`/files/${download.file._id}/content`),
      })),
  )
  serve(
    app,
    contract.startArchive,
    ({ body, person, transaction }) =>
      alertWhenRejected(
        database.system,
        { files: body.files.map(idOf), by: person, budget },
        transaction((tx) => startDownloads(tx, { files: body.files, by: person, budget })),
      ),
    (downloads, { sign }) => ({
      url: sign(`/downloads/${downloads[0]!._id}/archive`),
      name: nameOfDownloads(downloads),
      downloads,
    }),
  )
  const sendArchive = createDownloadsSender(app, storage)
  serve(app, contract.sendArchive, async ({ params, ...request }) =>
    sendArchive(request, await listStartedTogether(request.db, request.person, params.id)),
  )
  serve(app, contract.sendFile, async ({ params, ...request }) =>
    send(request, await contentOfFile(request.db, request.person, params.id)),
  )
  const sendDocument = createContentSender(app, storage, contract.readDocument, SHOWN_IN_APP)
  serve(app, contract.readDocument, async ({ params, ...request }) => {
    const content = await contentOfFile(request.db, request.person, params.id)
    requireDownload(request.person, content)
    if (content.mime !== 'application/pdf')
      throw conflict('file.not-a-pdf', 'Only PDF files can be read in the browser.')
    return sendDocument(request, content, app.stopping.signal)
  })
}
