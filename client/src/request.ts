import type { Endpoint } from '@reelay/api/contract'
import type { AnyRequestInput } from './types.ts'

export type ClientCredential =
  | { email: string; password: string; code?: string }
  | { email: string; token: string }
/** The part of an endpoint that is needed to send a request. */
export type EndpointAddress = Pick<Endpoint, 'method' | 'path' | 'bytes'>

export function buildUrl(
  baseUrl: string,
  { path }: EndpointAddress,
  input: AnyRequestInput | undefined,
): string {
  const params = (input?.params ?? {}) as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const query = new URLSearchParams(
    Object.entries({ ...input?.query, ...(input?.after && { after: input.after }) }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  ).toString()
  return `${baseUrl}${filled}${query && (filled.includes('?') ? '&' : '?') + query}`
}

export function buildHeaders(
  endpoint: EndpointAddress,
  credential: ClientCredential | undefined,
  input: AnyRequestInput | undefined,
): Record<string, string> {
  return {
    accept: 'application/json',
    'x-requested-with': 'reelay',
    ...(credential && { authorization: basicAuth(credential) }),
    ...(credential && 'code' in credential && credential.code && { 'x-otp': credential.code }),
    ...(input?.body !== undefined && {
      'content-type': endpoint.bytes ? 'application/octet-stream' : 'application/json',
    }),
    ...(input?.range && { 'x-range': `resources=${input.range.first}-${input.range.last}` }),
    ...input?.headers,
  }
}

/** The Authorization header, also for requests that do not go through a client. */
export function basicAuth(credential: ClientCredential): string {
  const secret = 'token' in credential ? `token-${credential.token}` : credential.password
  const bytes = new TextEncoder().encode(`${credential.email}:${secret}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

export function encodeBody(
  endpoint: EndpointAddress,
  input: AnyRequestInput | undefined,
): BodyInit | undefined {
  if (input?.body === undefined) return undefined
  return endpoint.bytes ? (input.body as BodyInit) : JSON.stringify(input.body)
}
