import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { PendingRecord } from '../feedback/pending.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'

type Props<R> = {
  query: { data: R | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** The title until the record is loaded. */
  kind: string
  nameOf: (record: R) => string
  breadcrumb?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** A link to the list, shown with an error. */
  backLink: ReactNode
  pending?: ReactNode
  children: (record: R) => ReactNode
}

/** A record that is loading, failed or loaded. Older data stays visible below an error. */
export function RecordPage<R>({
  query: { data, error, isFetching, refetch },
  kind,
  nameOf,
  breadcrumb,
  lead,
  actions,
  backLink,
  pending = <PendingRecord />,
  children,
}: Props<R>) {
  return (
    <Page
      title={data ? nameOf(data) : kind}
      isPending={!data && !error}
      breadcrumb={breadcrumb}
      lead={lead}
      actions={actions}
    >
      {error && (
        <ErrorAlert
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          isStale={Boolean(data)}
        >
          {backLink}
        </ErrorAlert>
      )}
      {!data && !error && pending}
      {data && children(data)}
    </Page>
  )
}
