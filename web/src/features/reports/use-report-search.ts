import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ReportSearch } from './report-search.ts'

const route = getRouteApi('/app/reports')

/** The filters are in the URL, so that it can be shared. */
export function useReportSearch(): [search: ReportSearch, choose: (change: ReportSearch) => void] {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const choose = useCallback(
    (change: ReportSearch) =>
      void navigate({
        search: (before) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return [search, choose]
}
