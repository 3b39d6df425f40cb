import type { FastifyReply, FastifyRequest } from 'fastify'
import { addRoute } from './add-route.ts'
import type { App } from './app.ts'
import type { Endpoint } from './contract/endpoint.ts'
import type { View } from './contract/view.ts'
import { databaseFor } from './database-for.ts'
import {
  findDocument,
  mayBuildAs,
  renderDocument,
  storeDocument,
  variantOf,
  type DocumentKind,
  type StoredDocument,
  type WantedDocument,
} from './documents.ts'
import type { JsonReply } from './json-reply.ts'
import {
  createHandler,
  createReplyChecker,
  sendJson,
  viewFor,
  type ServeArguments,
} from './serve.ts'

/**
 * Binds an endpoint that reads one record by its id. The caller and the document are read in one
 * statement. Readers who do not see everything in the document get the assembled record.
 */
export function serveDocument<E extends Endpoint, Stored, Facts>(
  app: App,
  endpoint: E,
  document: DocumentKind<Facts>,
  ...[handle, ...derive]: ServeArguments<E, Stored>
): void {
  const assemble = createHandler(app, endpoint, handle, ...derive)
  const checkReply = app.checkReplies ? createReplyChecker(endpoint) : () => {}
  const host = new URL(app.config.publicUrl).host
  const wants = (request: FastifyRequest) =>
    // A query is not valid here. The handler tells why.
    request.url.includes('?')
      ? undefined
      : {
          kind: document.kind,
          ...(document.readerFact && { readerFact: document.readerFact }),
          id: (request.params as { id: string }).id,
          variant: variantOf({ host, appUrl: app.config.appUrl, keyId: app.keys.current }),
        }

  addRoute(
    app,
    endpoint,
    async (request: FastifyRequest, reply: FastifyReply) => {
      const wanted = wants(request)
      const prepared = wanted && (await prepare(app, document, { request, wanted, host }))
      return prepared ? sendJson(request, reply, prepared, checkReply) : assemble(request, reply)
    },
    wants,
  )
}

async function prepare<Facts>(
  app: App,
  document: DocumentKind<Facts>,
  { request, wanted, host }: { request: FastifyRequest; wanted: WantedDocument; host: string },
): Promise<JsonReply | undefined> {
  const view: View = viewFor(app, host, request)
  const stored = request.document ?? (await findOrBuild(app, document, { request, wanted, view }))
  const rendered = stored && renderDocument(document, stored, view)
  if (rendered && document.afterRead)
    await document.afterRead(databaseFor(app, request), rendered.facts, view.person)
  return rendered?.reply
}

async function findOrBuild<Facts>(
  app: App,
  document: DocumentKind<Facts>,
  { request, wanted, view }: { request: FastifyRequest; wanted: WantedDocument; view: View },
): Promise<StoredDocument | undefined> {
  const db = databaseFor(app, request)
  const found = request.document === undefined && (await findDocument(db, wanted, view.person._id))
  if (found) return found
  const built = mayBuildAs(view.person) && (await document.build(db, wanted.id, view))
  if (!built) return undefined
  const stored = await storeDocument(db, wanted, built)
  if (!document.readerFact) return stored
  return (await findDocument(db, wanted, view.person._id)) ?? undefined
}
