import type { FastifyRequest } from 'fastify'
import { hasSomewhere, narrowTo, type Caller } from '../contract/caller.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { Problem, forbidden } from '../contract/problem.ts'
import { normalEmail } from '../contract/schema.ts'
import { readSignedPath } from './signed-link.ts'
import { requireVerification } from './verification.ts'
import type { App, Credential } from '../app.ts'

/** Runs before the body is read. */
export async function authenticate(
  app: App,
  endpoint: Pick<Endpoint, 'access' | 'method' | 'path' | 'needsVerification' | 'cost'>,
  request: FastifyRequest,
): Promise<void> {
  const { access } = endpoint
  if (access === 'anyone') return
  if (access === 'bearer') {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw unauthorized('Send Authorization: Bearer with the token of the studio.')
    request.studioClient = await app.authenticator.byBearer(token, request.ip)
    return
  }
  if (access === 'share') {
    request.person = await guestOf(app, request)
    // The requests of guests do not use up the budget of the studio.
    app.requestBudget({ _id: request.person._id, studios: [] }, endpoint.cost)
    return
  }
  if (access === 'signed-link' && request.url.includes('signature=')) {
    request.person = await callerByLink(app, request)
    app.requestBudget(request.person, endpoint.cost)
    app.authenticator.checkToken(request.person, endpoint)
    if (request.headers.authorization) await requireOwnLink(app, request, request.person)
    return
  }
  const credential = readCredential(request)
  if (access === 'credential') request.credential = credential
  if (!credential.secret.startsWith('token-')) {
    if (access === 'credential') return
    throw unauthorized('Use the token from GET /api/session instead of your password.')
  }
  const caller = await app.authenticator.byToken(credential)
  // Also if the call is refused below, for the log.
  request.person = caller
  app.requestBudget(caller, endpoint.cost)
  app.authenticator.checkToken(caller, endpoint)
  if (endpoint.needsVerification) requireVerification(caller)
  request.person = withAccess(access, caller)
}

/** With a declared permission, the caller acts only in the studios where they have it. */
function withAccess(access: string, person: Caller): Caller {
  if (!access.includes('.')) return person
  if (!hasSomewhere(person, access))
    throw forbidden(
      'permission.required',
      `This needs the permission ${access}. Ask a manager of your studio.`,
    )
  return narrowTo(person, access)
}

function guestOf(app: App, request: FastifyRequest): Promise<Caller> {
  if (request.url.includes('signature=')) {
    const [path, query] = request.url.split('?', 2) as [string, string]
    return app.authenticator.byShare(readSignedPath(app.keys, path, new URLSearchParams(query)))
  }
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw unauthorized('Send Authorization: Bearer with the token of the share.')
  return app.authenticator.byShare({ token })
}

function callerByLink(app: App, request: FastifyRequest): Promise<Caller> {
  const [path, query] = request.url.split('?', 2) as [string, string]
  return app.authenticator.byLink({
    ...readSignedPath(app.keys, path, new URLSearchParams(query)),
    address: request.ip,
  })
}

/** A request with a signed link and a credential must come from the person the link is for. */
async function requireOwnLink(app: App, request: FastifyRequest, person: Caller) {
  const bearer = await app.authenticator.byToken(readCredential(request))
  if (bearer._id !== person._id)
    throw forbidden('link.invalid', 'This link is invalid or has expired. Request a new one.')
}

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

/** An IPv6 customer usually owns a /64, so a /64 or a single IPv4 address counts as one network. */
export function networkOf(address: string): string {
  const v4 = address.startsWith('::ffff:') ? address.slice(7) : address
  return v4.includes(':') ? `${groupsOf(v4).slice(0, 4).join(':')}::/64` : v4
}

/** All eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [before, after] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before!.length - (after?.length ?? 0) }, () => '0')
  return after ? [...before!, ...zeros, ...after] : before!
}

export const unauthorized = (
  detail = 'The email, password or token is wrong or no longer valid.',
  headers: Record<string, string> = {},
) => new Problem(401, 'credential.invalid', detail, {}, headers)
