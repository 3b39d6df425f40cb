import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber, formatBytes } from '../../../ui/format/format.ts'
import { timesOf } from './days.ts'
import { Figures } from './figures.tsx'
import { Timeline, type Series } from './timeline.tsx'

export function DownloadsChart({
  downloads,
  compact = false,
}: {
  downloads: reports.Downloads
  compact?: boolean
}) {
  const { t } = useTranslation('reports')
  const { buckets, total, by } = downloads
  const times = timesOf(buckets, by, (day) => t('weekOf', { day }))
  const series: Series[] = [
    {
      key: 'downloads',
      name: t('downloads.downloads'),
      total: formatNumber(total.downloads),
      tone: 'info',
      values: buckets.map((bucket) => bucket.downloads),
      shown: formatNumber,
    },
    {
      key: 'bytes',
      name: t('downloads.bytes'),
      total: formatBytes(total.bytes),
      tone: 'quiet',
      values: buckets.map(({ bytes }) => bytes),
      shown: formatBytes,
      alone: true,
    },
  ]
  return (
    <>
      <Timeline label={t('section.downloads')} times={times} series={series} compact={compact} />
      {!compact && (
        <Figures
          label={t('section.downloads')}
          heads={[t('day'), t('downloads.downloads'), t('downloads.bytes')]}
          rows={[
            ...buckets.map((bucket, at) => ({
              key: bucket.from,
              cells: [times[at]!.full, formatNumber(bucket.downloads), formatBytes(bucket.bytes)],
            })),
            {
              key: 'total',
              cells: [t('total'), formatNumber(total.downloads), formatBytes(total.bytes)],
            },
          ]}
        />
      )}
    </>
  )
}
