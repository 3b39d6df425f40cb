import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { changeWorkflow, createWorkflow, removeWorkflow } from './commands.ts'
import * as contract from './contract.ts'
import { getWorkflow, listWorkflows } from './queries.ts'
import { presentWorkflow } from './rules.ts'

export function workflowRoutes(app: App) {
  const { db } = app
  serve(app, contract.listWorkflows, ({ range }) => listWorkflows(db, range), presentWorkflow)
  serve(app, contract.getWorkflow, ({ params }) => getWorkflow(db, params.id), presentWorkflow)
  serve(
    app,
    contract.createWorkflow,
    ({ body, transaction }) => transaction((tx) => createWorkflow(tx, { body })),
    presentWorkflow,
  )
  serve(
    app,
    contract.changeWorkflow,
    ({ params, body, accept, transaction }) =>
      transaction((tx) => changeWorkflow(tx, { id: params.id, body, accept })),
    presentWorkflow,
  )
  serve(app, contract.removeWorkflow, ({ params, accept, transaction }) =>
    transaction((tx) => removeWorkflow(tx, { id: params.id, accept })),
  )
}
