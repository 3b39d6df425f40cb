import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber, formatBytes } from '../../../ui/format/format.ts'
import { bucketLabels } from './format-days.ts'
import { ChartDataTable } from './data-table.tsx'
import { TimeSeriesChart, type TimeSeries } from './time-series.tsx'

export function DownloadsChart({
  downloads,
  compact = false,
}: {
  downloads: reports.Downloads
  compact?: boolean
}) {
  const { t } = useTranslation('reports')
  const { buckets, total, by } = downloads
  const times = bucketLabels(buckets, by, (day) => t('weekOf', { day }))
  const series: TimeSeries[] = [
    {
      key: 'downloads',
      name: t('downloads.downloads'),
      total: formatNumber(total.downloads),
      tone: 'info',
      values: buckets.map((bucket) => bucket.downloads),
      format: formatNumber,
    },
    {
      key: 'bytes',
      name: t('downloads.bytes'),
      total: formatBytes(total.bytes),
      tone: 'neutral',
      values: buckets.map(({ bytes }) => bytes),
      format: formatBytes,
      hasOwnScale: true,
    },
  ]
  return (
    <>
      <TimeSeriesChart
        label={t('section.downloads')}
        times={times}
        series={series}
        compact={compact}
      />
      {!compact && (
        <ChartDataTable
          label={t('section.downloads')}
          heads={[t('day'), t('downloads.downloads'), t('downloads.bytes')]}
          rows={[
            ...buckets.map((bucket, index) => ({
              key: bucket.from,
              cells: [
                times[index]!.full,
                formatNumber(bucket.downloads),
                formatBytes(bucket.bytes),
              ],
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
