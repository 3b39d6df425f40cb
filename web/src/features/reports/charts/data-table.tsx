import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import styles from './charts.module.css'

type Props = { label: string; heads: string[]; rows: { key: string; cells: ReactNode[] }[] }

/** The data of a chart as a table, for screen readers and for copying. */
export function ChartDataTable({ label, heads, rows }: Props) {
  const { t } = useTranslation('reports')
  return (
    <details className={styles.dataTable}>
      <summary>{t('asTable')}</summary>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [name, ...cells] }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
