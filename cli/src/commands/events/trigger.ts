import { randomBytes } from 'node:crypto'
import { events, webhooks } from '@reelay/api/contract'
import type { Client } from '../../client.ts'
import { Stop } from '../../output/exit-codes.ts'
import { forwardTo, type Aim } from './forward.ts'
import { isType } from './subscribe.ts'
import { moment, printFacts, printJson } from '../../output/print.ts'

type Options = Aim & { event: string; webhook?: string; json?: boolean }

export async function trigger(
  client: Client,
  { event, webhook, json, ...aim }: Options,
): Promise<void> {
  if (webhook && aim.forward) throw new Stop('misused', 'Give --forward or --webhook, not both.')
  if (webhook) {
    const delivery = await sendAgain(client, webhook, event)
    if (json) return printJson(delivery)
    return printFacts([
      ['Delivery', delivery._id],
      ['Type', delivery.type],
      ['Event', delivery.event],
      ['Status', delivery.status],
      ['Made', moment(delivery.created)],
    ])
  }
  const deliver = await forwardTo(aim)
  const delivered = await deliver(await toldOf(client, event))
  if (json) printJson(delivered)
  else
    printFacts([
      ['Delivery', delivered.id],
      ['Type', delivered.type],
      ['Answered', delivered.status],
      ['Fault', delivered.error],
    ])
  if (delivered.error) throw new Stop(delivered.status === null ? 'unreachable' : 'refused')
}

/** By the service itself, in the line of that webhook. */
async function sendAgain({ call }: Client, id: string, event: string): Promise<webhooks.Delivery> {
  if (event === 'ping') return call(webhooks.pingWebhook, { params: { id } })
  const { items } = await call(webhooks.listDeliveries, {
    params: { id },
    range: { first: 0, last: 499 },
  })
  const found = items.find((delivery) => delivery.type === event || delivery.event === event)
  if (!found)
    throw new Stop('unknown', `This webhook has no delivery of ${event} among its newest 500.`)
  return call(webhooks.redeliver, { params: { id, delivery: found._id } })
}

async function toldOf({ call }: Client, named: string) {
  if (named === 'ping')
    return {
      id: randomBytes(12).toString('hex'),
      type: 'ping',
      created: Math.floor(Date.now() / 1000),
      event: null,
    }
  const event = isType(named)
    ? (await call(events.listEvents, { query: { type: named }, range: { first: 0, last: 0 } }))
        .items[0]
    : await call(events.getEvent, { params: { id: named } })
  if (!event) throw new Stop('unknown', `There is no event of type ${named} that you can see yet.`)
  return { id: event._id, type: event.type, created: event.created, event }
}
