import { presentDetailedEvent, type StoredEvent } from '../../events/rules.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { describeAutomatic } from '../../workrequests/rules/automatic.ts'
import { describeDeadline } from '../../workrequests/rules/reminders.ts'
import type { Notification } from '../contract.ts'

export type StoredNotification = Omit<Notification, 'event' | '$links'> & { event: StoredEvent }

export const presentNotification = (
  notification: StoredNotification,
  view: ReplyContext,
): Notification => ({
  ...notification,
  event: presentDetailedEvent(notification.event, view),
  $links: { self: `//${view.host}/api/notifications/${notification._id}` },
})

/** What a person did. The text names nothing that an embargo could hide. */
const ACTIONS: Record<string, string> = {
  wsu: 'submitted a work request',
  wam: 'marked a work request as awaiting materials',
  wip: 'marked a work request as in progress',
  wrv: 'submitted a work request for review',
  wap: 'approved a work request',
  wrj: 'rejected a work request',
  wco: 'completed a work request',
  wcx: 'cancelled a work request',
  wch: 'changed a work request',
  wcm: 'commented on a work request',
  was: 'assigned a work request',
  wac: 'accepted a work request',
  wde: 'declined a work request',
  wra: 'assigned the review of a work request',
  wnr: 'has not received a response from the vendor',
  pcr: 'created a project',
  pch: 'changed a project',
  par: 'archived a project',
  acr: 'added an asset',
  ach: 'changed an asset',
  arm: 'archived an asset',
  aph: 'moved an asset to another phase',
  fin: 'added a file',
  fd: 'downloaded files',
  prv: 'published a preview',
  ofl: 'uploaded an offline',
  ofc: 'commented on an offline',
  ofd: 'approved or rejected an offline',
  tsu: 'submitted a translation',
  tap: 'approved a translation',
  trj: 'rejected a translation',
  tas: 'assigned a translation',
  tro: 'reopened a translation',
  tcm: 'commented on a line of a translation',
  shr: 'created a share link',
  sho: 'opened a share link',
  shd: 'accepted or rejected a share',
  emb: 'lifted an embargo',
  emc: 'set or changed an embargo',
  dlb: 'has almost reached their download limit',
}

const DECISIONS: Record<string, string> = {
  approved: 'approved an offline',
  rejected: 'rejected an offline',
  withdrawn: 'withdrew the decision about an offline',
}

/** What happened to a work request without a person. */
const AUTOMATIC: Record<string, string> = {
  wam: 'A work request is awaiting materials',
  wip: 'A work request is in progress',
  wrv: 'A work request is ready for review',
  wap: 'A work request is approved',
  wco: 'A work request is complete',
  was: 'A work request is assigned to a vendor',
}

/** One line of plain text for any name. An automatic move and a reminder name nobody. */
export function titleOf(
  type: string,
  name: string,
  details: Readonly<Record<string, string | null>> = {},
): string {
  if (type === 'wdu')
    return `${details.deadline === 'delivery' ? 'The delivery of a' : 'A'} work request is ${describeDeadline(details)}`
  const action =
    type === 'fin' && details.files
      ? `added ${details.files} files`
      : type === 'ofd' && details.decision
        ? DECISIONS[details.decision]
        : (ACTIONS[type] ?? 'made a change')
  return details.cause
    ? `${AUTOMATIC[type] ?? 'A work request changed'} (${describeAutomatic(details)})`
    : `${name.replace(/\s+/g, ' ').trim()} ${action}`
}
