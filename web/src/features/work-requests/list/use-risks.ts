import { reports } from '@reelay/api/contract'
import { useEndpointQuery } from '../../../api/queries.ts'

/** Which of the open requests will be late, by the report; asked for once for the whole list. */
export function useRisks(): (request: string) => reports.RequestAtRisk | undefined {
  const { data } = useEndpointQuery(
    reports.riskReport,
    { range: { first: 0, last: 499 } },
    { staleTime: 60_000 },
  )
  const byRequest = new Map(data?.items.map((one) => [one.request, one]))
  return (request) => byRequest.get(request)
}
