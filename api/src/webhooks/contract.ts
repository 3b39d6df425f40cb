import { Type, type Static } from 'typebox'
import { EVENT_TYPES } from '../events/contract.ts'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Links,
  Nullable,
  IdParams,
  StrictPartial,
  SlugRef,
  Removed,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'

const Url = Type.String({ minLength: 1, maxLength: 2000 })
/** An empty list means all types. */
const Types = Type.Array(Type.Enum([...EVENT_TYPES]), {
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
})

export const WEBHOOK_FORMATS = ['reelay', 'slack', 'teams'] as const
/** `reelay` is our own JSON; the others are messages for a channel. */
const WebhookFormat = Type.Enum([...WEBHOOK_FORMATS])
export type WebhookFormat = Static<typeof WebhookFormat>

export const Webhook = StrictObject({
  _id: Id,
  studio: Id,
  /** The owner: a delivery contains what they can see, except embargoed content. */
  from: Id,
  url: Url,
  types: Types,
  format: WebhookFormat,
  active: Type.Boolean(),
  /** The owner no longer manages the studio, so nothing is sent. */
  asleep: Type.Boolean(),
  /** Consecutive failures. A successful delivery resets them. */
  failures: Type.Integer(),
  lastFailure: Nullable(
    StrictObject({ at: Seconds, code: Nullable(Type.Integer()), error: Type.String() }),
  ),
  resumes: Nullable(Seconds),
  created: Seconds,
  $links: Links('deliveries'),
})
export type Webhook = Static<typeof Webhook>

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'withheld'] as const
export const DeliveryStatus = Type.Enum([...DELIVERY_STATUSES])
export type DeliveryStatus = Static<typeof DeliveryStatus>
export const Delivery = StrictObject({
  _id: Id,
  webhook: Id,
  event: Nullable(Id),
  type: Type.Enum([...EVENT_TYPES, 'ping']),
  status: DeliveryStatus,
  attempts: Type.Integer(),
  /** The result of the last attempt. */
  code: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  /** Earliest time of the next attempt, for the first delivery in the queue. */
  next: Nullable(Seconds),
  created: Seconds,
  delivered: Nullable(Seconds),
  $links: Links('webhook'),
})
export type Delivery = Static<typeof Delivery>

const secretField = { secret: Type.String() }
const fields = {
  url: Url,
  types: Type.Optional(Types),
  format: Type.Optional(WebhookFormat),
  active: Type.Optional(Type.Boolean()),
}
const NewWebhookBody = StrictObject({ studio: SlugRef, ...fields })
export type NewWebhook = Static<typeof NewWebhookBody>
const WebhookChangeBody = StrictPartial(StrictObject(fields))
export type WebhookChange = Static<typeof WebhookChangeBody>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  access: 'studio.manage',
  summary: 'List the webhooks of your studios, newest first',
  list: true,
  query: StrictPartial(StrictObject({ studio: ShortText })),
  reply: Webhook,
})
export const getWebhook = endpoint({
  method: 'GET',
  path: '/webhooks/:id',
  access: 'studio.manage',
  summary: 'Read a webhook',
  params: IdParams,
  reply: Webhook,
})
export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  access: 'studio.manage',
  summary: 'Create a webhook for a studio; its signing secret is shown once',
  secret: true,
  body: NewWebhookBody,
  record: Webhook,
  reply: Type.Evaluate(Type.Intersect([Webhook, StrictObject(secretField)])),
})
export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/webhooks/:id',
  access: 'studio.manage',
  summary: 'Change a webhook; a new URL makes you its owner',
  params: IdParams,
  body: WebhookChangeBody,
  record: Webhook,
  reply: Webhook,
})
export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/:id',
  access: 'studio.manage',
  summary: 'Remove a webhook and its deliveries',
  params: IdParams,
  reply: Removed,
})
export const renewSecret = endpoint({
  method: 'POST',
  path: '/webhooks/:id/secret',
  access: 'studio.manage',
  summary: 'Replace the secret of a webhook; the new one is shown once',
  params: IdParams,
  secret: true,
  reply: StrictObject({ _id: Id, ...secretField }),
})
export const pingWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:id/ping',
  access: 'studio.manage',
  summary: 'Send a ping after the queued deliveries',
  params: IdParams,
  reply: Delivery,
})

const DeliveryParams = StrictObject({ id: IdOrSlug, delivery: IdOrSlug })
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  access: 'studio.manage',
  summary: 'List the deliveries of a webhook, newest first; they are kept for 30 days',
  list: true,
  params: IdParams,
  query: StrictPartial(StrictObject({ status: DeliveryStatus })),
  reply: Delivery,
})
export const getDelivery = endpoint({
  method: 'GET',
  path: '/webhooks/:id/deliveries/:delivery',
  access: 'studio.manage',
  summary: 'Read a delivery',
  params: DeliveryParams,
  reply: Delivery,
})
export const redeliver = endpoint({
  method: 'POST',
  path: '/webhooks/:id/deliveries/:delivery/redeliver',
  access: 'studio.manage',
  summary: 'Send a delivery again, under the same id',
  params: DeliveryParams,
  reply: Delivery,
})
