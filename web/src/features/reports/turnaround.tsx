import { reports } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { BarChart } from './charts/bars.tsx'
import { periodOf } from './charts/format-days.ts'
import { StatusDurationsChart, useDurationBar } from './charts/status-durations.tsx'
import { useTerritories } from '../shared/lookups.ts'
import { ChartCard } from './chart-card.tsx'
import { periodQuery } from './report-search.ts'
import { Report } from './report.tsx'
import { useReportSearch } from './use-report-search.ts'
import styles from './reports.module.css'

export function TurnaroundReport() {
  const [search] = useReportSearch()
  return (
    <Report
      name="turnaround"
      endpoint={reports.turnaroundReport}
      input={{ query: periodQuery(search) }}
      note={periodOf}
    >
      {(found) => <Body found={found} />}
    </Report>
  )
}

function Body({ found: { whole, stages, territories } }: { found: reports.Turnaround }) {
  const { t } = useTranslation('reports')
  const names = useTerritories()
  const spread = useDurationBar()
  const { text, note } = spread(whole, { key: 'whole', name: t('turnaround.total') })
  return (
    <div className={styles.cards}>
      <ChartCard title={t('turnaround.total')}>
        {whole.count === 0 ? (
          <p className={styles.none}>{t('turnaround.none')}</p>
        ) : (
          <p className={styles.summary}>
            <span>{t('turnaround.median')}</span>
            <b>{text}</b>
            {note && <span>{t('turnaround.p80', { hours: note })}</span>}
            <span>{t('requests', { count: whole.count })}</span>
          </p>
        )}
      </ChartCard>
      <ChartCard title={t('turnaround.byStatus')} note={t('turnaround.legend')}>
        {stages.some(({ count }) => count) ? (
          <StatusDurationsChart stages={stages} />
        ) : (
          <p className={styles.none}>{t('turnaround.noStatusChanges')}</p>
        )}
      </ChartCard>
      {territories.length > 0 && (
        <ChartCard title={t('turnaround.byTerritory')} note={t('turnaround.legend')}>
          <BarChart
            label={t('turnaround.byTerritory')}
            heads={[
              t('turnaround.byTerritory'),
              t('turnaround.median'),
              t('turnaround.percentile80'),
            ]}
            bars={territories.map((one) =>
              spread(one, { key: one.territory, name: names.nameOf(one.territory) }),
            )}
          />
        </ChartCard>
      )}
    </div>
  )
}
