import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { changeGroup, createGroup, removeGroup } from './commands.ts'
import * as contract from './contract.ts'
import { getGroup, listGroups } from './queries.ts'
import { presentGroup } from './rules.ts'

export function groupRoutes(app: App) {
  serve(
    app,
    contract.listGroups,
    ({ person, range, db }) => listGroups(db, viewerOf(person), range),
    presentGroup,
  )
  serve(
    app,
    contract.getGroup,
    ({ person, params, db }) => getGroup(db, viewerOf(person), params.id),
    presentGroup,
  )
  serve(
    app,
    contract.createGroup,
    ({ body, person, transaction }) => transaction((tx) => createGroup(tx, { body, by: person })),
    presentGroup,
  )
  serve(
    app,
    contract.changeGroup,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) => changeGroup(tx, { id: params.id, body, by: person, checkPreconditions })),
    presentGroup,
  )
  serve(app, contract.removeGroup, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => removeGroup(tx, { id: params.id, by: person, checkPreconditions })),
  )
}
