// Streams live events until the user interrupts it.
import { events } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../../output/exit-codes.ts'
import { splitList } from '../../resources/input/body.ts'

export type EventFilter = { type?: string[]; since?: string }

/** Ends without an error on Ctrl-C and SIGTERM, and throws if the service rejects the listener. */
export async function* subscribeToEvents(
  { listen }: Client,
  { type, since }: EventFilter,
): AsyncGenerator<events.Event> {
  const types = parseTypes(type)
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    for await (const message of listen(events.streamEvents, {
      signal: controller.signal,
      lastEventId: since,
    })) {
      if (message.type === 'connected') console.error('Listening. Press Ctrl-C to stop.')
      else if (message.type === 'reset')
        console.error('Earlier events are no longer available. Continuing with new ones.')
      else if (message.type === 'message' && (!types || types.includes(message.data.type)))
        yield message.data
    }
  } finally {
    stop()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

function parseTypes(texts: string[] | undefined): string[] | undefined {
  const types = texts?.flatMap(splitList)
  const unknown = types?.find((type) => !isEventType(type))
  if (unknown)
    throw new CliError(
      'usage',
      `"${unknown}" is not an event type. Use one of: ${events.EVENT_TYPES.join(', ')}`,
    )
  return types
}

export const isEventType = (text: string): boolean =>
  (events.EVENT_TYPES as readonly string[]).includes(text)
