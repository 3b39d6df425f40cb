import type { Client } from '../../client.ts'
import { forwardTo, type Aim } from './forward.ts'
import { hear, type Hearing } from './subscribe.ts'
import { jsonOf, moment } from '../../output/print.ts'

type Options = Aim & Hearing & { json?: boolean }

/** One after the other, as webhooks send: nothing overtakes. */
export async function listenAndForward(
  client: Client,
  { json, forward, secretFile, ...hearing }: Options,
): Promise<void> {
  const deliver = await forwardTo({ forward, secretFile })
  for await (const event of hear(client, hearing)) {
    const delivered = await deliver({
      id: event._id,
      type: event.type,
      created: event.created,
      event,
    })
    console.log(
      json
        ? jsonOf(delivered)
        : `${moment(Date.now() / 1000)}  ${event.type.padEnd(3)}  ${event._id}  ${delivered.error ?? delivered.status}`,
    )
  }
}
