import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { changeAssetType, createAssetType, removeAssetType } from './commands.ts'
import * as contract from './contract.ts'
import { getAssetType, listAssetTypes } from './queries.ts'
import { presentAssetType } from './rules.ts'

export function assetTypeRoutes(app: App) {
  serve(
    app,
    contract.listAssetTypes,
    ({ range, db }) => listAssetTypes(db, range),
    presentAssetType,
  )
  serve(
    app,
    contract.getAssetType,
    ({ params, db }) => getAssetType(db, params.id),
    presentAssetType,
  )
  serve(
    app,
    contract.createAssetType,
    ({ body, transaction }) => transaction((tx) => createAssetType(tx, { body })),
    presentAssetType,
  )
  serve(
    app,
    contract.changeAssetType,
    ({ params, body, checkPreconditions, transaction }) =>
      transaction((tx) => changeAssetType(tx, { id: params.id, body, checkPreconditions })),
    presentAssetType,
  )
  serve(app, contract.removeAssetType, ({ params, checkPreconditions, transaction }) =>
    transaction((tx) => removeAssetType(tx, { id: params.id, checkPreconditions })),
  )
}
