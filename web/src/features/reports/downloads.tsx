import { reports } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { Bars } from './charts/bars.tsx'
import { periodOf } from './charts/days.ts'
import { DownloadsChart } from './charts/downloads.tsx'
import { useTerritories } from '../shared/lookups.ts'
import { Card } from '../../ui/layout/card.tsx'
import { formatNumber, formatBytes } from '../../ui/format/format.ts'
import { Figured } from './figured.tsx'
import { askBuckets } from './parts.ts'
import { Report } from './report.tsx'
import { useReportSearch } from './use-search.ts'
import styles from './reports.module.css'

export function DownloadReport() {
  const [search] = useReportSearch()
  return (
    <Report
      part="downloads"
      endpoint={reports.downloadReport}
      input={{ query: askBuckets(search) }}
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
        <Figured title={t('downloads.topAssets')}>
          <Bars
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
              shown: formatNumber(downloads),
              note: formatBytes(bytes),
            }))}
          />
        </Figured>
        <Figured title={t('downloads.byTerritory')}>
          <Bars
            label={t('downloads.byTerritory')}
            heads={[t('downloads.byTerritory'), t('downloads.downloads'), t('downloads.bytes')]}
            bars={territories.map(({ territory, downloads, bytes }) => ({
              key: String(territory),
              name: territory ? names.nameOf(territory) : t('downloads.noTerritory'),
              value: downloads,
              shown: formatNumber(downloads),
              note: formatBytes(bytes),
            }))}
          />
        </Figured>
      </div>
    </>
  )
}
