import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../kernel/http/app.ts'
import { createCookie } from '../../kernel/http/cookies.ts'
import { networkOf } from '../../kernel/http/auth/ip-network.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import { normalEmail } from '../../kernel/http/contract/schema.ts'
import { serve } from '../../kernel/http/serve.ts'
import { deviceOf } from '../../sessions/commands/device.ts'
import { countSsoRequest } from '../../sessions/commands/rate-limits.ts'
import { SsoError, finishRedirect, startAttempt, type SsoContext } from '../commands/attempts.ts'
import { findLogoutUrl } from '../commands/logout.ts'
import { linkIdentity, removeIdentity, signInWithSso } from '../commands/sign-in.ts'
import { verifyWithSso } from '../commands/verification.ts'
import * as contract from '../contract.ts'
import { listIdentities } from '../queries/identities.ts'
import { findProviderOfDomain } from '../queries/providers.ts'
import { domainOf, logoutRedirectUriOf } from '../rules/providers.ts'

const COOKIE_SECONDS = 600

export type FindDemoAccounts = () => Promise<contract.DemoAccounts | null>

export function ssoSignInRoutes(
  app: App,
  context: SsoContext,
  findDemoAccounts: FindDemoAccounts = async () => null,
) {
  const { config } = app
  const cookieOf = (attempt: string) =>
    createCookie(config.publicUrl, {
      name: `reelay_sso_${attempt}`,
      sameSite: 'Lax',
      path: '/api/session/sso',
    })

  serve(app, contract.findSignInMethod, async ({ body, request, db }) => {
    const demo = await findDemoAccounts()
    if (body.email === undefined) return { provider: null, required: false, demo }
    await countSsoRequest(db, networkOf(request.ip))
    const provider = await findProviderOfDomain(db, domainOf(normalEmail(body.email)))
    return {
      provider: provider ? { _id: provider._id, name: provider.name } : null,
      required: provider?.required ?? false,
      demo,
    }
  })

  serve(app, contract.startSso, async ({ query, request, reply, db }) => {
    try {
      await countSsoRequest(db, networkOf(request.ip))
      const { fresh, ...attempt } = query
      const started = await startAttempt(context, {
        email: undefined,
        ...attempt,
        isFresh: fresh === 'true',
      })
      cookieOf(started.id).set(reply, started.cookie, COOKIE_SECONDS)
      return reply.redirect(started.url, 302)
    } catch (error) {
      return redirectToApp(request, reply, error)
    }
  })

  serve(app, contract.finishSso, async ({ request, reply }) => {
    const query = request.url.split('?', 2)[1] ?? ''
    const attempt = new URLSearchParams(query).get('state')?.split('.')[0] ?? ''
    if (cookieOf(attempt).read(request) !== undefined) cookieOf(attempt).clear(reply)
    try {
      const code = await finishRedirect(context, {
        query,
        cookieOf: (id) => cookieOf(id).read(request),
      })
      // A fragment is not sent to servers, so the code does not reach their logs.
      return reply.redirect(`${config.appUrl}/sign-in/sso#code=${code}`, 303)
    } catch (error) {
      return redirectToApp(request, reply, error)
    }
  })

  serve(app, contract.signInWithSso, ({ body, request, db }) =>
    signInWithSso(
      db,
      body,
      {
        otp: request.headers['x-otp']?.toString(),
        network: networkOf(request.ip),
        // Only browsers go through a provider.
        device: deviceOf(app, request, { isWeb: true }),
        request: request.id,
        address: request.ip,
      },
      { secrets: context.secrets, masterKeys: app.masterKeys },
    ),
  )
  serve(app, contract.verifyWithSso, ({ body, person, request }) =>
    verifyWithSso(app.database.system, app.masterKeys, {
      ...body,
      otp: request.headers['x-otp']?.toString(),
      network: networkOf(request.ip),
      by: person,
      request: request.id,
      address: request.ip,
    }),
  )
  serve(app, contract.findLogoutUrl, async ({ person }) => ({
    url: await findLogoutUrl(context, person, logoutRedirectUriOf(config)),
  }))
  serve(app, contract.listIdentities, ({ person, range, db }) =>
    listIdentities(db, person._id, range),
  )
  serve(app, contract.linkIdentity, ({ body, person, transaction }) =>
    transaction((tx) => linkIdentity(tx, { ...body, by: person })),
  )
  serve(app, contract.removeIdentity, ({ params, person, transaction }) =>
    transaction((tx) => removeIdentity(tx, { id: params.id, by: person })),
  )

  /** People see these in their browser, so the web app shows the error. */
  function redirectToApp(request: FastifyRequest, reply: FastifyReply, error: unknown) {
    const reason =
      error instanceof SsoError
        ? error.reason
        : error instanceof Problem && error.status === 429
          ? 'limited'
          : 'failed'
    request.log.warn({ err: error }, 'a sign-in through a provider failed')
    return reply.redirect(`${config.appUrl}/sign-in?sso=${reason}`, 303)
  }
}
