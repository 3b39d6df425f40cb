// Server-sent events over fetch: EventSource cannot send an Authorization header.
import type { events, ReplyOf } from '@reelay/api/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ApiError } from './api-error.ts'
import { sleep } from './sleep.ts'
import type { ListenOptions, StreamEndpoint, StreamMessage } from './types.ts'

type Connect = (lastEventId: string | undefined) => Promise<Response>

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Reconnects after every interruption and continues after the last message, until the signal aborts,
 * the service rejects the listener, or it says that the stream has ended.
 */
export async function* subscribe<E extends StreamEndpoint>(
  connect: Connect,
  { signal, lastEventId }: ListenOptions,
): AsyncGenerator<StreamMessage<E>> {
  let lastId = lastEventId
  let pause = FIRST_PAUSE_MS
  let isReconnect = false
  while (!signal.aborted) {
    try {
      const response = await connect(lastId)
      if (!response.ok) throw await ApiError.from(response)
      yield { type: 'connected' }
      // Without a last id the service cannot replay what happened in between.
      if (isReconnect && lastId === undefined) yield { type: 'reset' }
      isReconnect = true
      pause = FIRST_PAUSE_MS
      for await (const { id, event, data } of eventsOf(response)) {
        if (event === 'ended') return
        if (event === 'reset') yield { type: 'reset' }
        else if (event === 'changed')
          yield { type: 'changed', record: JSON.parse(data) as events.ChangedRecord }
        else if (id !== undefined) {
          lastId = id
          yield { type: 'message', id, data: JSON.parse(data) as ReplyOf<E> }
        }
      }
    } catch (error) {
      if (signal.aborted) return
      if (isPermanent(error)) throw error
    }
    // Jitter: not all clients should reconnect at once after a restart.
    await sleep(pause * (0.5 + Math.random()), signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

const isPermanent = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 408

const eventsOf = (response: Response) =>
  response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
