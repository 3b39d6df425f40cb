import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import type { Delivery, Webhook } from '../contract.ts'

export type StoredWebhook = Omit<Webhook, '$links'>
export type StoredDelivery = Omit<Delivery, '$links'>

export function presentWebhook(
  webhook: StoredWebhook,
  { host }: Pick<ReplyContext, 'host'>,
): Webhook {
  const self = `//${host}/api/webhooks/${webhook._id}`
  return { ...webhook, $links: { self, deliveries: `${self}/deliveries` } }
}

/** Only this response contains the secret. */
export const presentNewWebhook = (
  { secret, ...webhook }: StoredWebhook & { secret: string },
  view: Pick<ReplyContext, 'host'>,
): Webhook & { secret: string } => ({ ...presentWebhook(webhook, view), secret })

export function presentDelivery(
  delivery: StoredDelivery,
  { host }: Pick<ReplyContext, 'host'>,
): Delivery {
  const webhook = `//${host}/api/webhooks/${delivery.webhook}`
  return { ...delivery, $links: { self: `${webhook}/deliveries/${delivery._id}`, webhook } }
}
