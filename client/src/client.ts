import type { Endpoint, files } from '@reelay/api/contract'
import { ApiError } from './api-error.ts'
import { paginate } from './each.ts'
import {
  buildHeaders,
  buildUrl,
  encodeBody,
  type ClientCredential,
  type EndpointAddress,
} from './request.ts'
import {
  DEFAULT_RETRY,
  NO_RETRY,
  retryCheckFor,
  withIdempotencyKey,
  withRetries,
  type RetryPolicy,
} from './retry.ts'
import type { UploadTransport } from './tus.ts'
import type {
  AnyRequestInput,
  Call,
  Each,
  Listen,
  OpenDownload,
  ResultPage,
  ResultOf,
  Send,
} from './types.ts'
import type { CancelOptions, UploadOptions } from './upload.ts'

export { ApiError, isApiError, type FieldError, type MissingRequirement } from './api-error.ts'
export type { DownloadOptions, DownloadStream } from './download.ts'
export type { ListenOptions, StreamMessage } from './types.ts'
export { basicAuth, type ClientCredential } from './request.ts'
export type { RetryPolicy } from './retry.ts'
export type { ByteSource } from './source.ts'
export type {
  ApiResponse,
  Call,
  Each,
  Listen,
  OpenDownload,
  ResultPage,
  RequestInput,
  ResultOf,
  Send,
} from './types.ts'
export type { CancelOptions, UploadOptions, UploadProgress } from './upload.ts'

/**
 * `baseUrl` ends with `/api`. A function as `credential` is called before every request.
 * `retry: false` turns retries off.
 */
export type ClientOptions = {
  baseUrl: string
  credential?: ClientCredential | (() => ClientCredential | undefined) | undefined
  fetch?: typeof fetch
  retry?: false | Partial<RetryPolicy>
}
export type Client = {
  call: Call
  send: Send
  each: Each
  download: OpenDownload
  upload: (options: UploadOptions) => Promise<files.File>
  cancelUpload: (options: CancelOptions) => Promise<void>
  listen: Listen
}

/**
 * A typed client for browsers and Node. `call` returns the result, `send` also the status and
 * headers, `each` the records of a list, `download` a stream, `listen` live events, and `upload`
 * sends a file. All throw an ApiError if the service rejects the request.
 */
export function createClient(options: ClientOptions): Client {
  const retry = options.retry === false ? NO_RETRY : { ...DEFAULT_RETRY, ...options.retry }
  const connection = connect(options)
  const send = createSend(connection, retry)
  const call: Call = async (endpoint, ...input) => (await send(endpoint, ...input)).body
  const each: Each = (endpoint, ...[input, eachOptions]) =>
    paginate(
      (place) => (call as CallList)(endpoint, { ...input, ...place }),
      input?.range,
      eachOptions,
    ) as AsyncGenerator<never, void, undefined>
  const transport: UploadTransport = {
    call,
    each,
    open: connection.open,
    hasXhr: !options.fetch && typeof XMLHttpRequest !== 'undefined',
  }
  return {
    call,
    send,
    each,
    download: createDownload(connection, retry),
    listen: createListen(connection),
    // Downloads, events and uploads are loaded on demand, to keep the first load of pages small.
    upload: async (upload) => (await import('./upload.ts')).uploadSource(transport, retry, upload),
    cancelUpload: async (upload) =>
      (await import('./upload.ts')).cancelUpload(transport, retry, upload),
  }
}

type CallList = (endpoint: Endpoint, input: AnyRequestInput) => Promise<ResultPage<unknown>>
type Connection = ReturnType<typeof connect>

function connect({ baseUrl, credential: given, fetch: defaultFetch = fetch }: ClientOptions) {
  const credential = () => (typeof given === 'function' ? given() : given)
  const request = (
    endpoint: EndpointAddress,
    input: AnyRequestInput | undefined,
    send = defaultFetch as Parameters<UploadTransport['open']>[2],
  ): Promise<Response> =>
    send!(buildUrl(baseUrl, endpoint, input), {
      method: endpoint.method,
      headers: buildHeaders(endpoint, credential(), input),
      body: encodeBody(endpoint, input) as Uint8Array,
      ...(input?.signal && { signal: input.signal }),
    })
  /** Throws if the service rejects the request. */
  const open: UploadTransport['open'] = async (endpoint, input, send) => {
    const response = await request(endpoint, input, send)
    if (!response.ok) throw await ApiError.from(response)
    return response
  }
  return { credential, request, open }
}

const createSend =
  ({ open, credential }: Connection, retry: RetryPolicy): Send =>
  (endpoint, ...[given]) => {
    const input = retry.attempts > 1 ? withIdempotencyKey(endpoint, given, credential()) : given
    return withRetries(
      async () => {
        const response = await open(endpoint, input ?? {})
        const { status, headers } = response
        return { status, headers, body: await readResult(endpoint, response) }
      },
      {
        retry,
        isRetryable: retryCheckFor(endpoint, input, credential()),
        signal: given?.signal,
      },
    )
  }

const createDownload =
  ({ open, credential }: Connection, retry: RetryPolicy): OpenDownload =>
  async (endpoint, ...[input, options = {}]) =>
    (await import('./download.ts')).openDownload(
      (headers) => open(endpoint, { ...input, headers: { ...input?.headers, ...headers } }),
      (work) =>
        withRetries(work, {
          retry,
          isRetryable: retryCheckFor(endpoint, input, credential()),
          signal: input?.signal,
        }),
      options,
    )

const createListen = ({ request }: Connection): Listen =>
  async function* (endpoint, options) {
    const { subscribe } = await import('./listen.ts')
    yield* subscribe<typeof endpoint>(
      (lastId) =>
        request(endpoint, {
          headers: { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) },
          ...(options.params && { params: options.params }),
          ...(options.query && { query: options.query() }),
          signal: options.signal,
        }),
      options,
    )
  }

/** The `after` of the link to the next page. */
const cursorIn = (link: string | null): string | null | undefined => {
  const next = link?.split(', ').find((one) => one.endsWith('; rel="next"'))
  return next && new URLSearchParams(next.slice(next.indexOf('?'), next.indexOf('>'))).get('after')
}

async function readResult<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<ResultOf<E>> {
  if (endpoint.bytes === 'out') return new Uint8Array(await response.arrayBuffer()) as ResultOf<E>
  const body: unknown = response.status === 304 ? undefined : await response.json()
  if (!endpoint.list) return body as ResultOf<E>
  const total = response.headers.get('content-range')?.split('/')[1] ?? '0'
  const next = cursorIn(response.headers.get('link'))
  return {
    items: body,
    total: total === '*' ? null : Number(total),
    ...(next && { next }),
  } as ResultOf<E>
}
