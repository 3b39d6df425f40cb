import type { App } from '../../kernel/http/app.ts'
import { serve } from '../../kernel/http/serve.ts'
import { changeUser } from '../commands/change.ts'
import { disableUser, resendInvitation, inviteUser, registerUser } from '../commands/invite.ts'
import * as contract from '../contract.ts'
import { getUser, listUsers, userReaderOf } from '../queries.ts'
import { presentUser } from '../rules.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

export function userRoutes(app: App) {
  const { db } = app
  serve(
    app,
    contract.listUsers,
    ({ person, query, range }) => listUsers(db, userReaderOf(person), range, query),
    presentUser,
  )
  unsubscribeRoutes(app)
  serve(
    app,
    contract.getUser,
    ({ person, params }) => getUser(db, userReaderOf(person), params.id),
    presentUser,
  )
  serve(
    app,
    contract.inviteUser,
    ({ body, person, view, transaction }) =>
      transaction((tx) => inviteUser(tx, { body, by: person, appUrl: view.appUrl })),
    presentUser,
  )
  serve(
    app,
    contract.inviteAgain,
    ({ params, person, view, transaction }) =>
      transaction((tx) => resendInvitation(tx, { id: params.id, by: person, appUrl: view.appUrl })),
    presentUser,
  )
  serve(
    app,
    contract.changeUser,
    ({ params, body, person, accept, transaction }) =>
      transaction((tx) => changeUser(tx, { id: params.id, body, by: person, accept })),
    presentUser,
  )
  serve(app, contract.disableUser, ({ params, person, accept, transaction }) =>
    transaction((tx) => disableUser(tx, { id: params.id, by: person, accept })),
  )
  serve(app, contract.registerUser, ({ body, transaction }) =>
    transaction((tx) => registerUser(tx, body)),
  )
}
