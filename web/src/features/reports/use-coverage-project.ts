import { reports } from '@reelay/api/contract'
import { useEndpointQuery } from '../../api/queries.ts'
import { useProjects } from '../shared/lookups.ts'
import { useReportSearch } from './use-report-search.ts'

/** The project in the URL, or that of the most urgent request, or the first. */
export function useCoverageProject(): string | undefined {
  const [search] = useReportSearch()
  const { options } = useProjects()
  const { data, isPending } = useEndpointQuery(
    reports.riskReport,
    { range: { first: 0, last: 0 } },
    { enabled: !search.project, staleTime: 60_000 },
  )
  if (search.project || isPending) return search.project
  return data?.items[0]?.project._id ?? options[0]?.value
}
