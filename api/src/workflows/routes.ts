import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { changeWorkflow, createWorkflow, removeWorkflow } from './commands.ts'
import * as contract from './contract.ts'
import { getWorkflow, listWorkflows } from './queries.ts'
import { presentWorkflow } from './rules.ts'

export function workflowRoutes(app: App) {
  serve(
    app,
    contract.listWorkflows,
    ({ person, range, db }) => listWorkflows(db, viewerOf(person), range),
    presentWorkflow,
  )
  serve(
    app,
    contract.getWorkflow,
    ({ person, params, db }) => getWorkflow(db, viewerOf(person), params.id),
    presentWorkflow,
  )
  serve(
    app,
    contract.createWorkflow,
    ({ body, transaction }) => transaction((tx) => createWorkflow(tx, { body })),
    presentWorkflow,
  )
  serve(
    app,
    contract.changeWorkflow,
    ({ params, body, checkPreconditions, transaction }) =>
      transaction((tx) => changeWorkflow(tx, { id: params.id, body, checkPreconditions })),
    presentWorkflow,
  )
  serve(app, contract.removeWorkflow, ({ params, checkPreconditions, transaction }) =>
    transaction((tx) => removeWorkflow(tx, { id: params.id, checkPreconditions })),
  )
}
