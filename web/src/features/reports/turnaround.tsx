import { reports } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { Bars } from './charts/bars.tsx'
import { periodOf } from './charts/days.ts'
import { StagesChart, useSpread } from './charts/stages.tsx'
import { useTerritories } from '../shared/lookups.ts'
import { Figured } from './figured.tsx'
import { askDays } from './parts.ts'
import { Report } from './report.tsx'
import { useReportSearch } from './use-search.ts'
import styles from './reports.module.css'

export function TurnaroundReport() {
  const [search] = useReportSearch()
  return (
    <Report
      part="turnaround"
      endpoint={reports.turnaroundReport}
      input={{ query: askDays(search) }}
      note={periodOf}
    >
      {(found) => <Body found={found} />}
    </Report>
  )
}

function Body({ found: { whole, stages, territories } }: { found: reports.Turnaround }) {
  const { t } = useTranslation('reports')
  const names = useTerritories()
  const spread = useSpread()
  const { shown, note } = spread(whole, { key: 'whole', name: t('turnaround.total') })
  return (
    <div className={styles.cards}>
      <Figured title={t('turnaround.total')}>
        {whole.count === 0 ? (
          <p className={styles.none}>{t('turnaround.none')}</p>
        ) : (
          <p className={styles.whole}>
            <span>{t('turnaround.median')}</span>
            <b>{shown}</b>
            {note && <span>{t('turnaround.p80', { hours: note })}</span>}
            <span>{t('requests', { count: whole.count })}</span>
          </p>
        )}
      </Figured>
      <Figured title={t('turnaround.byStatus')} note={t('turnaround.legend')}>
        {stages.some(({ count }) => count) ? (
          <StagesChart stages={stages} />
        ) : (
          <p className={styles.none}>{t('turnaround.noStatusChanges')}</p>
        )}
      </Figured>
      {territories.length > 0 && (
        <Figured title={t('turnaround.byTerritory')} note={t('turnaround.legend')}>
          <Bars
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
        </Figured>
      )}
    </div>
  )
}
