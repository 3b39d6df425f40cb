// Server-sent events over fetch: EventSource cannot carry an Authorization header.
import type { Endpoint, ReplyOf } from '@reelay/api/contract'
import type { LiveEndpoint } from './types.ts'
import { Refusal } from './api-error.ts'
import { rest } from './sleep.ts'

/**
 * `reset`: something may have been missed that cannot be told, so whatever shows what happened has
 * to be asked for anew.
 */
export type Heard<E extends Endpoint> =
  | { about: 'message'; id: string; data: ReplyOf<E> }
  | { about: 'reset' }
  | { about: 'connected' }
export type ListenOptions = { signal: AbortSignal; lastEventId?: string | undefined }
type Connect = (lastEventId: string | undefined) => Promise<Response>

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Goes on after every cut from the last message on, until the signal says to leave or the service
 * refuses whoever listens.
 */
export async function* listenTo<E extends LiveEndpoint>(
  connect: Connect,
  { signal, lastEventId }: ListenOptions,
): AsyncGenerator<Heard<E>> {
  let last = lastEventId
  let pause = FIRST_PAUSE_MS
  let isFirst = true
  while (!signal.aborted) {
    try {
      const response = await connect(last)
      if (!response.ok) throw await Refusal.from(response)
      yield { about: 'connected' }
      // Who has heard nothing yet cannot say from where to go on.
      if (!isFirst && last === undefined) yield { about: 'reset' }
      isFirst = false
      pause = FIRST_PAUSE_MS
      for await (const { id, event, data } of messagesOf(response)) {
        if (event === 'reset') yield { about: 'reset' }
        else if (id !== undefined)
          yield { about: 'message', id: (last = id), data: JSON.parse(data) as ReplyOf<E> }
      }
    } catch (error) {
      if (signal.aborted) return
      if (isFinal(error)) throw error
    }
    // Not all at the same moment after the service was started anew.
    await rest(pause * (0.5 + Math.random()), signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

const isFinal = (error: unknown) =>
  error instanceof Refusal && error.status < 500 && error.status !== 429 && error.status !== 408

type Message = { id?: string; event?: string; data: string }

async function* messagesOf(response: Response): AsyncGenerator<Message> {
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (text + piece).split('\n\n')
    text = parts.pop()!
    for (const part of parts) yield* messageOf(part)
  }
}

/** Comments keep the line open and say nothing. */
function messageOf(part: string): Message[] {
  const fields = Object.fromEntries(
    part
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).replace(/^ /, ''),
      ]),
  )
  return fields.data === undefined ? [] : [{ ...fields, data: fields.data }]
}
