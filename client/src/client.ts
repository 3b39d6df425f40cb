import type { BodyOf, Endpoint, Page, ParamsOf, QueryOf, Range, ReplyOf } from '@reelay/api/contract'
import { listenTo, type Heard, type ListenOptions } from './listen.ts'
import { Refusal } from './refusal.ts'

export type { Heard } from './listen.ts'
export { Refusal, type Fault } from './refusal.ts'

type Part<Name extends string, T> = [keyof T] extends [never] ? { [N in Name]?: undefined } : Record<never, never> extends T ? { [N in Name]?: T } : { [N in Name]: T }
type BodyPart<E extends Endpoint> = E extends { body: unknown } ? { body: BodyOf<E> } : E extends { bytes: 'in' } ? { body: Uint8Array | string } : { body?: undefined }

/** What a call takes, as its endpoint declares it. */
export type Input<E extends Endpoint> = Part<'params', ParamsOf<E>> & Part<'query', QueryOf<E>> & BodyPart<E> & { range?: Range; headers?: Record<string, string> }
/** A list gives a page; bytes give themselves; a live stream never ends, so it is listened to; anything else gives its record. */
export type Answer<E extends Endpoint> = E extends { list: true } ? Page<ReplyOf<E>> : E extends { bytes: 'out' } ? Uint8Array : E extends { bytes: 'live' } ? never : ReplyOf<E>
export type Answered<E extends Endpoint> = { status: number; headers: Headers; body: Answer<E> }

type Arguments<E extends Endpoint> = Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
export type Call = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<Answer<E>>
export type Send = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<Answered<E>>

export type Listen = <E extends Endpoint & { bytes: 'live' }>(endpoint: E, options: ListenOptions) => AsyncGenerator<Heard<E>>

export type Credential = { email: string; password: string; code?: string } | { email: string; token: string }
export type Options = { baseUrl: string; credential?: Credential; fetch?: typeof fetch }

/** A typed caller for browser and Node. `call` gives the answer, `send` also its status and headers, `listen` what happens from now on; all throw a Refusal. */
export function createClient({ baseUrl, credential, fetch: request = fetch }: Options): { call: Call; send: Send; listen: Listen } {
  const send: Send = async (endpoint, ...[input]) => {
    const response = await request(addressOf(baseUrl, endpoint, input), { method: endpoint.method, headers: headersOf(endpoint, credential, input), body: bodyOf(endpoint, input) })
    if (!response.ok) throw await Refusal.from(response)
    return { status: response.status, headers: response.headers, body: await answerOf(endpoint, response) }
  }
  const listen: Listen = (endpoint, options) => listenTo((last) => request(addressOf(baseUrl, endpoint, undefined), {
    headers: { ...headersOf(endpoint, credential, undefined), 'accept': 'text/event-stream', ...(last && { 'last-event-id': last }) }, signal: options.signal,
  }), options)
  return { send, listen, call: async (endpoint, ...input) => (await send(endpoint, ...input)).body }
}

type AnyInput = { params?: object; query?: object; body?: unknown; range?: Range; headers?: Record<string, string> } | undefined

function addressOf(baseUrl: string, { path }: Endpoint, input: AnyInput): string {
  const params = (input?.params ?? {}) as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams(Object.entries(input?.query ?? {}).filter(([, value]) => value !== undefined && value !== '')).toString()
  return `${baseUrl}${filled}${query && `?${query}`}`
}

function headersOf(endpoint: Endpoint, credential: Credential | undefined, input: AnyInput): Record<string, string> {
  return {
    'accept': 'application/json',
    'x-requested-with': 'reelay',
    ...(credential && { authorization: basic(credential) }),
    ...(credential && 'code' in credential && credential.code && { 'x-otp': credential.code }),
    ...(input?.body !== undefined && { 'content-type': endpoint.bytes === 'in' ? 'application/octet-stream' : 'application/json' }),
    ...(input?.range && { 'x-range': `resources=${input.range.first}-${input.range.last}` }),
    ...input?.headers,
  }
}

/** As every request carries it; also those that do not go through `call`, such as tus. */
export function basic(credential: Credential): string {
  const secret = 'token' in credential ? `token-${credential.token}` : credential.password
  const bytes = new TextEncoder().encode(`${credential.email}:${secret}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

function bodyOf(endpoint: Endpoint, input: AnyInput): BodyInit | undefined {
  if (input?.body === undefined) return undefined
  return endpoint.bytes === 'in' ? (input.body as BodyInit) : JSON.stringify(input.body)
}

async function answerOf<E extends Endpoint>(endpoint: E, response: Response): Promise<Answer<E>> {
  if (endpoint.bytes === 'out') return new Uint8Array(await response.arrayBuffer()) as Answer<E>
  const answer: unknown = response.status === 304 ? undefined : await response.json()
  if (!endpoint.list) return answer as Answer<E>
  return { items: answer, total: Number(response.headers.get('content-range')?.split('/')[1] ?? 0) } as Answer<E>
}
