import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { callerIn } from '../kernel/http/contract/caller.ts'
import { serve } from '../kernel/http/serve.ts'
import { getWorkRequest } from '../workrequests/queries/work-requests.ts'
import { acceptInvitation, inviteToRequest, requireInviter, revokeInvitation } from './commands.ts'
import * as contract from './contract.ts'
import { findByCode, listInvitations } from './queries.ts'
import { mayInvite, presentInvitation } from './rules.ts'

export function invitationRoutes(app: App) {
  const { invitationBudget: budget } = app.config
  serve(
    app,
    contract.listRequestInvitations,
    async ({ person, params, range, db }) => {
      const request = await getWorkRequest(db, viewerOf(person), params.id)
      requireInviter(mayInvite(request, callerIn(person, request.studio)))
      return listInvitations(db, viewerOf(person), range, request._id)
    },
    presentInvitation,
  )
  serve(
    app,
    contract.inviteToRequest,
    ({ params, body, person, transaction }) =>
      transaction((tx) => inviteToRequest(tx, { request: params.id, body, by: person, budget })),
    presentInvitation,
  )
  serve(
    app,
    contract.revokeRequestInvitation,
    ({ params, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        revokeInvitation(tx, {
          request: params.id,
          id: params.invitation,
          by: person,
          checkPreconditions,
        }),
      ),
  )
  serve(app, contract.readRequestInvitation, async ({ body, db }) => {
    const { workRequest, email, as, from, registered } = await findByCode(db, body.code)
    return { workRequest, email, as, from, registered }
  })
  serve(app, contract.acceptRequestInvitation, ({ body, person, transaction }) =>
    transaction((tx) => acceptInvitation(tx, { code: body.code, by: person })),
  )
}
