import { reports, type workrequests } from '@reelay/api/contract'
import { useService } from '../../api/service-context.ts'
import { isFinal } from './status.tsx'

/** A work request of a list. Only an open one has a risk, or the error of loading it. */
export type RequestRow = workrequests.WorkRequest & {
  risk?: reports.RequestAtRisk | undefined
  riskError?: Error
}

/** Adds the risks of a page of a list. Without them, the list is still useful. */
export function useAddRisks(): (requests: workrequests.WorkRequest[]) => Promise<RequestRow[]> {
  const { call } = useService()
  return async (requests) => {
    const open = requests.filter(({ status }) => !isFinal(status)).map(({ _id }) => _id)
    if (open.length === 0) return requests
    try {
      const { items } = await call(reports.riskReport, {
        query: { requests: open.join() },
        range: { first: 0, last: open.length - 1 },
      })
      const byRequest = new Map(items.map((risk) => [risk.request, risk]))
      return requests.map((request) => ({ ...request, risk: byRequest.get(request._id) }))
    } catch (error) {
      return requests.map((request) => ({ ...request, riskError: error as Error }))
    }
  }
}
