import { workrequests } from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'
import { useTranslation } from '../../../i18n/i18n.ts'
import { randomKey } from '../../../api/random-key.ts'
import { useService } from '../../../api/service-context.ts'
import { useBulkChange } from '../../shared/use-bulk-change.ts'
import { useVersionName } from '../../shared/request-columns.tsx'

type WorkRequest = workrequests.WorkRequest
type Change = RequestInput<typeof workrequests.changeWorkRequest>['body']

const INVALIDATES = ['/workrequests', '/translations', '/reports', '/assets', '/files', '/offlines']

export function useChangeRequests() {
  const { t } = useTranslation('requests')
  const versionName = useVersionName()
  return useBulkChange<WorkRequest>({
    nameOf: (request) => `${request.asset.name} · ${versionName(request)}`,
    messageOf: (count) => t('moved', { count }),
    invalidates: INVALIDATES,
  })
}

/** `body`: the change, or one for each request. Moves to another status are not undone. */
export function useChangeAll() {
  const { call } = useService()
  const changeRequests = useChangeRequests()
  return (
    title: string,
    selected: readonly WorkRequest[],
    body: Change | ((request: WorkRequest) => Change),
  ) => {
    const bodyOf = typeof body === 'function' ? body : () => body
    const save = ({ _id: id }: WorkRequest, changes: Change) =>
      call(workrequests.changeWorkRequest, {
        params: { id },
        body: changes,
        headers: { 'idempotency-key': randomKey() },
      })
    const isMove = selected.some((request) => 'status' in bodyOf(request))
    return changeRequests(title, selected, {
      change: (request) => save(request, bodyOf(request)),
      undo: isMove ? undefined : (request) => save(request, valuesBefore(request, bodyOf(request))),
    })
  }
}

const valuesBefore = (request: WorkRequest, change: Change): Change =>
  Object.fromEntries(Object.keys(change).map((name) => [name, request[name as keyof WorkRequest]]))
