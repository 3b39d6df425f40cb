import type { App } from '../kernel/http/app.ts'
import { unauthorized } from '../kernel/http/auth/authenticate.ts'
import { networkOf } from '../kernel/http/auth/ip-network.ts'
import { createCookie } from '../kernel/http/cookies.ts'
import { parseRange, rangeHeaders } from '../kernel/http/contract/range.ts'
import { serve, type RouteRequest } from '../kernel/http/serve.ts'
import { isSameOrigin } from '../kernel/http/same-origin.ts'
import { forbidden, malformed } from '../kernel/http/contract/problem.ts'
import { changeUser } from '../users/commands/change.ts'
import { prepareAccountChange } from '../users/commands/passwords.ts'
import { listUsers, userReaderOf } from '../users/queries.ts'
import { presentUser } from '../users/rules/user.ts'
import {
  preparePasswordReset,
  requestPasswordReset,
  resetPassword,
} from './commands/password-reset.ts'
import { deviceOf } from './commands/device.ts'
import { rememberDevice, removeDevice, resumeSession } from './commands/devices.ts'
import { verifyAccount, signIn } from './commands/sign-in.ts'
import { signOut, createToken, rotateToken, removeToken } from './commands/tokens.ts'
import {
  startTwoFactor,
  confirmTwoFactor,
  createRecoveryCodes,
  disableTwoFactor,
} from './commands/twofactor.ts'
import { verifySession } from './commands/verification.ts'
import * as contract from './contract.ts'
import { listTokens } from './queries.ts'
import { listDevices } from './queries/devices.ts'

export function sessionRoutes(app: App) {
  const { masterKeys } = app
  const deviceCookie = createCookie(app.config.publicUrl, {
    name: 'reelay_device',
    sameSite: 'Strict',
    path: '/api/session',
  })

  serve(app, contract.openSession, async ({ person, request, reply, view, db }) => {
    if (!person)
      return signIn(db, masterKeys, request.credential!, {
        code: request.headers['x-otp']?.toString(),
        device: deviceOf(app, request),
        request: request.id,
        address: request.ip,
      })
    const range = parseRange(request.headers['x-range'])
    const { items, total } = await listUsers(db, userReaderOf(person), range, { callerFirst: true })
    reply.headers(rangeHeaders(range, items.length, total))
    return items.map((user) => presentUser(user, view))
  })
  serve(app, contract.closeSession, ({ person, request, reply, transaction }) => {
    if (!person)
      throw malformed(
        'session.token-needed',
        'Sign out with the token you want to revoke, not with a password.',
      )
    if (deviceCookie.read(request) !== undefined) deviceCookie.clear(reply)
    return transaction((tx) => signOut(tx, person))
  })
  serve(
    app,
    contract.changeSession,
    async ({ params: { id }, body, person: by, request, transaction, db, ...checks }) => {
      const network = networkOf(request.ip)
      const proof = await prepareAccountChange(db, { id, body, by, network })
      return transaction((tx) => changeUser(tx, { ...checks, id, body, by, proof }))
    },
    presentUser,
  )

  serve(app, contract.regenerate, ({ person, transaction }) =>
    transaction((tx) => rotateToken(tx, person)),
  )
  serve(app, contract.forgottenPassword, ({ body, request, db }) =>
    requestPasswordReset(db, { email: body.email, network: networkOf(request.ip) }),
  )
  serve(app, contract.resetPassword, async ({ body, request, transaction, db }) => {
    const network = networkOf(request.ip)
    const passwordHash = await preparePasswordReset(db, { ...body, network })
    return transaction((tx) => resetPassword(tx, { code: body.code, passwordHash, network }))
  })
  serve(app, contract.listTokens, ({ person, range, db }) => listTokens(db, person, range))
  serve(app, contract.createToken, ({ body, person, transaction }) =>
    transaction((tx) => createToken(tx, { ...body, by: person })),
  )
  serve(app, contract.removeToken, ({ params, person, transaction }) =>
    transaction((tx) => removeToken(tx, { id: params.id, by: person })),
  )

  serve(app, contract.listDevices, ({ person, range, db }) => listDevices(db, person, range))
  serve(app, contract.rememberDevice, async ({ person, request, reply, transaction }) => {
    const device = deviceOf(app, request)
    const remembered = await transaction((tx) => rememberDevice(tx, { by: person, device }))
    deviceCookie.set(reply, remembered.cookie.value, remembered.cookie.seconds)
    return remembered.device
  })
  serve(app, contract.removeDevice, ({ params, person, transaction }) =>
    transaction((tx) => removeDevice(tx, { id: params.id, by: person })),
  )
  serve(app, contract.resumeSession, async ({ request, reply, db }) => {
    if (!isSameOrigin(request, app.config))
      throw forbidden('session.origin-forbidden', 'Only the web app itself can resume its session.')
    const cookie = deviceCookie.read(request)
    if (!cookie) throw unauthorized('This device does not stay signed in. Sign in again.')
    const resumed = await resumeSession(db, {
      cookie,
      device: deviceOf(app, request, { isWeb: true }),
      request: request.id,
      address: request.ip,
    })
    if (resumed.cookie) deviceCookie.set(reply, resumed.cookie.value, resumed.cookie.seconds)
    return resumed.session
  })

  serve(app, contract.beginTwofactor, async (request) => {
    const account = await accountForTwoFactor(request)
    return request.transaction((tx) => startTwoFactor(tx, masterKeys, account))
  })
  serve(app, contract.confirmTwofactor, async (request) => {
    const account = await accountForTwoFactor(request)
    return request.transaction((tx) =>
      confirmTwoFactor(tx, masterKeys, {
        ...account,
        code: request.body.code,
        device: deviceOf(app, request.request),
      }),
    )
  })
  serve(app, contract.createRecoveryCodes, ({ person, transaction }) =>
    transaction((tx) => createRecoveryCodes(tx, person)),
  )
  serve(app, contract.endTwofactor, ({ person, transaction }) =>
    transaction((tx) => disableTwoFactor(tx, person)),
  )

  serve(app, contract.verifySession, ({ body: { password, code }, person, request }) =>
    verifySession(app.database.system, masterKeys, {
      password,
      code,
      network: networkOf(request.ip),
      by: person,
      request: request.id,
      address: request.ip,
    }),
  )

  /** Accepts a password too: with enforced two-factor nobody gets a token before setting it up. */
  async function accountForTwoFactor({
    db,
    person,
    request,
  }: Pick<RouteRequest<typeof contract.beginTwofactor>, 'db' | 'person' | 'request'>) {
    if (person) return { person: person._id, email: person.email, token: person.token }
    const account = await verifyAccount(db, request.credential!)
    if (account.requiresTwoFactor && account.hasPasskey)
      throw forbidden(
        'twofactor.code-required',
        'Sign in with your passkey to set up two-factor codes.',
      )
    return { person: account.id, email: account.email, token: undefined }
  }
}
