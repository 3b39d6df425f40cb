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
  Ref,
  Removed,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'

const Address = Type.String({ minLength: 1, maxLength: 2000 })
/** None: all of them. */
const Types = Type.Array(Type.Enum([...EVENT_TYPES]), {
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
})

export const Webhook = StrictObject({
  _id: Id,
  studio: Id,
  /** Whose eyes it looks through: a delivery tells what they see, and nothing behind an embargo. */
  from: Id,
  url: Address,
  types: Types,
  active: Type.Boolean(),
  /** `from` no longer manages the studio, so nothing is sent. */
  asleep: Type.Boolean(),
  /** In a row; one delivery that arrives ends them. */
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
  /** How the last try ended. */
  code: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  /** When it may be tried again, if it is the next in line. */
  next: Nullable(Seconds),
  created: Seconds,
  delivered: Nullable(Seconds),
  $links: Links('webhook'),
})
export type Delivery = Static<typeof Delivery>

const Secret = { secret: Type.String() }
const fields = { url: Address, types: Type.Optional(Types), active: Type.Optional(Type.Boolean()) }
const New = StrictObject({ studio: Ref, ...fields })
export type NewWebhook = Static<typeof New>
const Change = StrictPartial(StrictObject(fields))
export type WebhookChange = Static<typeof Change>

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
  summary: 'Have a studio’s events sent to an address; the secret that signs them is shown once',
  secret: true,
  body: New,
  record: Webhook,
  reply: Type.Evaluate(Type.Intersect([Webhook, StrictObject(Secret)])),
})
export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/webhooks/:id',
  access: 'studio.manage',
  summary: 'Change a webhook; who gives it another address lends it their eyes',
  params: IdParams,
  body: Change,
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
  reply: StrictObject({ _id: Id, ...Secret }),
})
export const pingWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:id/ping',
  access: 'studio.manage',
  summary: 'Send a ping, after what already waits',
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
