import type { App } from '../../kernel/http/app.ts'
import { networkOf } from '../../kernel/http/auth/ip-network.ts'
import { serve } from '../../kernel/http/serve.ts'
import { changeUser } from '../commands/change.ts'
import {
  disableUser,
  hashInitialPassword,
  inviteUser,
  prepareRegistration,
  registerUser,
  resendInvitation,
} from '../commands/invite.ts'
import { prepareAccountChange } from '../commands/passwords.ts'
import * as contract from '../contract.ts'
import { getUser, listUsers, userReaderOf } from '../queries.ts'
import { presentUser } from '../rules/user.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

export function userRoutes(app: App) {
  const { config, masterKeys } = app
  const mail = { appUrl: config.appUrl, masterKeys, budget: config.invitationBudget }
  serve(
    app,
    contract.listUsers,
    ({ person, query, range, db }) => listUsers(db, userReaderOf(person), range, query),
    presentUser,
  )
  unsubscribeRoutes(app)
  serve(
    app,
    contract.getUser,
    ({ person, params, db }) => getUser(db, userReaderOf(person), params.id),
    presentUser,
  )
  serve(
    app,
    contract.inviteUser,
    async ({ body, person, request, transaction }) => {
      const passwordHash = await hashInitialPassword(body, networkOf(request.ip))
      return transaction((tx) => inviteUser(tx, { body, passwordHash, by: person, mail }))
    },
    presentUser,
  )
  serve(
    app,
    contract.inviteAgain,
    ({ params, person, transaction }) =>
      transaction((tx) => resendInvitation(tx, { id: params.id, by: person, mail })),
    presentUser,
  )
  serve(
    app,
    contract.changeUser,
    async ({ params: { id }, body, person: by, request, transaction, db, ...checks }) => {
      const network = networkOf(request.ip)
      const proof = await prepareAccountChange(db, { id, body, by, network })
      return transaction((tx) => changeUser(tx, { ...checks, id, body, by, proof }))
    },
    presentUser,
  )
  serve(app, contract.disableUser, ({ params, person, transaction, ...checks }) =>
    transaction((tx) => disableUser(tx, { ...checks, id: params.id, by: person })),
  )
  serve(app, contract.registerUser, async ({ body, request, transaction, db }) => {
    const passwordHash = await prepareRegistration(db, {
      ...body,
      network: networkOf(request.ip),
    })
    return transaction((tx) => registerUser(tx, { ...body, passwordHash }))
  })
}
