import { Fragment, type ReactNode } from 'react'
import { useIsNarrow } from '../layout/use-is-narrow.ts'
import styles from './responsive-table.module.css'

/**
 * `hideTitle`: a card shows the value without the title. A null cell is a dash in a table and
 * missing from a card.
 */
export type Column<T> = {
  title: string
  width?: string
  hideTitle?: boolean
  cell: (row: T) => ReactNode
}
type Props<T> = {
  label: string
  rows: T[]
  columns: [Column<T>, ...Column<T>[]]
  keyOf: (row: T) => string
  isOutdated?: boolean
  /** Content below a row, over its full width. */
  details?: (row: T) => ReactNode
}

/** A table on wide screens, cards on narrow ones. The first column has the name and the link. */
export function ResponsiveTable<T>(parts: Props<T>) {
  const isNarrow = useIsNarrow()
  return (
    <div className={styles.container} data-outdated={parts.isOutdated} aria-busy={parts.isOutdated}>
      {isNarrow ? <Cards {...parts} /> : <Table {...parts} />}
    </div>
  )
}

function Table<T>({ label, rows, columns, keyOf, details }: Props<T>) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, width }) => (
            <th key={title} scope="col" style={{ width }}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const lower = details?.(row)
          return (
            <Fragment key={keyOf(row)}>
              <tr>
                {columns.map(({ title, cell }, index) =>
                  index === 0 ? (
                    <th key={title} scope="row">
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={title}>{cell(row) ?? '–'}</td>
                  ),
                )}
              </tr>
              {lower && (
                <tr className={styles.details}>
                  <td colSpan={columns.length}>{lower}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

function Cards<T>({ label, rows, columns: [name, ...others], keyOf, details }: Props<T>) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={styles.card}>
          {name.cell(row)}
          <dl>
            {others.map(({ title, hideTitle = false, cell }) => {
              const value = cell(row)
              return value === null ? null : (
                <div key={title} data-hide-title={hideTitle}>
                  <dt className={hideTitle ? 'visually-hidden' : undefined}>{title}</dt>
                  <dd>{value}</dd>
                </div>
              )
            })}
          </dl>
          {details && <div className={styles.cardDetails}>{details(row)}</div>}
        </li>
      ))}
    </ul>
  )
}
