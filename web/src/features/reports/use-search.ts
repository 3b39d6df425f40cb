import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Search } from './parts.ts'

const route = getRouteApi('/app/reports')

/** What is asked stands in the address, so that it can be sent to a colleague. */
export function useReportSearch(): [search: Search, choose: (change: Search) => void] {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const choose = useCallback(
    (change: Search) =>
      void navigate({
        search: (before) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return [search, choose]
}
