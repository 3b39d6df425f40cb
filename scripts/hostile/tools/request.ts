// Plain HTTP requests, from any address of the loopback network.
import assert from 'node:assert/strict'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { PASSWORD, type TestIdentity, type TestUser } from '../../../api/test/test-app.ts'
import { basicAuth, tokenAuth } from '../../../api/test/raw-http.ts'
import { withClient, type Installation } from './installation.ts'

export type HttpReply = { status: number; headers: IncomingHttpHeaders; text: string }
type Options = {
  method?: string
  /** Signed in with a token. */
  by?: Pick<TestIdentity, 'email' | 'token'>
  headers?: Record<string, string | string[]>
  /** Text and bytes are sent as they are, everything else as JSON. */
  body?: unknown
  /** The address to send from. The service counts attempts per address. */
  from?: string
  port?: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 100 })

export function send(
  { service }: Pick<Installation, 'service'>,
  path: string,
  { method = 'GET', by, headers = {}, body, from, port = service.port }: Options = {},
): Promise<HttpReply> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const payload = body === undefined || isRaw ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent,
      ...(from && { localAddress: from }),
      headers: {
        ...(by && tokenAuth(by)),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(payload)),
        }),
        ...headers,
      },
    })
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      const finish = () =>
        resolve({
          status: incoming.statusCode!,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString(),
        })
      incoming
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', finish)
        .on('error', finish)
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

export const parse = <T = Record<string, unknown>>({ text }: HttpReply): T => JSON.parse(text) as T

/** Fails with the whole reply if its status is not one of these. */
export function expectStatus(reply: HttpReply, ...allowed: number[]): HttpReply {
  assert.ok(
    allowed.includes(reply.status),
    `expected ${allowed.join(' or ')}, got ${reply.status}: ${reply.text.slice(0, 300)}`,
  )
  return reply
}

/** A body without the parts that differ between any two replies. */
export function comparable(reply: HttpReply): string {
  return reply.text.replace(/"requestId":"[^"]+"/, '')
}

let networks = 0
/** An address that no other request has used. */
export function newNetwork(): string {
  const number = networks++
  return `127.${10 + Math.floor(number / 62_500)}.${1 + (Math.floor(number / 250) % 250)}.${1 + (number % 250)}`
}

type SignIn = { password?: string; from?: string; headers?: Record<string, string>; port?: number }
export const signIn = (
  installation: Installation,
  email: string,
  { password = PASSWORD, headers = {}, from = newNetwork(), ...more }: SignIn = {},
) =>
  send(installation, '/api/session', {
    headers: { ...basicAuth(email, password), ...headers },
    from,
    ...more,
  })

/** The same person with a new session, because some changes need a sign-in of the last minutes. */
export async function signInAgain(installation: Installation, user: TestUser): Promise<TestUser> {
  const session = expectStatus(await signIn(installation, user.email), 200)
  return withClient(installation.service, {
    ...user,
    token: parse<{ token: string }>(session).token,
  })
}

/** A new person of studio A who is signed in. */
export async function createPerson(
  installation: Installation,
  { role = 'guest', password = PASSWORD } = {},
) {
  const { admin, a, service } = installation
  const email = `${crypto.randomUUID()}@example.com`
  const created = await send(installation, '/api/users', {
    method: 'POST',
    by: admin,
    body: {
      emailNormal: email,
      name: 'Somebody',
      password,
      roles: [role],
      studios: [a.studio._id],
      groups: role === 'vendor' ? [a.vendors._id] : [],
    },
  })
  const { _id } = parse<{ _id: string }>(expectStatus(created, 200, 201))
  const session = await signIn(installation, email, { password })
  const { token } = parse<{ token: string }>(expectStatus(session, 200))
  return withClient(service, { _id, email, token })
}
