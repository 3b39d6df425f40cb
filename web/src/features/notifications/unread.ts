import { notifications } from '@reelay/api/contract'
import { useEndpointQuery } from '../../api/queries.ts'
import type { QueryStarter } from '../../api/query-starter.ts'

/** The newest ones for Today. The bell needs the total only. */
const INPUT = { query: { read: 'false' }, range: { first: 0, last: 2 } } as const

export const loadUnread = ({ query }: Pick<QueryStarter, 'query'>) =>
  query(notifications.listNotifications, INPUT)

export const useUnread = ({ enabled = true } = {}) =>
  useEndpointQuery(notifications.listNotifications, INPUT, { enabled })
