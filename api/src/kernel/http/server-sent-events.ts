// Answers that go on for as long as the caller listens (server-sent events).
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Problem, busy, tooMany } from './contract/problem.ts'
import type { App } from './app.ts'

export type SseMessage = { id?: string; event?: string; data: unknown }
/**
 * `send` resolves when the connection takes more: whoever reads slowly is waited for, and nothing
 * is heaped up meanwhile.
 */
export type SseConnection = { signal: AbortSignal; send: (message: SseMessage) => Promise<void> }
export type ServeEvents = (
  reply: FastifyReply,
  person: string,
  feed: (listener: SseConnection) => Promise<void>,
) => Promise<void>

const MOST_EACH = 6
const MOST_OF_ALL = 2_000
const BEAT_MS = 15_000
/** Who takes nothing for so long is gone, though nobody has said so. */
const PATIENCE_MS = 60_000

/**
 * Streams of one kind, counted by person. They end at once when the service stops, so that callers
 * go on elsewhere and nothing waits for them.
 */
export function createEventStreams({ stopping }: Pick<App, 'stopping'>): ServeEvents {
  const open = new Map<string, number>()
  let all = 0
  const count = (person: string, by: 1 | -1) => {
    all += by
    const left = (open.get(person) ?? 0) + by
    if (left) open.set(person, left)
    else open.delete(person)
  }
  return async (reply, person, feed) => {
    if ((open.get(person) ?? 0) >= MOST_EACH)
      throw tooMany(`You are listening ${MOST_EACH} times already. Close one of them first.`, 5)
    if (all >= MOST_OF_ALL) throw busy('Too many people are listening at this moment.', 30)
    count(person, 1)
    try {
      await stream(reply, stopping.signal, feed)
    } finally {
      count(person, -1)
    }
  }
}

async function stream(
  reply: FastifyReply,
  stopping: AbortSignal,
  feed: (listener: SseConnection) => Promise<void>,
) {
  reply.hijack()
  const { raw } = reply
  const left = new AbortController()
  raw.on('close', () => left.abort())
  // Proxies that collect an answer before they pass it on are told not to.
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  const beat = setInterval(() => {
    if (!raw.writableNeedDrain) raw.write(': \n\n')
  }, BEAT_MS)
  const signal = AbortSignal.any([left.signal, stopping])
  try {
    raw.write('retry: 2000\n\n')
    if (reply.request.method !== 'HEAD')
      await feed({ signal, send: (message) => write(raw, textOf(message), signal) })
  } catch (error) {
    // Who may not listen any more hears nothing more; the next try is told why.
    if (!(error instanceof Problem) && !signal.aborted)
      reply.log.error({ err: error }, 'a stream broke off')
  } finally {
    clearInterval(beat)
    raw.end()
  }
}

const textOf = ({ id, event, data }: SseMessage) =>
  `${id ? `id: ${id}\n` : ''}${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`

async function write(raw: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted || raw.write(text)) return
  const patience = setTimeout(() => raw.destroy(), PATIENCE_MS)
  await new Promise<void>((resolve) => {
    raw.once('drain', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  clearTimeout(patience)
}
