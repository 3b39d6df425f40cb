import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { retryJob } from './commands.ts'
import * as contract from './contract.ts'
import { getJob, listJobs, summarizeJobs } from './queries.ts'

export function jobRoutes(app: App) {
  serve(app, contract.listJobs, ({ range, query, db }) => listJobs(db, range, query))
  serve(app, contract.summarizeJobs, ({ db }) => summarizeJobs(db))
  serve(app, contract.getJob, ({ params, db }) => getJob(db, params.id))
  serve(app, contract.retryJob, ({ params, transaction }) =>
    transaction((tx) => retryJob(tx, params.id)),
  )
}
