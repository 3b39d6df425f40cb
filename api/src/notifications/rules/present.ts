import type { Event } from '../../events/contract.ts'
import { presentDetailedEvent, type StoredEvent } from '../../events/rules/present.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { describeAutomatic } from '../../workrequests/rules/automatic.ts'
import { describeDeadline } from '../../workrequests/rules/reminders.ts'
import type { Notification } from '../contract.ts'
import { EVENT_TEXTS, type EventDetails } from './event-types.ts'

export type StoredNotification = Omit<Notification, 'event' | '$links'> & { event: StoredEvent }

export const presentNotification = (
  notification: StoredNotification,
  view: ReplyContext,
): Notification => ({
  ...notification,
  event: presentDetailedEvent(notification.event, view),
  $links: { self: `//${view.host}/api/notifications/${notification._id}` },
})

const DECISIONS: Record<string, string> = {
  approved: 'approved an offline',
  rejected: 'rejected an offline',
  withdrawn: 'withdrew the decision about an offline',
}

/** One line of plain text for any name. An automatic move and a reminder name nobody. */
export function titleOf(type: Event['type'], name: string, details: EventDetails = {}): string {
  if (type === 'wdu')
    return `${details.deadline === 'delivery' ? 'The delivery of a' : 'A'} work request is ${describeDeadline(details)}`
  const action =
    type === 'fin' && details.files
      ? `added ${details.files} files`
      : type === 'ofd' && details.decision
        ? DECISIONS[details.decision]
        : EVENT_TEXTS[type].action
  return details.cause
    ? `${EVENT_TEXTS[type].automatic ?? 'A work request changed'} (${describeAutomatic(details)})`
    : `${name.replace(/\s+/g, ' ').trim()} ${action}`
}
