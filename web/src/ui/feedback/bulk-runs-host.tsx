import { lazy, Suspense, useEffect, useState } from 'react'

const BulkRuns = lazy(async () => ({ default: (await import('./bulk-runs.tsx')).BulkRuns }))

let load = () => {}
/** Called before the first change of many records. */
export const loadBulkRuns = () => load()

/** On every page, because a change of many records goes on when the page is left. */
export function BulkRunsHost() {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    load = () => setNeeded(true)
  }, [])
  return isNeeded ? (
    <Suspense>
      <BulkRuns />
    </Suspense>
  ) : null
}
