import type { FastifyRequest } from 'fastify'
import { hasSomewhere, narrowTo, type Caller } from '../contract/caller.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { Problem, forbidden } from '../contract/problem.ts'
import { normalEmail } from '../contract/schema.ts'
import { networkOf } from './ip-network.ts'
import { isSignedUrl, readSignedPath, type SignedLink } from './signed-link.ts'
import { requireVerification } from './verification.ts'
import type { App, Credential } from '../app.ts'

type Called = Pick<Endpoint, 'access' | 'method' | 'path' | 'needsVerification' | 'cost'>

/** Runs before the body is read. */
export async function authenticate(
  app: App,
  endpoint: Called,
  request: FastifyRequest,
): Promise<void> {
  const { access } = endpoint
  switch (access) {
    case 'anyone':
      return
    case 'bearer':
      return authenticateStudioClient(app, request)
    case 'share':
      return authenticateGuest(app, endpoint, request)
    case 'signed-link':
      return authenticateByLink(app, endpoint, request)
    case 'credential':
      request.credential = readCredential(request)
      if (isToken(request.credential)) await authenticateByToken(app, endpoint, request)
      return
    case 'signed-in':
      await authenticateByToken(app, endpoint, request)
      return
    default:
      request.person = requirePermission(await authenticateByToken(app, endpoint, request), access)
  }
}

async function authenticateStudioClient(app: App, request: FastifyRequest): Promise<void> {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw unauthorized('Send Authorization: Bearer with the token of the studio.')
  request.studioClient = await app.authenticator.byBearer(token, request.ip)
}

async function authenticateGuest(app: App, { cost }: Called, request: FastifyRequest) {
  const link = findSignedLink(app, request)
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!link && !token) throw unauthorized('Send Authorization: Bearer with the token of the share.')
  request.person = await app.authenticator.byShare(link ?? { token: token! })
  // The requests of guests do not use up the budget of the studio.
  app.requestBudget({ _id: request.person._id, studios: [] }, cost)
}

async function authenticateByLink(app: App, endpoint: Called, request: FastifyRequest) {
  const link = findSignedLink(app, request)
  if (!link) {
    await authenticateByToken(app, endpoint, request)
    return
  }
  const person = await app.authenticator.byLink({ ...link, address: request.ip })
  request.person = person
  app.requestBudget(person, endpoint.cost)
  app.authenticator.checkToken(person, endpoint)
  if (request.headers.authorization) await requireOwnLink(app, request, person)
}

function findSignedLink({ keys }: App, { url }: FastifyRequest): SignedLink | undefined {
  if (!isSignedUrl(url)) return undefined
  const [path, query] = url.split('?', 2) as [string, string]
  return readSignedPath(keys, path, new URLSearchParams(query))
}

/** A request with a signed link and a credential must come from the person the link is for. */
async function requireOwnLink(app: App, request: FastifyRequest, person: Caller) {
  const caller = await app.authenticator.byToken(readCredential(request))
  if (caller._id !== person._id)
    throw forbidden('link.invalid', 'This link is invalid or has expired. Request a new one.')
}

async function authenticateByToken(
  app: App,
  endpoint: Called,
  request: FastifyRequest,
): Promise<Caller> {
  const credential = readCredential(request)
  if (!isToken(credential))
    throw unauthorized('Use the token from GET /api/session instead of your password.')
  const caller = await app.authenticator.byToken(credential)
  // Before the checks, so that the log names the caller of a refused request.
  request.person = caller
  app.requestBudget(caller, endpoint.cost)
  app.authenticator.checkToken(caller, endpoint)
  if (endpoint.needsVerification) requireVerification(caller)
  return caller
}

/** The caller acts only in the studios where they have the permission. */
function requirePermission(caller: Caller, permission: string): Caller {
  if (!hasSomewhere(caller, permission))
    throw forbidden(
      'permission.required',
      `This needs the permission ${permission}. Ask a manager of your studio.`,
    )
  return narrowTo(caller, permission)
}

const isToken = ({ secret }: Credential) => secret.startsWith('token-')

function readCredential(request: FastifyRequest): Credential {
  const basic = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(request.headers.authorization ?? '')
  const text = basic && decode(basic[1]!)
  const colon = text?.indexOf(':') ?? -1
  if (!text || colon < 1 || text.includes('\0'))
    throw unauthorized('Send Authorization: Basic with your email and your password or token.')
  return {
    user: normalEmail(text.slice(0, colon)),
    secret: text.slice(colon + 1),
    network: networkOf(request.ip),
    address: request.ip,
  }
}

function decode(base64: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(base64, 'base64'),
    )
  } catch {
    return undefined
  }
}

export const unauthorized = (
  detail = 'The email, password or token is wrong or no longer valid.',
  headers: Record<string, string> = {},
) => new Problem(401, 'credential.invalid', detail, {}, headers)
