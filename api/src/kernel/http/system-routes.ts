// Routes beside the API: health checks and the OpenAPI document.
import { sql } from '../db/sql.ts'
import type { App } from './app.ts'
import { openapiOf } from './openapi/document.ts'

export type DrainState = { draining: boolean }

export async function systemRoutes(app: App, state: DrainState) {
  const { fastify, config } = app
  let document: Promise<string> | undefined
  const findUnreadyReason = createReadinessCheck(app, state)

  fastify.get('/healthz', async (_request, reply) =>
    reply.type('application/json').send('{"alive":true}'),
  )
  fastify.get('/readyz', async (_request, reply) => {
    const reason = await findUnreadyReason()
    reply.type('application/json')
    return reason
      ? reply
          .code(503)
          .header('retry-after', '1')
          .send(JSON.stringify({ ready: false, because: reason }))
      : reply.send('{"ready":true}')
  })
  fastify.get('/openapi.json', async (_request, reply) => {
    // Generated on first use, because it takes longer than everything else at the start.
    document ??= openapiOf(app.endpoints, {
      publicUrl: config.publicUrl,
      names: app.publicNames(),
    }).then((written) => JSON.stringify(written))
    return reply.type('application/json').send(await document)
  })
  fastify.get('/.well-known/security.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityTxt(config, new Date())),
  )
}

const SECURITY_POLICY = 'https://github.com/reelay/reelay/security/policy'
const VALID_DAYS = 90

/** RFC 9116. A running installation keeps renewing the expiry, at midnight. */
function securityTxt({ securityContact, publicUrl }: App['config'], now: Date): string {
  const expires = new Date(now)
  expires.setUTCDate(expires.getUTCDate() + VALID_DAYS)
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${SECURITY_POLICY}`,
    '',
  ].join('\n')
}

/** Anybody may call this often, so the result is cached for a second. */
function createReadinessCheck(
  { database }: App,
  state: DrainState,
): () => Promise<string | undefined> {
  let cached: Promise<string | undefined> | undefined
  return () => {
    if (state.draining) return Promise.resolve('the service is stopping')
    cached ??= sql`select 1`
      .execute(database.system)
      .then(
        () => undefined,
        () => 'the database does not respond',
      )
      .finally(() => setTimeout(() => (cached = undefined), 1000).unref())
    return cached
  }
}
