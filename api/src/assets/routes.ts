import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { archiveAsset, changeAsset, createAsset, giveFeedback } from './commands.ts'
import * as contract from './contract.ts'
import { listAssets, listWorkflowNotify, getAssetAndMarkViewed } from './queries.ts'
import { presentAsset } from './rules.ts'

export function assetRoutes(app: App) {
  serve(
    app,
    contract.listAssets,
    ({ person, query, range, db }) => listAssets(db, viewerOf(person), range, query),
    presentAsset,
  )
  serve(
    app,
    contract.listWorkflowNotify,
    ({ person, range, db }) => listWorkflowNotify(db, viewerOf(person), range),
    presentAsset,
  )
  serve(
    app,
    contract.getAsset,
    ({ person, params, db }) => getAssetAndMarkViewed(db, viewerOf(person), params.id),
    presentAsset,
  )
  serve(
    app,
    contract.createAsset,
    ({ body, person, transaction }) => transaction((tx) => createAsset(tx, { body, by: person })),
    presentAsset,
  )
  serve(
    app,
    contract.changeAssetNamed,
    ({ body: { _id, ...body }, person, checkPreconditions, transaction }) =>
      transaction((tx) => changeAsset(tx, { id: _id, body, by: person, checkPreconditions })),
    presentAsset,
  )
  serve(
    app,
    contract.changeAsset,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) => changeAsset(tx, { id: params.id, body, by: person, checkPreconditions })),
    presentAsset,
  )
  serve(app, contract.archiveAsset, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => archiveAsset(tx, { id: params.id, by: person, checkPreconditions })),
  )
  serve(
    app,
    contract.giveFeedback,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        giveFeedback(tx, { id: params.id, body, by: person, checkPreconditions }),
      ),
    presentAsset,
  )
}
