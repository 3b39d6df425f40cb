import { useState } from 'react'
import { reports } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadMore } from '../../ui/table/load-more.tsx'
import { ResponsiveTable } from '../../ui/table/responsive-table.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { scopeQuery } from './report-search.ts'
import { Report } from './report.tsx'
import { useRiskColumns } from './risk-columns.tsx'
import { useReportSearch } from './use-report-search.ts'
import styles from './reports.module.css'

const MAX_RANGE = { first: 0, last: 499 }
/** Drawing the whole range takes more than a second. */
const ROWS_PER_PAGE = 25

export function RiskReport() {
  const { t } = useTranslation('reports')
  const [search] = useReportSearch()
  const note = ({ items, total }: { items: unknown[]; total: number }) =>
    total > items.length
      ? t('firstOf', { shown: formatNumber(items.length), total: formatNumber(total) })
      : t('open', { count: total })
  return (
    <Report
      name="risk"
      endpoint={reports.riskReport}
      input={{ query: scopeQuery(search), range: MAX_RANGE }}
      note={note}
    >
      {({ items }) => <Body items={items} />}
    </Report>
  )
}

function Body({ items }: { items: reports.RequestAtRisk[] }) {
  const { t } = useTranslation('reports')
  const [search] = useReportSearch()
  const columns = useRiskColumns()
  const [pages, setPages] = useState(1)
  const level = reports.RISKS.find((risk) => risk === search.risk)
  const isNarrowed = Boolean(search.studio ?? search.project ?? search.territory)
  if (items.length === 0)
    return (
      <EmptyState title={t('risk.empty')}>
        <p>{isNarrowed ? t('risk.emptyFiltered') : t('risk.emptyHint')}</p>
      </EmptyState>
    )
  const matching = level ? items.filter(({ risk }) => risk === level) : items
  const shown = matching.slice(0, pages * ROWS_PER_PAGE)
  return (
    <>
      <RiskLevels items={items} level={level} />
      {shown.length ? (
        <>
          <ResponsiveTable
            label={t('section.risk')}
            rows={shown}
            columns={columns}
            keyOf={({ request }) => request}
          />
          <LoadMore
            shown={shown.length}
            total={matching.length}
            hasMore={shown.length < matching.length}
            isFetching={false}
            onLoadMore={() => setPages(pages + 1)}
          />
        </>
      ) : (
        <p className={styles.none}>{t('risk.emptyFiltered')}</p>
      )}
    </>
  )
}

/** Counts by risk level, which also filter the list. */
function RiskLevels({
  items,
  level,
}: {
  items: reports.RequestAtRisk[]
  level: reports.Risk | undefined
}) {
  const { t } = useTranslation(['reports', 'trade'])
  const [, choose] = useReportSearch()
  const choices = [undefined, ...reports.RISKS].map((risk) => ({
    risk,
    name: risk ? t(`trade:risk.${risk}`) : t('risk.all'),
    amount: risk ? items.filter((item) => item.risk === risk).length : items.length,
  }))
  return (
    <div className={styles.levels} role="group" aria-label={t('risk.risk')}>
      {choices.map(({ risk, name, amount }) => (
        <button
          key={name}
          type="button"
          className={styles.level}
          aria-pressed={risk === level}
          onClick={() => choose({ risk })}
        >
          {name} <b>{formatNumber(amount)}</b>
        </button>
      ))}
    </div>
  )
}
