import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { changeProject, createProject, removeProject } from './commands.ts'
import * as contract from './contract.ts'
import { getProject, listProjects } from './queries.ts'
import { presentProject } from './rules.ts'

export function projectRoutes(app: App) {
  serve(
    app,
    contract.listProjects,
    ({ person, query, range, db }) => listProjects(db, viewerOf(person), query, range),
    presentProject,
  )
  serve(
    app,
    contract.getProject,
    ({ person, params, db }) => getProject(db, viewerOf(person), params.id),
    presentProject,
  )
  serve(
    app,
    contract.createProject,
    ({ body, person, transaction }) => transaction((tx) => createProject(tx, { body, by: person })),
    presentProject,
  )
  serve(
    app,
    contract.changeProject,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        changeProject(tx, { id: params.id, body, by: person, checkPreconditions }),
      ),
    presentProject,
  )
  serve(app, contract.removeProject, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => removeProject(tx, { id: params.id, by: person, checkPreconditions })),
  )
}
