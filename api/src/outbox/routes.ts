import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import * as contract from './contract.ts'
import { listOutbox } from './queries.ts'

export function outboxRoutes(app: App) {
  serve(app, contract.listOutbox, ({ range }) => listOutbox(app.db, range))
}
