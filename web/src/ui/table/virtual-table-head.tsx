import { memo, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { VirtualColumn } from './virtual-column.ts'
import styles from './virtual-table.module.css'

type Props<T> = {
  columns: readonly VirtualColumn<T>[]
  order: string
  onOrder: (order: string) => void
  hasBoxes: boolean
}

/** The titles sort: once ascending, again descending. */
export const TableHead = memo(function TableHead<T>({
  columns,
  order,
  onOrder,
  hasBoxes,
}: Props<T>) {
  const { t } = useTranslation()
  const direction = (sort: string | undefined) =>
    sort === order ? 'ascending' : order === `-${sort}` ? 'descending' : undefined
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {hasBoxes && (
          <span role="columnheader">
            <span className="visually-hidden">{t('selectedTitle')}</span>
          </span>
        )}
        {columns.map(({ key, title, sort }) => (
          <span key={key} role="columnheader" aria-sort={direction(sort)}>
            {sort ? (
              <button
                type="button"
                onClick={() => onOrder(direction(sort) === 'ascending' ? `-${sort}` : sort)}
              >
                {title}
                <span aria-hidden="true">
                  {direction(sort) === 'ascending' ? ' ↑' : direction(sort) ? ' ↓' : ''}
                </span>
              </button>
            ) : (
              title
            )}
          </span>
        ))}
      </div>
    </div>
  )
}) as <T>(props: Props<T>) => ReactNode
