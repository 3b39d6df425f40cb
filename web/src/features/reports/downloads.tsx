import { reports } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { BarChart } from './charts/bars.tsx'
import { periodOf } from './charts/format-days.ts'
import { DownloadsChart } from './charts/downloads.tsx'
import { useTerritories } from '../shared/lookups.ts'
import { Card } from '../../ui/layout/card.tsx'
import { formatNumber, formatBytes } from '../../ui/format/format.ts'
import { ChartCard } from './chart-card.tsx'
import { bucketQuery } from './report-search.ts'
import { Report } from './report.tsx'
import { useReportSearch } from './use-report-search.ts'
import styles from './reports.module.css'

export function DownloadReport() {
  const [search] = useReportSearch()
  return (
    <Report
      name="downloads"
      endpoint={reports.downloadReport}
      input={{ query: bucketQuery(search) }}
      note={periodOf}
    >
      {(found) => <Body found={found} />}
    </Report>
  )
}

function Body({ found }: { found: reports.Downloads }) {
  const { t } = useTranslation('reports')
  const names = useTerritories()
  const { assets, territories, total } = found
  if (total.downloads === 0)
    return (
      <Card>
        <p className={styles.none}>{t('downloads.none')}</p>
      </Card>
    )
  return (
    <>
      <Card>
        <DownloadsChart downloads={found} />
      </Card>
      <div className={styles.cards}>
        <ChartCard title={t('downloads.topAssets')}>
          <BarChart
            label={t('downloads.topAssets')}
            heads={[t('coverage.asset'), t('downloads.downloads'), t('downloads.bytes')]}
            bars={assets.map(({ asset, downloads, bytes }) => ({
              key: asset._id,
              name: (
                <Link to="/assets/$id" params={{ id: asset._id }} dir="auto">
                  {asset.name}
                </Link>
              ),
              value: downloads,
              text: formatNumber(downloads),
              note: formatBytes(bytes),
            }))}
          />
        </ChartCard>
        <ChartCard title={t('downloads.byTerritory')}>
          <BarChart
            label={t('downloads.byTerritory')}
            heads={[t('downloads.byTerritory'), t('downloads.downloads'), t('downloads.bytes')]}
            bars={territories.map(({ territory, downloads, bytes }) => ({
              key: String(territory),
              name: territory ? names.nameOf(territory) : t('downloads.noTerritory'),
              value: downloads,
              text: formatNumber(downloads),
              note: formatBytes(bytes),
            }))}
          />
        </ChartCard>
      </div>
    </>
  )
}
