import type { ReactNode } from 'react'
import type { Pages } from '../../api/queries.ts'
import { More } from './more.tsx'
import { PendingRows } from '../feedback/pending.tsx'
import { Records, type Column } from './table.tsx'
import { Trouble } from '../feedback/error-alert.tsx'
import styles from './listing.module.css'

type Parts<T> = {
  label: string
  /** How many there are, in words. */ total: (count: number) => string
  pages: Pages<T>
  columns: [Column<T>, ...Column<T>[]]
  below?: (row: T) => ReactNode
  empty: ReactNode
}

/**
 * A list in each of its conditions: on its way, refused, empty, here, and with more to come. Says
 * its total aloud when it changes.
 */
export function Listing<T extends { _id: string }>({
  label,
  total: totalOf,
  pages,
  columns,
  below,
  empty,
}: Parts<T>) {
  const { items, total, error, isFetching, isOutdated } = pages
  return (
    <>
      <p className={styles.total} role="status">
        {items && !isOutdated ? totalOf(total) : <>&nbsp;</>}
      </p>
      {error && (
        <Trouble
          error={error}
          again={pages.again}
          isTrying={isFetching}
          stale={Boolean(items?.length)}
        />
      )}
      {!items && !error && <PendingRows />}
      {items?.length === 0 && !error && empty}
      {items && items.length > 0 && (
        <Records
          label={label}
          rows={items}
          columns={columns}
          keyOf={({ _id }) => _id}
          isOutdated={isOutdated}
          below={below}
        />
      )}
      {pages.moreError && (
        <Trouble error={pages.moreError} again={pages.more} isTrying={pages.isFetchingMore} />
      )}
      {items && !pages.moreError && (
        <More
          shown={items.length}
          total={total}
          hasMore={pages.hasMore}
          isFetching={pages.isFetchingMore}
          onMore={pages.more}
        />
      )}
    </>
  )
}
