import { useMemo } from 'react'
import { reports } from '@reelay/api/contract'
import { useEndpointQuery } from '../../../api/queries.ts'

/** The risk report, loaded once for the whole list. */
export function useRisks(): (request: string) => reports.RequestAtRisk | undefined {
  const { data } = useEndpointQuery(
    reports.riskReport,
    { range: { first: 0, last: 499 } },
    { staleTime: 60_000 },
  )
  return useMemo(() => {
    const byRequest = new Map(data?.items.map((risk) => [risk.request, risk]))
    return (request) => byRequest.get(request)
  }, [data])
}
