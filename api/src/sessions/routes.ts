import type { App } from '../kernel/http/app.ts'
import { networkOf } from '../kernel/http/auth/authenticate.ts'
import { parseRange, rangeHeaders } from '../kernel/http/contract/range.ts'
import { serve, type RouteRequest } from '../kernel/http/serve.ts'
import { malformed } from '../kernel/http/contract/problem.ts'
import { changeUser } from '../users/commands/change.ts'
import { listUsers, userReaderOf } from '../users/queries.ts'
import { presentUser } from '../users/rules.ts'
import { requestPasswordReset, resetPassword } from './commands/password-reset.ts'
import { verifyAccount, signIn } from './commands/sign-in.ts'
import { signOut, createToken, rotateToken, removeToken } from './commands/tokens.ts'
import { startTwoFactor, confirmTwoFactor, disableTwoFactor } from './commands/twofactor.ts'
import * as contract from './contract.ts'
import { listTokens } from './queries.ts'

export function sessionRoutes(app: App) {
  const { db } = app

  serve(app, contract.openSession, async ({ person, request, reply, view }) => {
    if (!person)
      return signIn(db, request.credential!, {
        code: request.headers['x-otp']?.toString(),
        request: request.id,
        address: request.ip,
      })
    const range = parseRange(request.headers['x-range'])
    const { items, total } = await listUsers(db, userReaderOf(person), range, { callerFirst: true })
    reply.headers(rangeHeaders(range, items.length, total))
    return items.map((user) => presentUser(user, view))
  })
  serve(app, contract.closeSession, ({ person, transaction }) => {
    if (!person)
      throw malformed(
        'session.token-needed',
        'Sign out with the token you want to revoke, not with a password.',
      )
    return transaction((tx) => signOut(tx, person))
  })
  serve(
    app,
    contract.changeSession,
    ({ params, body, person, accept, transaction }) =>
      transaction((tx) => changeUser(tx, { id: params.id, body, by: person, accept })),
    presentUser,
  )

  serve(app, contract.regenerate, ({ person, transaction }) =>
    transaction((tx) => rotateToken(tx, person)),
  )
  serve(app, contract.forgottenPassword, ({ body, request }) =>
    requestPasswordReset(db, { email: body.email, network: networkOf(request.ip) }),
  )
  serve(app, contract.resetPassword, ({ body, request, transaction }) =>
    transaction((tx) => resetPassword(tx, { ...body, network: networkOf(request.ip) })),
  )
  serve(app, contract.listTokens, ({ person, range }) => listTokens(db, person, range))
  serve(app, contract.createToken, ({ body, person, transaction }) =>
    transaction((tx) => createToken(tx, { ...body, by: person })),
  )
  serve(app, contract.removeToken, ({ params, person, transaction }) =>
    transaction((tx) => removeToken(tx, { id: params.id, by: person })),
  )

  serve(app, contract.beginTwofactor, async (request) => {
    const account = await accountForTwoFactor(request)
    return request.transaction((tx) => startTwoFactor(tx, account))
  })
  serve(app, contract.confirmTwofactor, async (request) => {
    const account = await accountForTwoFactor(request)
    return request.transaction((tx) =>
      confirmTwoFactor(tx, { ...account, code: request.body.code }),
    )
  })
  serve(app, contract.endTwofactor, ({ person, transaction }) =>
    transaction((tx) => disableTwoFactor(tx, person)),
  )

  /** Accepts a password too: with enforced two-factor nobody gets a token before setting it up. */
  async function accountForTwoFactor({
    person,
    request,
  }: Pick<RouteRequest<typeof contract.beginTwofactor>, 'person' | 'request'>) {
    if (person) return { person: person._id, email: person.email, token: person.token }
    const account = await verifyAccount(db, request.credential!)
    return { person: account.id, email: account.email, token: undefined }
  }
}
