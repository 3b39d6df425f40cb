import { reports } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { usePagedQuery, type PagedList } from '../../api/paged-query.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagedItems } from '../../ui/table/paged-items.tsx'
import { ResponsiveTable } from '../../ui/table/responsive-table.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { CsvButton } from '../shared/csv-button.tsx'
import { scopeQuery } from './report-search.ts'
import { ReportFrame } from './report.tsx'
import { useRiskColumns } from './risk-columns.tsx'
import { useReportSearch } from './use-report-search.ts'
import styles from './reports.module.css'

const totalOf = (counts: reports.RiskCounts) =>
  reports.RISKS.reduce((sum, risk) => sum + counts[risk], 0)

export function RiskReport() {
  const { t } = useTranslation('reports')
  const [search] = useReportSearch()
  const input = { query: scopeQuery(search) }
  const query = useEndpointQuery(reports.riskCounts, input)
  const level = reports.RISKS.find((risk) => risk === search.risk)
  const pages = usePagedQuery(
    reports.riskReport,
    { query: { ...input.query, ...(level && { risk: level }) } },
    { keyOf: requestOf },
  )
  const isNarrowed = Boolean(search.studio ?? search.project ?? search.territory)
  return (
    <ReportFrame
      name="risk"
      query={query}
      download={<CsvButton endpoint={reports.riskReport} input={input} />}
    >
      {(counts) =>
        totalOf(counts) === 0 ? (
          <EmptyState title={t('risk.empty')}>
            <p>{isNarrowed ? t('risk.emptyFiltered') : t('risk.emptyHint')}</p>
          </EmptyState>
        ) : (
          <>
            <RiskLevels counts={counts} level={level} />
            <RequestsAtRisk pages={pages} />
          </>
        )
      }
    </ReportFrame>
  )
}

function RequestsAtRisk({ pages }: { pages: PagedList<reports.RequestAtRisk> }) {
  const { t } = useTranslation('reports')
  const columns = useRiskColumns()
  return (
    <PagedItems
      totalLabel={(count) => t('open', count)}
      pages={pages}
      empty={<p className={styles.none}>{t('risk.emptyFiltered')}</p>}
    >
      {(items) => (
        <ResponsiveTable
          label={t('section.risk')}
          rows={items}
          columns={columns}
          keyOf={requestOf}
          isOutdated={pages.isOutdated}
        />
      )}
    </PagedItems>
  )
}

const requestOf = ({ request }: reports.RequestAtRisk) => request

/** Counts by risk level, which also filter the list. */
function RiskLevels({
  counts,
  level,
}: {
  counts: reports.RiskCounts
  level: reports.Risk | undefined
}) {
  const { t } = useTranslation(['reports', 'trade'])
  const [, choose] = useReportSearch()
  const choices = [undefined, ...reports.RISKS].map((risk) => ({
    risk,
    name: risk ? t(`trade:risk.${risk}`) : t('risk.all'),
    count: risk ? counts[risk] : totalOf(counts),
  }))
  return (
    <div className={styles.levels} role="group" aria-label={t('risk.risk')}>
      {choices.map(({ risk, name, count }) => (
        <button
          key={name}
          type="button"
          className={styles.level}
          aria-pressed={risk === level}
          onClick={() => choose({ risk })}
        >
          {name} <b>{formatNumber(count)}</b>
        </button>
      ))}
    </div>
  )
}
