import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { presentWorkRequest, workRequestUrls } from '../../workrequests/rules/present.ts'
import type { WorkRequest } from '../../workrequests/contract.ts'
import type { AutomaticCause } from '../../workrequests/contract/automatic.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import type { DetailedEvent, Event, EventWorkRequest } from '../contract.ts'

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
      // Nobody but the invited person gets the code.
      invite: `${view.appUrl}/register/:code`,
    },
  }
}

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
