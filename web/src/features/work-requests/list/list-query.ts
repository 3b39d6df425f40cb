import { workrequests } from '@reelay/api/contract'
import { OPEN_STATUSES } from '../../shared/status.tsx'
import type { RequestSearch } from './search-params.ts'

/** Without a status, only open work requests are listed. */
export const filterQuery = ({
  q,
  status,
  territory,
  language,
  project,
  vendor,
  assignee,
}: RequestSearch) => ({
  q,
  status: status === 'any' ? undefined : (status ?? OPEN_STATUSES.join(',')),
  territory,
  language,
  project,
  vendor,
  assignee,
})

export const groupingOf = ({ group }: RequestSearch): workrequests.RequestGrouping | undefined =>
  workrequests.REQUEST_GROUPINGS.find((one) => one === group)

/** Grouped lists are sorted by their group first. */
export function listQuery(search: RequestSearch) {
  const order = search.order ?? 'due'
  const group = groupingOf(search)
  const isSorted = !group || (group === 'due' && order.replace('-', '') === 'due')
  return { ...filterQuery(search), order: isSorted ? order : `${group},${order}` }
}
