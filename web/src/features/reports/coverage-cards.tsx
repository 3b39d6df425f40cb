import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useHasPermission } from '../shared/current-user.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
import { CoverageEntry } from './coverage-entry.tsx'
import type { CoverageTableProps } from './coverage-table.tsx'
import styles from './coverage.module.css'

/** Replaces the table on narrow screens. */
export function CoverageCards({ label, matrix: { rows }, nameOf }: CoverageTableProps) {
  const { t } = useTranslation('reports')
  const mayOrder = useHasPermission('workrequest.create')
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map(({ asset, cells }) => {
        const filled = cells.filter(({ entries }) => entries.length > 0)
        return (
          <li key={asset._id} className={styles.card}>
            <h3>
              <bdi>
                <Link to="/assets/$id" params={{ id: asset.slug }}>
                  <Breakable text={asset.name} />
                </Link>
              </bdi>
            </h3>
            {filled.length === 0 && <p className={styles.none}>{t('coverage.notOrdered')}</p>}
            <dl>
              {filled.map(({ column, entries }) => (
                <div key={column}>
                  <dt>
                    <bdi>{nameOf(column)}</bdi>
                  </dt>
                  {entries.map((entry) => (
                    <dd key={`${entry.request} ${entry.state}`}>
                      <CoverageEntry entry={entry} asset={asset.name} column={nameOf(column)} />
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
            {mayOrder && (
              <Link to="/order" search={{ asset: asset._id }} className={styles.orderVersion}>
                {t('coverage.orderVersion')}
                <span className="visually-hidden">: {asset.name}</span>
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
