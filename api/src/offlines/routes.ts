import { viewerOf } from '../access/queries/sight.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { watchRoutes } from '../renditions/routes.ts'
import { bringOffline, decideOffline } from './commands/offlines.ts'
import * as contract from './contract.ts'
import { getOffline, listOfflines, offlineScreen } from './queries/offlines.ts'
import { presentOffline } from './rules/offlines.ts'

export function offlineRoutes(app: App, { storage }: { storage: Storage }) {
  const { db } = app
  serve(app, contract.listOfflines, ({ person, query, range }) => listOfflines(db, viewerOf(person), range, query), presentOffline)
  serve(app, contract.getOffline, ({ person, params }) => getOffline(db, viewerOf(person), params.id), presentOffline)
  serve(app, contract.bringOffline, ({ body, person, transaction }) => transaction((tx) => bringOffline(tx, { body, by: person })), presentOffline)
  serve(app, contract.decideOffline, ({ params, body, person, accept, transaction }) =>
    transaction((tx) => decideOffline(tx, { id: params.id, body, by: person, accept })), presentOffline)
  watchRoutes(app, contract.watchOffline, { storage, screen: offlineScreen })
}
