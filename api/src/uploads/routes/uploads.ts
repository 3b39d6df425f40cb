import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { App } from '../../kernel/http/app.ts'
import { serveFetchHandler } from '../../kernel/http/serve-fetch-handler.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Intake } from '../../kernel/storage/intake.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import * as contract from '../contract.ts'
import { getUpload, listUploads } from '../queries.ts'
import { presentUpload } from '../rules.ts'
import { createUploadSessions } from '../commands/sessions.ts'
import { handleTus, type TusContext } from './tus.ts'

export function uploadRoutes(app: App, { storage, intake }: { storage: Storage; intake: Intake }) {
  const { db, fastify } = app
  const desk: TusContext = {
    db,
    storage,
    intake,
    sessions: createUploadSessions(intake),
    node: randomUUID(),
    open: new Map(),
  }
  // Who sends is told how far they came, and goes on with whoever serves next.
  fastify.addHook('preClose', async () => desk.open.forEach((giveUp) => giveUp()))
  fastify.addHook('onClose', () => desk.sessions.close())

  serveFetchHandler(app, contract.describeUploads, (handed) => handleTus(desk, handed))
  serveFetchHandler(app, contract.beginUpload, (handed) => handleTus(desk, handed))
  // Whether the file is still theirs to bring is asked at every call.
  const goOn = async (handed: {
    person: Caller
    params: { id: string }
    request: Request
    raw: Readable
  }) => {
    await getUpload(db, handed.person, handed.params.id)
    return handleTus(desk, handed)
  }
  serveFetchHandler(app, contract.askUpload, goOn)
  serveFetchHandler(app, contract.continueUpload, goOn)
  serveFetchHandler(app, contract.endUpload, goOn)
  serve(
    app,
    contract.listUploads,
    ({ person, range }) => listUploads(db, person, range),
    presentUpload,
  )
  serve(
    app,
    contract.getUpload,
    ({ person, params }) => getUpload(db, person, params.id),
    presentUpload,
  )
}
