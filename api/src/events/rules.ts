import type { Caller } from '../kernel/http/contract/caller.ts'
import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import { presentWorkRequest, workRequestUrls } from '../workrequests/rules/present.ts'
import type { WorkRequest } from '../workrequests/contract.ts'
import type { AutomaticCause } from '../workrequests/contract/automatic.ts'
import type { StoredWorkRequest } from '../workrequests/rules/stored.ts'
import type { ChangedRecord, DetailedEvent, Event, EventWorkRequest } from './contract.ts'

type Sender = {
  _id: string
  name: string
  emailNormal: string
  status: DetailedEvent['from']['status']
}

export type StoredEvent = Pick<
  Event,
  '_id' | 'type' | 'files' | 'processed' | 'pushed' | 'digested' | 'created' | 'details'
> & {
  from: Sender
  workRequest: StoredWorkRequest | null
  projects: { _id: string; name: string; slug: string }[]
  assets: { _id: string; name: string }[]
  notify: { users: string[]; groups: string[] }
}

/** What an event is about, without what it says. */
export type EventSubject = Pick<Event, 'type'> & {
  workRequest: string | null
  asset: string | null
  project: string | null
}

/**
 * Downloads, reminders and shares change no page of people they do not concern. Nobody else learns
 * that they happened.
 */
export const UNSIGNALLED: readonly Event['type'][] = ['fd', 'dlb', 'wdu', 'shr', 'sho', 'shd']
const COMMENT_TYPES: readonly Event['type'][] = ['wcm', 'ofc', 'tcm']

/** Undefined for an event about no record. */
export function changedRecordOf(about: EventSubject): ChangedRecord | undefined {
  const { type, workRequest, asset, project } = about
  if (workRequest)
    return { type: COMMENT_TYPES.includes(type) ? 'comments' : 'workrequests', _id: workRequest }
  if (asset) return { type: 'assets', _id: asset }
  return project ? { type: 'projects', _id: project } : undefined
}

/** Who gets a signal, besides those who see what it names. Without groups all vendors do. */
type SignalReceivers = {
  users: string[]
  vendorStudio: string | null
  vendorGroups: string[] | null
}

/** A token for one project does not learn about the others. */
export const isNamedIn = (
  { users, vendorStudio, vendorGroups }: SignalReceivers,
  { _id, groups, memberships, scope }: Caller,
): boolean =>
  scope === null &&
  (users.includes(_id) ||
    (memberships.some(({ studio, roles }) => studio === vendorStudio && roles.includes('vendor')) &&
      (vendorGroups === null || vendorGroups.some((id) => groups.includes(id)))))

export function presentEvent(event: StoredEvent, view: ReplyContext): Event {
  const { _id, name, emailNormal } = event.from
  return {
    ...contentOf(event, view),
    from: { _id, name, emailNormal, $links: { self: `//${view.host}/api/users/${_id}` } },
  }
}

export function presentDetailedEvent(event: StoredEvent, view: ReplyContext): DetailedEvent {
  const { from, ...rest } = presentEvent(event, view)
  return {
    ...rest,
    from: {
      ...from,
      status: event.from.status,
      username: from.emailNormal,
      invite: `${view.appUrl}/register/:code`,
    },
  }
}

/** What these roles see of an event does not depend on who has them, unless the event names them. */
const SHARED_ROLES = ['studio', 'territory', 'vendor', 'service']

/**
 * Callers with the same key see the same of every event that does not name them. Undefined for a
 * caller who sees what nobody else does.
 */
export function sharedViewKey(
  caller: Caller,
  { host, appUrl, keyId }: Pick<ReplyContext, 'host' | 'appUrl' | 'keyId'>,
): string | undefined {
  const { isAdmin, memberships, studios, groups, scope, share } = caller
  const isOwn = memberships.some(
    ({ roles, limited, requests }) =>
      limited || requests?.length || !roles.every((role) => SHARED_ROLES.includes(role)),
  )
  if (isOwn || scope || share) return undefined
  const rights = memberships
    .map(({ studio, roles, permissions, territory }) =>
      [studio, roles.toSorted(), [...permissions].toSorted(), territory].join(' '),
    )
    .toSorted()
  return JSON.stringify([
    host,
    appUrl,
    keyId,
    isAdmin,
    rights,
    studios.toSorted(),
    groups.toSorted(),
  ])
}

/** Somebody with the roles and groups of the caller whom no record names. */
export const anyoneLike = (caller: Caller): Caller => ({ ...caller, _id: '', name: '', email: '' })

function contentOf(
  { workRequest, projects, assets, notify, from: _from, ...event }: StoredEvent,
  view: ReplyContext,
): Omit<Event, 'from'> {
  const cause = event.details.cause as AutomaticCause | undefined
  const about = { assets, projects, ...(cause && { automatic: { cause } }) }
  return workRequest
    ? {
        ...event,
        ...about,
        notify,
        workRequest: presentEventWorkRequest(presentWorkRequest(workRequest, view), event.details),
        urls: workRequestUrls(view.appUrl, workRequest._id),
      }
    : { ...event, ...about, notify }
}

/** The current request with the status it had at the time of the event. */
function presentEventWorkRequest(
  request: WorkRequest,
  details: Event['details'],
): EventWorkRequest {
  return {
    ...request,
    status: (details.status as EventWorkRequest['status'] | undefined) ?? request.status,
    project: request.project._id,
    asset: request.asset._id,
    from: request.from._id,
    translation: request.translation._id,
    graphicsTranslation: request.graphicsTranslation._id,
    recipients: Object.entries(request.recipients)
      .filter(([, recipients]) => recipients.length)
      .map(([use, recipients]) => ({ use, recipients })),
  }
}
