import type { ReactNode } from 'react'
import type { PagedList } from '../../api/paged-query.ts'
import { LoadMore } from './load-more.tsx'
import { PendingRows } from '../feedback/pending.tsx'
import { ResponsiveTable, type Column } from './responsive-table.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { QueryError } from '../feedback/query-error.tsx'
import styles from './paged-table.module.css'

type Props<T> = {
  label: string
  totalLabel: (count: number) => string
  pages: PagedList<T>
  columns: [Column<T>, ...Column<T>[]]
  details?: (row: T) => ReactNode
  empty: ReactNode
}

/**
 * A table of a paged query: loading, failed, empty or loaded. Screen readers announce its total.
 */
export function PagedTable<T extends { _id: string }>({
  label,
  totalLabel,
  pages,
  columns,
  details,
  empty,
}: Props<T>) {
  const { items, total, error, isOutdated } = pages
  return (
    <>
      <p className={styles.total} role="status">
        {items && !isOutdated ? totalLabel(total) : <>&nbsp;</>}
      </p>
      <QueryError query={pages} isStale={Boolean(items?.length)} />
      {!items && !error && <PendingRows />}
      {items?.length === 0 && !error && empty}
      {items && items.length > 0 && (
        <ResponsiveTable
          label={label}
          rows={items}
          columns={columns}
          keyOf={({ _id }) => _id}
          isOutdated={isOutdated}
          details={details}
        />
      )}
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
