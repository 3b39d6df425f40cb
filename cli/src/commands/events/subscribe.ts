// Live events until somebody breaks it off.
import { events } from '@reelay/api/contract'
import type { Client } from '../../client.ts'
import { Stop } from '../../output/exit-codes.ts'

export type Hearing = { kind?: string[]; since?: string }

/** Ends by itself only when whoever listens is no longer let in; Ctrl-C and SIGTERM end it well. */
export async function* hear(
  { listen }: Client,
  { kind, since }: Hearing,
): AsyncGenerator<events.Event> {
  const types = typesFrom(kind)
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  process.once('SIGINT', leave).once('SIGTERM', leave)
  try {
    for await (const heard of listen(events.streamEvents, {
      signal: leaving.signal,
      lastEventId: since,
    })) {
      if (heard.about === 'connected') console.error('Listening. Ctrl-C ends it.')
      else if (heard.about === 'reset')
        console.error('What happened before cannot be told; it goes on with what happens now.')
      else if (!types || types.includes(heard.data.type)) yield heard.data
    }
  } finally {
    leave()
    process.off('SIGINT', leave).off('SIGTERM', leave)
  }
}

function typesFrom(kind: string[] | undefined): string[] | undefined {
  const types = kind
    ?.flatMap((typed) => typed.split(','))
    .map((type) => type.trim())
    .filter(Boolean)
  const strange = types?.find((type) => !isType(type))
  if (strange)
    throw new Stop(
      'misused',
      `There is no type of event ${strange}. There are: ${events.EVENT_TYPES.join(', ')}`,
    )
  return types
}

export const isType = (text: string): boolean =>
  (events.EVENT_TYPES as readonly string[]).includes(text)
