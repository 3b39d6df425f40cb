import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { retryJob } from './commands.ts'
import * as contract from './contract.ts'
import { getJob, listJobs, summariseJobs } from './queries.ts'

export function jobRoutes(app: App) {
  const { db } = app
  serve(app, contract.listJobs, ({ range, query }) => listJobs(db, range, query))
  serve(app, contract.summariseJobs, () => summariseJobs(db))
  serve(app, contract.getJob, ({ params }) => getJob(db, params.id))
  serve(app, contract.retryJob, ({ params, transaction }) =>
    transaction((tx) => retryJob(tx, params.id)),
  )
}
