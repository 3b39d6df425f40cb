// Streams of server-sent events, which last until the client disconnects.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Problem, busy, tooMany } from './contract/problem.ts'
import { eventStreams } from '../telemetry/metrics.ts'
import type { App } from './app.ts'

type SseMessage = { id?: string; event?: string; data: unknown }
/** `send` resolves when the connection can take more, so a slow client does not fill memory. */
export type SseConnection = { signal: AbortSignal; send: (message: Buffer) => Promise<void> }
export type ServeEvents = (
  reply: FastifyReply,
  person: string,
  feed: (connection: SseConnection) => Promise<void>,
) => Promise<void>

const MAX_PER_PERSON = 6
const MAX_TOTAL = 2_000
const HEARTBEAT_MS = 15_000
/** A client that reads nothing for this long has gone without closing the connection. */
const WRITE_TIMEOUT_MS = 60_000

/** Counts streams by person. When the service stops they end at once, so that clients reconnect. */
export function createEventStreams(app: Pick<App, 'stopping'>): ServeEvents {
  const open = new Map<string, number>()
  let total = 0
  const count = (person: string, by: 1 | -1) => {
    total += by
    eventStreams.inc(by)
    const remaining = (open.get(person) ?? 0) + by
    if (remaining) open.set(person, remaining)
    else open.delete(person)
  }
  return async (reply, person, feed) => {
    if ((open.get(person) ?? 0) >= MAX_PER_PERSON)
      throw tooMany(`You have ${MAX_PER_PERSON} open event streams. Close one first.`, 5)
    if (total >= MAX_TOTAL) throw busy('Too many event streams are open. Try again later.', 30)
    count(person, 1)
    try {
      await stream(reply, app.stopping.signal, feed)
    } finally {
      count(person, -1)
    }
  }
}

async function stream(
  reply: FastifyReply,
  stopping: AbortSignal,
  feed: (connection: SseConnection) => Promise<void>,
) {
  reply.hijack()
  const { raw } = reply
  const disconnected = new AbortController()
  raw.on('close', () => disconnected.abort())
  // X-Accel-Buffering tells proxies not to buffer the response.
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  const heartbeat = setInterval(() => {
    if (!raw.writableNeedDrain) raw.write(': \n\n')
  }, HEARTBEAT_MS)
  const signal = AbortSignal.any([disconnected.signal, stopping])
  try {
    raw.write('retry: 2000\n\n')
    if (reply.request.method !== 'HEAD')
      await feed({ signal, send: (message) => write(raw, message, signal) })
  } catch (error) {
    // A Problem means that the person lost access. Reconnecting returns the reason.
    if (!(error instanceof Problem) && !signal.aborted)
      reply.log.error({ err: error }, 'an event stream failed')
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
}

/** The bytes of a message. All connections that get the same message share them. */
export const bytesOf = ({ id, event, data }: SseMessage): Buffer =>
  Buffer.from(
    `${id ? `id: ${id}\n` : ''}${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`,
  )

async function write(raw: ServerResponse, bytes: Buffer, signal: AbortSignal): Promise<void> {
  if (signal.aborted || raw.write(bytes)) return
  const timeout = setTimeout(() => raw.destroy(), WRITE_TIMEOUT_MS)
  await new Promise<void>((resolve) => {
    raw.once('drain', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  clearTimeout(timeout)
}
