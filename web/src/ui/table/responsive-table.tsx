import { Fragment, type ReactNode } from 'react'
import { useIsNarrow } from '../layout/use-is-narrow.ts'
import styles from './responsive-table.module.css'

/**
 * `plain`: on a card it is understood without its title. A cell that is null is a dash in a table
 * and left out of a card.
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
  /** What stands below a row over its whole width, where there is anything. */
  details?: (row: T) => ReactNode
}

/**
 * A table where there is room, cards where there is none. The first column names the row and holds
 * its link.
 */
export function ResponsiveTable<T>(parts: Props<T>) {
  const isNarrow = useIsNarrow()
  return (
    <div className={styles.records} data-outdated={parts.isOutdated} aria-busy={parts.isOutdated}>
      {isNarrow ? <Cards {...parts} /> : <Table {...parts} />}
    </div>
  )
}

function Table<T>({ label, rows, columns, keyOf, details: below }: Props<T>) {
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
          const lower = below?.(row)
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
                <tr className={styles.below}>
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

function Cards<T>({ label, rows, columns: [name, ...others], keyOf, details: below }: Props<T>) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={styles.card}>
          {name.cell(row)}
          <dl>
            {others.map(({ title, hideTitle: plain = false, cell }) => {
              const value = cell(row)
              return value === null ? null : (
                <div key={title} data-plain={plain}>
                  <dt className={plain ? 'visually-hidden' : undefined}>{title}</dt>
                  <dd>{value}</dd>
                </div>
              )
            })}
          </dl>
          {below && <div className={styles.belowCard}>{below(row)}</div>}
        </li>
      ))}
    </ul>
  )
}
