import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { isAccessLost } from '../feedback/access-lost.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { Page } from './page.tsx'
import { PendingWorkspace } from './workspace/pending-workspace.tsx'

type Props<R> = {
  query: { data: R | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** The title until the record is loaded, and when access to it was lost. */
  kind: string
  backLink: ReactNode
  hasBanner?: boolean
  children: (record: R) => ReactNode
}

/**
 * A record that fills the window. A failed refresh keeps the focus, open menus and typed text. When
 * access is lost, nothing of the record stays.
 */
export function RecordWorkspace<R>({ query, kind, backLink, hasBanner, children }: Props<R>) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = query
  if (data === undefined && !error)
    return <PendingWorkspace title={kind} breadcrumb={backLink} hasBanner={hasBanner} />
  if (data === undefined)
    return (
      <Page title={kind}>
        <ErrorAlert error={error!} onRetry={() => void refetch()} isRetrying={isFetching}>
          {backLink}
        </ErrorAlert>
      </Page>
    )
  if (isAccessLost(error))
    return (
      <Page title={kind}>
        <div role="alert">
          <EmptyState title={t('accessLost')} action={backLink}>
            <p>{t('accessLostHint')}</p>
          </EmptyState>
        </div>
      </Page>
    )
  return (
    <>
      {error && (
        <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} isStale />
      )}
      {children(data)}
    </>
  )
}
