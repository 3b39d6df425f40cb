import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { recordViews } from '../renditions/commands/embargoed-views.ts'
import { playbackRoutes } from '../renditions/routes.ts'
import { changePreview, createPreview, removePreview } from './commands.ts'
import * as contract from './contract.ts'
import {
  getFilePlayback,
  getPreview,
  listPreviews,
  playableFile,
  playablePreview,
} from './queries.ts'
import { presentFilePlayback, presentPreview } from './rules.ts'

export function previewRoutes(app: App, { storage }: { storage: Storage }) {
  serve(
    app,
    contract.listPreviews,
    ({ person, query, range, db }) => listPreviews(db, viewerOf(person), range, query),
    presentPreview,
  )
  serve(
    app,
    contract.getPreview,
    recordViews(
      { record: playablePreview, endpoint: contract.getPreview },
      ({ person, params, db }) => getPreview(db, viewerOf(person), params.id),
    ),
    presentPreview,
  )
  serve(
    app,
    contract.createPreview,
    ({ body, person, transaction }) => transaction((tx) => createPreview(tx, { body, by: person })),
    presentPreview,
  )
  serve(
    app,
    contract.changePreviewNamed,
    ({ body: { _id, ...body }, person, checkPreconditions, transaction }) =>
      transaction((tx) => changePreview(tx, { id: _id, body, by: person, checkPreconditions })),
    presentPreview,
  )
  serve(
    app,
    contract.changePreview,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        changePreview(tx, { id: params.id, body, by: person, checkPreconditions }),
      ),
    presentPreview,
  )
  serve(app, contract.removePreview, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => removePreview(tx, { id: params.id, by: person, checkPreconditions })),
  )
  playbackRoutes(app, contract.previewPlayback, { storage, record: playablePreview })
  serve(
    app,
    contract.getFilePlayback,
    recordViews(
      { record: playableFile, endpoint: contract.getFilePlayback },
      ({ person, params, db }) => getFilePlayback(db, viewerOf(person), params.id),
    ),
    presentFilePlayback,
  )
  playbackRoutes(app, contract.filePlayback, { storage, record: playableFile })
}
