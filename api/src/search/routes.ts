import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import * as contract from './contract.ts'
import { searchRecords } from './queries.ts'

export function searchRoutes(app: App) {
  serve(app, contract.search, ({ db, person, query }) =>
    searchRecords(db, viewerOf(person), query.q),
  )
}
