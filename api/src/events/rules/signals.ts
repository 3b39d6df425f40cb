// Signals tell people that a record changed, when the event itself is not for them.
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { ChangedRecord, Event } from '../contract.ts'

/** The record of an event, without its content. */
export type EventSubject = Pick<Event, 'type'> & {
  workRequest: string | null
  asset: string | null
  project: string | null
}

type Types = readonly Event['type'][]
const DOWNLOADS: Types = ['fd', 'dlb']
const REMINDERS: Types = ['wdu']
const SHARES: Types = ['shr', 'sho', 'shd']
/** Only the people these events are for learn about them: they change no page of anybody else. */
export const TYPES_WITHOUT_SIGNAL: Types = [...DOWNLOADS, ...REMINDERS, ...SHARES]
/** Comments on a work request, an offline and a line. */
const COMMENT_TYPES: Types = ['wcm', 'ofc', 'tcm']

/** Undefined for an event about no record. */
export function changedRecordOf(subject: EventSubject): ChangedRecord | undefined {
  const { type, workRequest, asset, project } = subject
  if (workRequest)
    return { type: COMMENT_TYPES.includes(type) ? 'comments' : 'workrequests', _id: workRequest }
  if (asset) return { type: 'assets', _id: asset }
  return project ? { type: 'projects', _id: project } : undefined
}

/** Get a signal even if they do not see its items. Without groups, all vendors of the studio do. */
type SignalReceivers = {
  users: string[]
  vendorStudio: string | null
  vendorGroups: string[] | null
}

/** A token for one project does not learn about the others. */
export const isReceiver = (
  { users, vendorStudio, vendorGroups }: SignalReceivers,
  { _id, groups, memberships, scope }: Caller,
): boolean =>
  scope === null &&
  (users.includes(_id) ||
    (memberships.some(({ studio, roles }) => studio === vendorStudio && roles.includes('vendor')) &&
      (vendorGroups === null || vendorGroups.some((id) => groups.includes(id)))))
