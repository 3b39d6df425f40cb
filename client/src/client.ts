import type { Endpoint } from '@reelay/api/contract'
import { openBytes } from './download.ts'
import type { Answer, AnyInput, Call, Each, Listen, OpenBytes, Send } from './types.ts'
import { eachOf } from './each.ts'
import { listenTo } from './listen.ts'
import { Refusal } from './api-error.ts'
import { addressOf, bodyOf, headersOf, type Address, type Credential } from './request.ts'
import { NEVER, RETRY, againFor, persist, underKey, type Retry } from './retry.ts'
import type { UploadOptions, uploadBy } from './upload.ts'

export type { Bytes, BytesOptions } from './download.ts'
export type { Answer, Answered, Call, Each, Input, Listen, OpenBytes, Send } from './types.ts'
export type { Heard, ListenOptions } from './listen.ts'
export { Refusal, isRefusal, type Fault, type Missing } from './api-error.ts'
export { basic, type Credential } from './request.ts'
export type { Retry } from './retry.ts'
export type { Source } from './source.ts'
export type { UploadOptions, UploadProgress } from './upload.ts'

/** `baseUrl` ends with `/api`. `retry: false` leaves it to the caller to try again. */
export type Options = {
  baseUrl: string
  credential?: Credential
  fetch?: typeof fetch
  retry?: false | Partial<Retry>
}
export type Client = {
  call: Call
  send: Send
  each: Each
  bytes: OpenBytes
  upload: (options: UploadOptions) => ReturnType<typeof uploadBy>
  listen: Listen
}

/**
 * A typed caller for browser and Node. `call` gives the answer, `send` also its status and headers,
 * `each` a list record by record, `bytes` a stream,
 * `listen` what happens from now on; `upload` brings bytes. All throw a Refusal where the service
 * refuses.
 */
export function createClient({
  baseUrl,
  credential,
  fetch: request = fetch,
  retry: asked,
}: Options): Client {
  const retry = asked === false ? NEVER : { ...RETRY, ...asked }

  const open = async (endpoint: Address, input?: AnyInput): Promise<Response> => {
    const response = await request(addressOf(baseUrl, endpoint, input), {
      method: endpoint.method,
      headers: headersOf(endpoint, credential, input),
      body: bodyOf(endpoint, input),
      ...(input?.signal && { signal: input.signal }),
    })
    if (!response.ok) throw await Refusal.from(response)
    return response
  }
  const send: Send = (endpoint, ...[input]) => {
    const once = retry.tries > 1 ? underKey(endpoint, input, credential) : input
    return persist(
      async () => {
        const response = await open(endpoint, once)
        return {
          status: response.status,
          headers: response.headers,
          body: await answerOf(endpoint, response),
        }
      },
      { retry, again: againFor(endpoint, once, credential), signal: input?.signal },
    )
  }
  const call: Call = async (endpoint, ...input) => (await send(endpoint, ...input)).body
  const each: Each = (endpoint, ...[input, options]) =>
    eachOf(
      (range) => (call as Ask)(endpoint, { ...input, range }),
      input?.range,
      options,
    ) as AsyncGenerator<never, void, undefined>
  const bytes: OpenBytes = (endpoint, ...[input, options = {}]) => {
    const ask = (headers: Record<string, string>) =>
      open(endpoint, { ...input, headers: { ...input?.headers, ...headers } })
    return openBytes(
      ask,
      (work) =>
        persist(work, {
          retry,
          again: againFor(endpoint, input, credential),
          signal: input?.signal,
        }),
      options,
    )
  }
  const listen: Listen = (endpoint, options) =>
    listenTo(
      (last) =>
        request(addressOf(baseUrl, endpoint, undefined), {
          headers: {
            ...headersOf(endpoint, credential, undefined),
            accept: 'text/event-stream',
            ...(last && { 'last-event-id': last }),
          },
          signal: options.signal,
        }),
      options,
    )
  // Loaded by who uploads: a page that does not should not have to carry it.
  const upload: Client['upload'] = async (options) =>
    (await import('./upload.ts')).uploadBy({ call, each, open, retry }, options)
  return { call, send, each, bytes, listen, upload }
}

/** What a call is once the endpoint's own types are out of sight. */
type Ask = (endpoint: Endpoint, input: AnyInput) => Promise<{ items: unknown[]; total: number }>

async function answerOf<E extends Endpoint>(endpoint: E, response: Response): Promise<Answer<E>> {
  if (endpoint.bytes === 'out') return new Uint8Array(await response.arrayBuffer()) as Answer<E>
  const answer: unknown = response.status === 304 ? undefined : await response.json()
  if (!endpoint.list) return answer as Answer<E>
  return {
    items: answer,
    total: Number(response.headers.get('content-range')?.split('/')[1] ?? 0),
  } as Answer<E>
}
