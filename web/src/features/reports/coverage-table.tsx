import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useHasPermission } from '../shared/current-user.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
import { CoverageEntry } from './coverage-entry.tsx'
import type { CoverageMatrix } from './coverage-matrix.ts'
import styles from './coverage.module.css'

export type CoverageTableProps = {
  label: string
  matrix: CoverageMatrix
  nameOf: (column: string) => string
}

/** Scrolls horizontally with a sticky first column. */
export function CoverageTable({ label, matrix: { columns, rows }, nameOf }: CoverageTableProps) {
  const { t } = useTranslation('reports')
  const mayOrder = useHasPermission('workrequest.create')
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('coverage.asset')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                <bdi>{nameOf(column)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ asset, cells }) => (
            <tr key={asset._id}>
              <th scope="row">
                <bdi>
                  <Link to="/assets/$id" params={{ id: asset.slug }}>
                    <Breakable text={asset.name} />
                  </Link>
                </bdi>
              </th>
              {cells.map(({ column, entries }) => (
                <td key={column}>
                  {entries.map((entry) => (
                    <CoverageEntry
                      key={`${entry.request} ${entry.state}`}
                      entry={entry}
                      asset={asset.name}
                      column={nameOf(column)}
                    />
                  ))}
                  {entries.length === 0 &&
                    (mayOrder ? (
                      <Link
                        to="/order"
                        search={{ asset: asset._id }}
                        className={styles.order}
                        aria-label={t('coverage.order', {
                          asset: asset.name,
                          column: nameOf(column),
                        })}
                        title={t('coverage.order', { asset: asset.name, column: nameOf(column) })}
                      >
                        +
                      </Link>
                    ) : (
                      <span className={styles.nothing}>
                        <span aria-hidden="true">·</span>
                        <span className="visually-hidden">{t('coverage.notOrdered')}</span>
                      </span>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
