import type { Client } from '@reelay/client'
import { formatTime, toJson } from '../../output/print.ts'
import { createForwarder, type ForwardOptions } from './forward.ts'
import { subscribeToEvents, type EventFilter } from './subscribe.ts'

type Options = ForwardOptions & EventFilter & { json?: boolean }

/** Forwards one event after the other, in order, as webhooks do. */
export async function webhookListen(
  client: Client,
  { json, forwardTo, secretFile, ...filter }: Options,
): Promise<void> {
  const forward = await createForwarder({ forwardTo, secretFile })
  for await (const event of subscribeToEvents(client, filter)) {
    const { _id: id, type, created } = event
    const result = await forward({ id, type, created, event })
    const outcome = result.error ?? result.status
    console.log(
      json
        ? toJson(result)
        : `${formatTime(Date.now() / 1000)}  ${type.padEnd(3)}  ${id}  ${outcome}`,
    )
  }
}
