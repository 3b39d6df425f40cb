import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { changeView, createView, removeView } from './commands.ts'
import * as contract from './contract.ts'
import { listViews } from './queries.ts'

export function viewRoutes(app: App) {
  serve(app, contract.listViews, ({ db, person, range, query }) =>
    listViews(db, person, range, query),
  )
  serve(app, contract.createView, ({ body, person, transaction }) =>
    transaction((tx) => createView(tx, { body, by: person })),
  )
  serve(app, contract.changeView, ({ params, body, person, transaction }) =>
    transaction((tx) => changeView(tx, { id: params.id, body, by: person })),
  )
  serve(app, contract.removeView, ({ params, person, transaction }) =>
    transaction((tx) => removeView(tx, { id: params.id, by: person })),
  )
}
