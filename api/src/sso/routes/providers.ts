import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { App } from '../../kernel/http/app.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import {
  RefusedUrlError,
  createTargetResolver,
  resolveTarget,
} from '../../kernel/http/outbound/resolve-target.ts'
import { serve } from '../../kernel/http/serve.ts'
import { getStudio } from '../../studios/queries.ts'
import { withSecret, type SsoContext } from '../commands/attempts.ts'
import { checkProvider } from '../commands/oidc.ts'
import {
  changeProvider,
  createProvider,
  removeProvider,
  verifyDomain,
} from '../commands/providers.ts'
import * as contract from '../contract.ts'
import { getProvider, listProviders } from '../queries/providers.ts'
import { presentProvider } from '../rules/providers.ts'

export function providerRoutes(app: App, context: SsoContext) {
  const { config } = app
  const present = presentProvider(config)
  const resolver = createTargetResolver(config.ssoPrivate)
  const studioOf = async (db: Db, person: Caller, id: string) =>
    (await getStudio(db, viewerOf(person), id))._id
  const { secrets } = context

  serve(
    app,
    contract.listProviders,
    async ({ person, params, range, db }) =>
      listProviders(db, await studioOf(db, person, params.id), range),
    present,
  )
  serve(
    app,
    contract.getProvider,
    async ({ person, params, db }) =>
      getProvider(db, { studio: await studioOf(db, person, params.id), id: params.provider }),
    present,
  )
  serve(
    app,
    contract.createProvider,
    async ({ person, params, body, db, transaction }) => {
      const studio = await studioOf(db, person, params.id)
      const issuer = await checkIssuer(body.issuer)
      return transaction((tx) => createProvider(tx, { studio, body, issuer, by: person, secrets }))
    },
    present,
  )
  serve(
    app,
    contract.changeProvider,
    async ({ person, params, body, checkPreconditions, transaction, db }) => {
      const studio = await studioOf(db, person, params.id)
      const current = await getProvider(db, { studio, id: params.provider })
      const issuer =
        body.issuer === undefined || body.issuer === current.issuer
          ? undefined
          : await checkIssuer(body.issuer)
      return transaction((tx) =>
        changeProvider(tx, {
          studio,
          id: current._id,
          body,
          issuer,
          by: person,
          secrets,
          checkPreconditions,
        }),
      )
    },
    present,
  )
  serve(
    app,
    contract.removeProvider,
    async ({ person, params, checkPreconditions, db, transaction }) => {
      const studio = await studioOf(db, person, params.id)
      return transaction((tx) =>
        removeProvider(tx, { studio, id: params.provider, checkPreconditions }),
      )
    },
    ({ _id, removed }) => ({ _id, removed }),
  )
  serve(app, contract.testProvider, async ({ person, params, db }) => {
    const studio = await studioOf(db, person, params.id)
    const provider = await getProvider(db, { studio, id: params.provider })
    const result = await checkProvider(context, await withSecret(context, provider))
    return { ok: result.problems.length === 0, ...result }
  })
  serve(
    app,
    contract.verifyDomain,
    async ({ person, params, body, db, transaction }) => {
      const studio = await studioOf(db, person, params.id)
      return transaction((tx) =>
        verifyDomain(tx, { studio, id: params.provider, domain: params.domain, ...body }),
      )
    },
    present,
  )

  /** The text stays as it is: the issuer of a token must be exactly the same. */
  async function checkIssuer(issuer: string): Promise<string> {
    try {
      await resolveTarget(resolver, issuer)
      return issuer
    } catch (error) {
      if (!(error instanceof RefusedUrlError)) throw error
      throw invalid('identity-provider.url-invalid', `The issuer ${error.message}.`, [
        { pointer: '/issuer', message: error.message },
      ])
    }
  }
}
