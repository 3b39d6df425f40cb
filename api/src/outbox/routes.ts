import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import * as contract from './contract.ts'
import { listOutbox } from './queries.ts'

export function outboxRoutes(app: App) {
  const { config, masterKeys } = app
  // Without a mail server, an admin passes the links on.
  const keys = config.smtp ? undefined : masterKeys
  serve(app, contract.listOutbox, ({ range, db }) => listOutbox(db, range, keys))
}
