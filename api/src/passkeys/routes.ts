import type { App } from '../kernel/http/app.ts'
import { unauthorized } from '../kernel/http/auth/authenticate.ts'
import { networkOf } from '../kernel/http/auth/ip-network.ts'
import { serve, type RouteRequest } from '../kernel/http/serve.ts'
import { deviceOf } from '../sessions/commands/device.ts'
import { getRelyingParty } from './commands/ceremony.ts'
import {
  registerPasskey,
  removePasskey,
  renamePasskey,
  startRegistration,
} from './commands/registration.ts'
import {
  signInWithPasskey,
  signInWithSecondFactor,
  startSecondFactor,
  startSignIn,
} from './commands/sign-in.ts'
import { startVerification, verifyWithPasskey } from './commands/verification.ts'
import * as contract from './contract.ts'
import { listPasskeys } from './queries.ts'

export function passkeyRoutes(app: App) {
  const { config } = app
  // Challenges and sign-ins are of no studio.
  const { system } = app.database
  const party = () => getRelyingParty(config)

  serve(app, contract.listPasskeys, ({ person, range, db }) => listPasskeys(db, person._id, range))
  serve(app, contract.startPasskey, ({ person, transaction }) =>
    transaction((tx) => startRegistration(tx, party(), person)),
  )
  serve(app, contract.createPasskey, ({ body, person, transaction }) =>
    transaction((tx) => registerPasskey(tx, party(), { ...body, by: person })),
  )
  serve(app, contract.changePasskey, ({ params, body, person, transaction }) =>
    transaction((tx) => renamePasskey(tx, { id: params.id, ...body, by: person })),
  )
  serve(app, contract.removePasskey, ({ params, person, transaction }) =>
    transaction((tx) => removePasskey(tx, { id: params.id, by: person })),
  )

  serve(app, contract.startPasskeySignIn, ({ request, db }) =>
    startSignIn(db, party(), networkOf(request.ip)),
  )
  serve(app, contract.signInWithPasskey, ({ body, request, db }) =>
    signInWithPasskey(db, party(), { ...body, ...originOf(request) }),
  )
  serve(app, contract.startPasskeyFactor, ({ person, request, db }) =>
    startSecondFactor(db, party(), passwordOf({ person, request })),
  )
  serve(app, contract.signInWithPasskeyFactor, ({ body, person, request, db }) =>
    signInWithSecondFactor(db, party(), passwordOf({ person, request }), {
      ...body,
      ...originOf(request),
    }),
  )

  serve(app, contract.startPasskeyVerification, ({ person }) =>
    startVerification(system, party(), person),
  )
  serve(app, contract.verifyWithPasskey, ({ body, person, request }) =>
    verifyWithPasskey(system, party(), {
      ...body,
      by: person,
      network: networkOf(request.ip),
      request: request.id,
      address: request.ip,
    }),
  )

  /** Only browsers use passkeys, so these sessions always end when they are idle. */
  const originOf = (request: RouteRequest<typeof contract.signInWithPasskey>['request']) => ({
    device: deviceOf(app, request, { isWeb: true }),
    request: request.id,
    address: request.ip,
  })
}

function passwordOf({
  person,
  request,
}: Pick<RouteRequest<typeof contract.startPasskeyFactor>, 'person' | 'request'>) {
  if (person) throw unauthorized('Send your password: a token has no second factor to add.')
  return request.credential!
}
