import { notifications } from '@reelay/api/contract'
import type { QueryStarter } from '../../api/query-starter.ts'
import { TOPICS, type Topic } from './notification-topics.ts'

type Search = { read?: string; type?: string }

export const topicOf = (type: string | undefined): Topic | undefined =>
  (Object.keys(TOPICS) as Topic[]).find((name) => name === type)

export function notificationsInput({ read, type }: Search) {
  const topic = topicOf(type)
  return {
    query: {
      ...(read !== 'any' && { read: 'false' as const }),
      ...(topic && { type: TOPICS[topic].join(',') }),
    },
  }
}

export function loadNotifications({ pages }: QueryStarter, search: Search) {
  pages(notifications.listNotifications, notificationsInput(search))
}
