import { reports } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { BarChart, type Bar } from './charts/bars.tsx'
import { periodOf } from './charts/format-days.ts'
import { RejectionReasonsChart } from './charts/rejection-reasons.tsx'
import { useTerritories } from '../shared/lookups.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { ChartCard } from './chart-card.tsx'
import { periodQuery } from './report-search.ts'
import { Report } from './report.tsx'
import { useReportSearch } from './use-report-search.ts'
import styles from './reports.module.css'

export function RejectionReport() {
  const { t } = useTranslation('reports')
  const [search] = useReportSearch()
  const summary = ({ rejections, requests }: reports.Rejections) =>
    t('rejections.summary', {
      rejections: t('rejections.rejections', { count: rejections }),
      requests: t('requests', { count: requests }),
    })
  return (
    <Report
      name="rejections"
      endpoint={reports.rejectionReport}
      input={{ query: periodQuery(search) }}
      note={(found) => `${periodOf(found)} · ${summary(found)}`}
    >
      {(found) => <Body found={found} />}
    </Report>
  )
}

function Body({ found: { codes, vendors, territories, versions } }: { found: reports.Rejections }) {
  const { t } = useTranslation('reports')
  const names = useTerritories()
  const bar = (
    key: string | null,
    name: string,
    value: number,
    tone: Bar['tone'] = 'bad',
  ): Bar => ({ key: String(key), name, value, text: formatNumber(value), tone })
  const none = <p className={styles.none}>{t('rejections.none')}</p>
  return (
    <div className={styles.cards}>
      <ChartCard title={t('rejections.byCode')}>
        {codes.length ? <RejectionReasonsChart codes={codes} /> : none}
      </ChartCard>
      <ChartCard title={t('rejections.byVendor')}>
        {vendors.length ? (
          <BarChart
            label={t('rejections.byVendor')}
            heads={[t('rejections.byVendor'), t('count')]}
            bars={vendors.map(({ group, rejections }) =>
              bar(group && group._id, group?.name ?? t('rejections.noVendor'), rejections),
            )}
          />
        ) : (
          none
        )}
      </ChartCard>
      <ChartCard title={t('rejections.byTerritory')}>
        {territories.length ? (
          <BarChart
            label={t('rejections.byTerritory')}
            heads={[t('rejections.byTerritory'), t('count')]}
            bars={territories.map(({ territory, rejections }) =>
              bar(territory, names.nameOf(territory), rejections),
            )}
          />
        ) : (
          none
        )}
      </ChartCard>
      <ChartCard title={t('rejections.versions')} note={t('rejections.versionsHint')}>
        {versions.length ? (
          <BarChart
            label={t('rejections.versions')}
            heads={[t('rejections.versions'), t('count')]}
            bars={versions.map(({ versions: count, requests }) =>
              bar(String(count), t('rejections.version', { count }), requests, 'info'),
            )}
          />
        ) : (
          none
        )}
      </ChartCard>
    </div>
  )
}
