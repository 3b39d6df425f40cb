import { Refusal } from './api-error.ts'

/** `tag`: the `etag` of what is there already; other bytes then come from their beginning. */
export type BytesOptions = { from?: number; tag?: string }
/**
 * `from`: where the stream begins, which is 0 where the service does not send parts. `total`: how
 * many bytes there are in all, where it says so.
 */
export type Bytes = {
  from: number
  total: number | undefined
  tag: string | null
  headers: Headers
  stream: ReadableStream<Uint8Array>
}

type Ask = (headers: Record<string, string>) => Promise<Response>
type Persist = <T>(work: (attempt: number) => Promise<T>) => Promise<T>

/** Goes on by itself where a line breaks, for as long as the bytes are the same. */
export async function openBytes(
  ask: Ask,
  persist: Persist,
  { from = 0, tag }: BytesOptions,
): Promise<Bytes> {
  const response = await persist(() => ask(headersFrom(from, tag))).catch((error: unknown) =>
    endOf(error, from),
  )
  const { headers } = response
  const begins = response.status === 200 ? 0 : from
  const length = headers.get('content-length')
  const total = totalOf(headers) ?? (length === null ? undefined : Number(length))
  return {
    from: begins,
    total,
    tag: headers.get('etag'),
    headers,
    stream: streamOf(response, begins, ask, persist),
  }
}

const headersFrom = (from: number, tag: string | null | undefined): Record<string, string> =>
  from > 0 ? { range: `bytes=${from}-`, ...(tag && { 'if-range': tag }) } : {}
const totalOf = (headers: Headers) => {
  const said = /\/(\d+)$/.exec(headers.get('content-range') ?? '')
  return said ? Number(said[1]) : undefined
}

/** Who has all of it asks from its end on: there is nothing more, and that is no fault. */
function endOf(error: unknown, from: number): Response {
  if (error instanceof Refusal && error.status === 416 && totalOf(error.headers) === from)
    return new Response(null, { status: 206, headers: error.headers })
  throw error
}

function streamOf(
  first: Response,
  from: number,
  ask: Ask,
  persist: Persist,
): ReadableStream<Uint8Array> {
  let at = from
  let reader = first.body?.getReader()
  async function reopen() {
    const response = await ask(headersFrom(at, first.headers.get('etag')))
    if (at > 0 && response.status !== 206)
      throw new Error('The line broke, and the service does not send the rest of these bytes alone')
    reader = response.body?.getReader()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await persist(async (attempt) => {
          if (attempt > 0) await reopen()
          return reader?.read()
        })
        if (!piece || piece.done) return controller.close()
        at += piece.value.length
        controller.enqueue(piece.value)
      },
      cancel: (why) => reader?.cancel(why),
    },
    { highWaterMark: 0 },
  )
}
