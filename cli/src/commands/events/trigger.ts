import { randomBytes } from 'node:crypto'
import { events, webhooks } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../../output/exit-codes.ts'
import { formatTime, printDetails, printJson } from '../../output/print.ts'
import { createForwarder, type ForwardOptions } from './forward.ts'
import { isEventType } from './subscribe.ts'

type Options = ForwardOptions & { event: string; webhook?: string; json?: boolean }

export async function trigger(
  client: Client,
  { event, webhook, json, ...target }: Options,
): Promise<void> {
  if (webhook && target.forwardTo)
    throw new CliError('usage', 'Use either --forward-to or --webhook, not both.')
  if (webhook) return printDelivery(await redeliver(client, webhook, event), json)
  const forward = await createForwarder(target)
  const result = await forward(await createDelivery(client, event))
  if (json) printJson(result)
  else
    printDetails([
      ['Delivery', result.id],
      ['Type', result.type],
      ['Response', result.status],
      ['Error', result.error],
    ])
  if (result.error) throw new CliError(result.status === null ? 'unavailable' : 'rejected')
}

function printDelivery(delivery: webhooks.Delivery, json: boolean | undefined) {
  if (json) return printJson(delivery)
  printDetails([
    ['Delivery', delivery._id],
    ['Type', delivery.type],
    ['Event', delivery.event],
    ['Status', delivery.status],
    ['Created', formatTime(delivery.created)],
  ])
}

/** The service itself sends it, in the queue of that webhook. */
async function redeliver({ call }: Client, id: string, event: string): Promise<webhooks.Delivery> {
  if (event === 'ping') return call(webhooks.pingWebhook, { params: { id } })
  const { items } = await call(webhooks.listDeliveries, {
    params: { id },
    range: { first: 0, last: 499 },
  })
  const found = items.find((delivery) => delivery.type === event || delivery.event === event)
  if (!found)
    throw new CliError('notFound', `The latest 500 deliveries of this webhook have no ${event}.`)
  return call(webhooks.redeliver, { params: { id, delivery: found._id } })
}

async function createDelivery({ call }: Client, name: string) {
  if (name === 'ping')
    return {
      id: randomBytes(12).toString('hex'),
      type: 'ping',
      created: Math.floor(Date.now() / 1000),
      event: null,
    }
  const event = isEventType(name)
    ? (await call(events.listEvents, { query: { type: name }, range: { first: 0, last: 0 } }))
        .items[0]
    : await call(events.getEvent, { params: { id: name } })
  if (!event) throw new CliError('notFound', `No event of type ${name} is visible to you yet.`)
  return { id: event._id, type: event.type, created: event.created, event }
}
