import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { changeStudio, createStudio, removeStudio } from './commands.ts'
import * as contract from './contract.ts'
import { getStudio, listStudios } from './queries.ts'
import { presentStudio } from './rules.ts'

export function studioRoutes(app: App) {
  serve(
    app,
    contract.listStudios,
    ({ person, range, db }) => listStudios(db, viewerOf(person), range),
    presentStudio,
  )
  serve(
    app,
    contract.getStudio,
    ({ person, params, db }) => getStudio(db, viewerOf(person), params.id),
    presentStudio,
  )
  serve(
    app,
    contract.createStudio,
    ({ body, person, transaction }) => transaction((tx) => createStudio(tx, { body, by: person })),
    presentStudio,
  )
  serve(
    app,
    contract.changeStudio,
    ({ params, body, person, request, checkPreconditions, transaction }) =>
      transaction((tx) =>
        changeStudio(tx, {
          id: params.id,
          body,
          by: person,
          address: request.ip,
          checkPreconditions,
        }),
      ),
    presentStudio,
  )
  serve(app, contract.removeStudio, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => removeStudio(tx, { id: params.id, by: person, checkPreconditions })),
  )
}
