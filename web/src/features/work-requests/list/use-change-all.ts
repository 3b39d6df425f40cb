import { workrequests } from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { invalidatePaths } from '../../../api/mutations.ts'
import { randomKey } from '../../../api/random-key.ts'
import { useService } from '../../../api/service-context.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'

type Change = RequestInput<typeof workrequests.changeWorkRequest>['body']

/** Sends one request for each, so that a rejection does not affect the others. */
export function useChangeAll() {
  const { call } = useService()
  const report = useBulkReport()
  return async (selected: readonly workrequests.WorkRequest[], body: Change) =>
    report(
      await Promise.allSettled(
        selected.map(({ _id: id }) =>
          call(workrequests.changeWorkRequest, {
            params: { id },
            body,
            headers: { 'idempotency-key': randomKey() },
          }),
        ),
      ),
    )
}

/** Says how many requests were changed, and loads them again. */
export function useBulkReport() {
  const { t } = useTranslation('requests')
  const queryClient = useQueryClient()
  return (results: PromiseSettledResult<unknown>[]) => {
    invalidatePaths(queryClient, ['/workrequests', '/reports', '/assets', '/files', '/offlines'])
    const rejected = results.filter(({ status }) => status === 'rejected').length
    const all = results.length
    if (rejected) showToast(t('partlyMoved', { done: all - rejected, all }), { tone: 'bad' })
    else showToast(t('moved', { count: all }))
  }
}
