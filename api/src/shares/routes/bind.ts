import { viewerOf } from '../../access/queries/visibility.ts'
import type { App } from '../../kernel/http/app.ts'
import { networkOf } from '../../kernel/http/auth/ip-network.ts'
import { hashPassword } from '../../kernel/http/auth/password.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { createShare, replaceLink, revokeShare } from '../commands/shares.ts'
import * as contract from '../contract.ts'
import { getShare, listShares } from '../queries/shares.ts'
import { presentCreatedShare, presentShare } from '../rules/present.ts'
import { createRunningDownloads } from './running-downloads.ts'
import { sharedRoutes } from './shared.ts'

export function shareRoutes(app: App, { storage }: { storage: Storage }) {
  const downloads = createRunningDownloads(app.database.system, app.fastify.log)
  serve(
    app,
    contract.listShares,
    ({ person, query, range, db }) => listShares(db, viewerOf(person), range, query),
    presentShare,
  )
  serve(
    app,
    contract.getShare,
    ({ person, params, db }) => getShare(db, viewerOf(person), params.id),
    presentShare,
  )
  serve(
    app,
    contract.createShare,
    async ({ body, person, request, transaction }) => {
      const passphraseHash = body.passphrase
        ? await hashPassword(body.passphrase, networkOf(request.ip))
        : null
      return transaction((tx) => createShare(tx, { body, passphraseHash, by: person }))
    },
    presentCreatedShare,
  )
  serve(
    app,
    contract.sendShareLink,
    ({ params, body, person, transaction }) =>
      transaction((tx) =>
        replaceLink(tx, { id: params.id, recipient: body.recipient, by: person }),
      ),
    presentCreatedShare,
  )
  serve(
    app,
    contract.revokeShare,
    async ({ params, person, checkPreconditions, transaction }) => {
      const share = await transaction((tx) =>
        revokeShare(tx, { id: params.id, by: person, checkPreconditions }),
      )
      await downloads.check()
      return share
    },
    presentShare,
  )
  sharedRoutes(app, { storage, downloads })
}
