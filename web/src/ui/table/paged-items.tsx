import type { ReactNode } from 'react'
import type { PagedList } from '../../api/paged-query.ts'
import type { CountValues } from '../../i18n/i18n-provider.tsx'
import { totalValues } from '../format/total.ts'
import { LoadMore } from './load-more.tsx'
import { PendingRows } from '../feedback/pending.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { QueryError } from '../feedback/query-error.tsx'
import styles from './paged-items.module.css'

type Props<T> = {
  /** Gets the values of a text with plural forms. */
  totalLabel: (count: CountValues) => string
  pages: PagedList<T>
  empty: ReactNode
  children: (items: T[]) => ReactNode
}

/** A paged query: loading, failed, empty or loaded. Screen readers announce its total. */
export function PagedItems<T>({ totalLabel, pages, empty, children }: Props<T>) {
  const { items, total, error, isOutdated } = pages
  return (
    <>
      <p className={styles.total} role="status">
        {items && !isOutdated ? totalLabel(totalValues(total)) : <>&nbsp;</>}
      </p>
      <QueryError query={pages} isStale={Boolean(items?.length)} />
      {!items && !error && <PendingRows />}
      {items?.length === 0 && !error && empty}
      {items && items.length > 0 && children(items)}
      {pages.loadMoreError && (
        <ErrorAlert
          error={pages.loadMoreError}
          onRetry={pages.loadMore}
          isRetrying={pages.isFetchingMore}
        />
      )}
      {items && !pages.loadMoreError && (
        <LoadMore
          shown={items.length}
          total={total}
          hasMore={pages.hasMore}
          isFetching={pages.isFetchingMore}
          onLoadMore={pages.loadMore}
        />
      )}
    </>
  )
}
