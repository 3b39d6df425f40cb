import type { Endpoint } from '@reelay/api/contract'
import type { AnyInput } from './types.ts'

export type Credential =
  | { email: string; password: string; code?: string }
  | { email: string; token: string }
/** What of an endpoint goes over the line. */
export type Address = Pick<Endpoint, 'method' | 'path' | 'bytes'>

export function addressOf(baseUrl: string, { path }: Address, input: AnyInput | undefined): string {
  const params = (input?.params ?? {}) as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const query = new URLSearchParams(
    Object.entries(input?.query ?? {}).filter(([, value]) => value !== undefined && value !== ''),
  ).toString()
  return `${baseUrl}${filled}${query && `?${query}`}`
}

export function headersOf(
  endpoint: Address,
  credential: Credential | undefined,
  input: AnyInput | undefined,
): Record<string, string> {
  return {
    accept: 'application/json',
    'x-requested-with': 'reelay',
    ...(credential && { authorization: basic(credential) }),
    ...(credential && 'code' in credential && credential.code && { 'x-otp': credential.code }),
    ...(input?.body !== undefined && {
      'content-type': endpoint.bytes ? 'application/octet-stream' : 'application/json',
    }),
    ...(input?.range && { 'x-range': `resources=${input.range.first}-${input.range.last}` }),
    ...input?.headers,
  }
}

/** As every request carries it; also those that do not go through a client. */
export function basic(credential: Credential): string {
  const secret = 'token' in credential ? `token-${credential.token}` : credential.password
  const bytes = new TextEncoder().encode(`${credential.email}:${secret}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

export function bodyOf(endpoint: Address, input: AnyInput | undefined): BodyInit | undefined {
  if (input?.body === undefined) return undefined
  return endpoint.bytes ? (input.body as BodyInit) : JSON.stringify(input.body)
}
