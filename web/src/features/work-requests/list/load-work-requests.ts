import { workrequests } from '@reelay/api/contract'
import type { QueryStarter } from '../../../api/query-starter.ts'
import { loadRequestNames } from '../../shared/lookups.ts'
import { addRisks } from '../../shared/use-add-risks.ts'
import { selectedColumns } from './column-keys.ts'
import { listQuery } from './list-query.ts'
import type { RequestSearch } from './search-params.ts'

/** The list. The other arrangements have queries of their own. */
export function loadWorkRequests(queries: QueryStarter, search: RequestSearch) {
  const { call, window } = queries
  loadRequestNames(queries)
  if (search.as) return
  const hasRisks = selectedColumns(search.columns).includes('risk')
  window(
    workrequests.listWorkRequests,
    { query: listQuery(search) },
    hasRisks ? (requests) => addRisks(call, requests) : undefined,
  )
}
