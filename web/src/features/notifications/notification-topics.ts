import type { events } from '@reelay/api/contract'
import type { LinkProps } from '@tanstack/react-router'

type NotificationEvent = Pick<
  events.DetailedEvent,
  'type' | 'workRequest' | 'assets' | 'projects' | 'details' | 'from'
>
export type NotificationLink = Pick<LinkProps, 'to'> & {
  params?: Record<string, string>
  search?: Record<string, string>
}

const TRANSLATION_EVENTS: NotificationEvent['type'][] = ['tsu', 'tap', 'trj', 'tas', 'tro', 'tcm']

/** The page a notification links to; undefined if nothing of it is visible any more. */
export function linkOf({
  type,
  workRequest,
  assets,
  projects,
  details,
  from,
}: NotificationEvent): NotificationLink | undefined {
  if (type === 'dlb' || type === 'fd') return { to: '/downloads', search: { user: from._id } }
  if ((type === 'ofc' || type === 'ofd') && details.offline)
    return {
      to: '/offlines/$id',
      params: { id: details.offline },
      search: details.comment ? { comment: details.comment } : {},
    }
  if (workRequest && TRANSLATION_EVENTS.includes(type))
    return {
      to: '/workrequests/$id/translate',
      params: { id: workRequest._id },
      ...(details.line && {
        search: {
          ...(details.translation === workRequest.graphicsTranslation && { sheet: 'graphics' }),
          line: details.line,
        },
      }),
    }
  if (workRequest) return { to: '/workrequests/$id', params: { id: workRequest._id } }
  if (assets?.[0]) return { to: '/assets/$id', params: { id: assets[0]._id } }
  return projects?.[0] && { to: '/projects/$id', params: { id: projects[0]._id } }
}

/** The topics to filter by, with their event types. */
export const TOPICS = {
  requests: [
    'wsu',
    'wam',
    'wip',
    'wrv',
    'wap',
    'wrj',
    'wco',
    'wcx',
    'wch',
    'wcm',
    'was',
    'wac',
    'wde',
    'wnr',
    'wra',
    'wdu',
  ],
  translations: ['tsu', 'tap', 'trj', 'tas', 'tro', 'tcm'],
  offlines: ['ofl', 'ofc', 'ofd'],
  assets: ['pcr', 'pch', 'par', 'acr', 'ach', 'arm', 'aph', 'prv'],
  files: ['fin', 'emb', 'emc', 'fd', 'dlb', 'shr', 'sho', 'shd'],
} as const satisfies Record<string, events.Event['type'][]>
export type Topic = keyof typeof TOPICS

/** Groups by calendar day in the time zone of the browser, in order. */
export function groupByDay<T extends { created: number }>(
  items: T[],
  dayOf: (seconds: number) => string,
): { day: string; at: number; items: T[] }[] {
  return [...Map.groupBy(items, ({ created }) => dayOf(created))].map(([day, own]) => ({
    day,
    at: own[0]!.created,
    items: own,
  }))
}
