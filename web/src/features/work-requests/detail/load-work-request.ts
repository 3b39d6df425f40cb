import { offlines, workrequests } from '@reelay/api/contract'
import type { QueryStarter } from '../../../api/query-starter.ts'
import { commentsInput, versionsInput } from '../../review/version-queries.ts'

export function loadWorkRequest({ query }: QueryStarter, id: string) {
  query(workrequests.getWorkRequest, { params: { id } })
  query(offlines.listOfflines, versionsInput(id))
}

export function loadOffline({ query }: QueryStarter, id: string) {
  query(offlines.getOffline, { params: { id } })
  query(offlines.listComments, commentsInput(id))
}
