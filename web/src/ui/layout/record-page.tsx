import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { PendingRecord } from '../feedback/pending.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'

type Props<R> = {
  query: { data: R | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** What it is, until its name is there. */
  kind: string
  nameOf: (record: R) => string
  breadcrumb?: ReactNode
  lead?: ReactNode
  /** To all of its kind, for who finds it is not there. */
  backLink: ReactNode
  pending?: ReactNode
  children: (record: R) => ReactNode
}

/**
 * One record: on its way, in trouble, or there; an old answer stays below the trouble of a newer
 * one.
 */
export function RecordPage<R>({
  query: { data, error, isFetching, refetch },
  kind,
  nameOf,
  breadcrumb: trail,
  lead,
  backLink: back,
  pending = <PendingRecord />,
  children,
}: Props<R>) {
  return (
    <Page
      title={data ? nameOf(data) : kind}
      isPending={!data && !error}
      breadcrumb={trail}
      lead={lead}
    >
      {error && (
        <ErrorAlert
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          isStale={Boolean(data)}
        >
          {back}
        </ErrorAlert>
      )}
      {!data && !error && pending}
      {data && children(data)}
    </Page>
  )
}
