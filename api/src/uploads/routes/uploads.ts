import type { Readable } from 'node:stream'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { App } from '../../kernel/http/app.ts'
import { serveFetchHandler } from '../../kernel/http/serve-fetch-handler.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Intake } from '../../kernel/storage/intake.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { startLeaseRenewal } from '../commands/lease.ts'
import { createUploadSessions } from '../commands/sessions.ts'
import * as contract from '../contract.ts'
import { getUpload, listUploads } from '../queries.ts'
import { presentUpload } from '../rules.ts'
import type { SharedUploadContext } from './tus-store.ts'

type UploadCall = {
  db: Db
  person: Caller
  params: { id: string }
  request: Request
  raw: Readable
}

/** Imported by the first upload, because the library loads undici, which would delay each start. */
const handleTus: typeof import('./tus.ts').handleTus = async (shared, call) => {
  const { handleTus: handle } = await import('./tus.ts')
  return handle(shared, call)
}

export function uploadRoutes(app: App, { storage, intake }: { storage: Storage; intake: Intake }) {
  const { fastify } = app
  const context: SharedUploadContext = {
    storage,
    intake,
    sessions: createUploadSessions(intake),
    renewal: startLeaseRenewal(app.database.uploads(undefined)),
  }
  // At shutdown, clients get their offset and continue with another node.
  fastify.addHook('preClose', async () => context.sessions.interruptAll())
  fastify.addHook('onClose', () => context.sessions.closeAll())

  serveFetchHandler(app, contract.describeUploads, (call) => handleTus(context, call))
  serveFetchHandler(app, contract.beginUpload, (call) => handleTus(context, call))
  // Every request checks that the caller may still upload this file.
  const handleUpload = async (call: UploadCall) => {
    await getUpload(call.db, call.person, call.params.id)
    return handleTus(context, call)
  }
  serveFetchHandler(app, contract.askUpload, handleUpload)
  serveFetchHandler(app, contract.continueUpload, handleUpload)
  serveFetchHandler(app, contract.endUpload, handleUpload)
  serve(
    app,
    contract.listUploads,
    ({ person, range, db }) => listUploads(db, person, range),
    presentUpload,
  )
  serve(
    app,
    contract.getUpload,
    ({ person, params, db }) => getUpload(db, person, params.id),
    presentUpload,
  )
}
