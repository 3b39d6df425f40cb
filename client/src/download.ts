import { ApiError } from './api-error.ts'

/**
 * `from`: the first byte to send. `etag`: that of the bytes received so far; if the file has other
 * bytes by now, the download starts over.
 */
export type DownloadOptions = { from?: number; etag?: string }
/**
 * `from`: where the stream begins; 0 if the service does not send ranges. `total`: the full length,
 * if the service reports it.
 */
export type DownloadStream = {
  from: number
  total: number | undefined
  etag: string | null
  headers: Headers
  stream: ReadableStream<Uint8Array>
}

type SendRequest = (headers: Record<string, string>) => Promise<Response>
type Retrying = <T>(work: (attempt: number) => Promise<T>) => Promise<T>

/** The stream resumes automatically after a lost connection, as long as the bytes are the same. */
export async function openDownload(
  send: SendRequest,
  retrying: Retrying,
  { from = 0, etag }: DownloadOptions,
): Promise<DownloadStream> {
  const response = await retrying(() => send(rangeHeaders(from, etag))).catch((error: unknown) =>
    emptyIfComplete(error, from),
  )
  const { headers } = response
  const start = response.status === 200 ? 0 : from
  const length = headers.get('content-length')
  const total = totalOf(headers) ?? (length === null ? undefined : Number(length))
  return {
    from: start,
    total,
    etag: headers.get('etag'),
    headers,
    stream: resumingStream(response, start, send, retrying),
  }
}

const rangeHeaders = (from: number, etag: string | null | undefined): Record<string, string> =>
  from > 0 ? { range: `bytes=${from}-`, ...(etag && { 'if-range': etag }) } : {}

const totalOf = (headers: Headers) => {
  const match = /\/(\d+)$/.exec(headers.get('content-range') ?? '')
  return match ? Number(match[1]) : undefined
}

/** A range that starts at the end of the file gets 416: nothing is left to download. */
function emptyIfComplete(error: unknown, from: number): Response {
  if (error instanceof ApiError && error.status === 416 && totalOf(error.headers) === from)
    return new Response(null, { status: 206, headers: error.headers })
  throw error
}

function resumingStream(
  first: Response,
  from: number,
  send: SendRequest,
  retrying: Retrying,
): ReadableStream<Uint8Array> {
  let position = from
  let reader = first.body?.getReader()
  async function reopen() {
    const response = await send(rangeHeaders(position, first.headers.get('etag')))
    if (position > 0 && response.status !== 206)
      throw new Error('The connection was lost, and the service cannot resume this download')
    reader = response.body?.getReader()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await retrying(async (attempt) => {
          if (attempt > 0) await reopen()
          return reader?.read()
        })
        if (!chunk || chunk.done) return controller.close()
        position += chunk.value.length
        controller.enqueue(chunk.value)
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
