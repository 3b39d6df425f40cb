import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { changeTerritory, createTerritory, removeTerritory } from './commands.ts'
import * as contract from './contract.ts'
import { getTerritory, listTerritories } from './queries.ts'
import { presentTerritory } from './rules.ts'

export function territoryRoutes(app: App) {
  serve(
    app,
    contract.listTerritories,
    ({ query, range, db }) => listTerritories(db, query, range),
    presentTerritory,
  )
  serve(
    app,
    contract.getTerritory,
    ({ params, db }) => getTerritory(db, params.id),
    presentTerritory,
  )
  serve(
    app,
    contract.createTerritory,
    ({ body, transaction }) => transaction((tx) => createTerritory(tx, { body })),
    presentTerritory,
  )
  serve(
    app,
    contract.changeTerritory,
    ({ params, body, checkPreconditions, transaction }) =>
      transaction((tx) => changeTerritory(tx, { id: params.id, body, checkPreconditions })),
    presentTerritory,
  )
  serve(app, contract.removeTerritory, ({ params, checkPreconditions, transaction }) =>
    transaction((tx) => removeTerritory(tx, { id: params.id, checkPreconditions })),
  )
}
