import type { Tx } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '../src/kernel/http/contract/endpoint.ts'
import type { App } from '../src/kernel/http/app.ts'
import { digestSecret, newSecret } from '../src/kernel/http/auth/secret.ts'
import { insertToken } from '../src/sessions/queries.ts'

type CallInput<E extends Endpoint> = {
  params?: ParamsOf<E>
  body?: E extends { bytes: 'in' } ? Uint8Array : BodyOf<E>
}
export type DemoCall = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<ReplyOf<E>>
export type DemoPerson = { _id: string; email: string; call: DemoCall }

/** A demo person with a token. Their calls go through the API and its rules. */
export async function signInAs(
  app: App,
  { _id, email }: { _id: string; email: string },
): Promise<DemoPerson> {
  const token = newSecret()
  // Signing in thirty people with passwords would take a second of hashing.
  await inTransaction(app.database.system, (tx) =>
    insertToken(tx, { person: _id, digest: digestSecret(token), secondFactor: false }),
  )
  const authorization = `Basic ${Buffer.from(`${email}:token-${token}`).toString('base64')}`
  return { _id, email, call: (endpoint, input) => callApi(app, authorization, endpoint, input) }
}

async function callApi<E extends Endpoint>(
  { fastify }: App,
  authorization: string,
  { method, path, bytes }: E,
  { params = {} as ParamsOf<E>, body }: CallInput<E>,
): Promise<ReplyOf<E>> {
  const values = params as Record<string, string>
  const url = `/api${path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(values[name] ?? ''))}`
  const payload =
    body === undefined
      ? undefined
      : Buffer.from(bytes === 'in' ? (body as Uint8Array) : JSON.stringify(body))
  const headers = {
    authorization,
    ...(payload && {
      'content-type': bytes === 'in' ? 'application/octet-stream' : 'application/json',
    }),
  }
  const response = await fastify.inject({ method, url, headers, ...(payload && { payload }) })
  if (response.statusCode !== 200)
    throw new Error(
      `The demo cannot be loaded: ${method} ${url} returned ${response.statusCode} ${response.body.slice(0, 600)}`,
    )
  return response.json() as ReplyOf<E>
}

/** Removes the tokens of all demo people. */
export const signEveryoneOut = (tx: Tx) => sql`delete from token`.execute(tx)
