import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Tone } from '../../../ui/text/status-tag.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { bucketLabels } from './format-days.ts'
import { ChartDataTable } from './data-table.tsx'
import { TimeSeriesChart } from './time-series.tsx'

const VOLUME_SERIES = {
  ordered: 'info',
  submitted: 'accent',
  delivered: 'good',
  cancelled: 'neutral',
} as const satisfies Record<string, Tone>
type Kind = keyof typeof VOLUME_SERIES
const ALL = Object.keys(VOLUME_SERIES) as Kind[]

export function VolumeChart({
  volume,
  compact = false,
}: {
  volume: reports.Volume
  compact?: boolean
}) {
  const { t } = useTranslation('reports')
  const times = bucketLabels(volume.buckets, volume.by, (day) => t('weekOf', { day }))
  const kinds = compact ? (['ordered', 'delivered'] as const) : ALL
  const series = kinds.map((kind) => ({
    key: kind,
    name: t(`volume.${kind}`),
    total: formatNumber(volume.total[kind]),
    tone: VOLUME_SERIES[kind],
    values: volume.buckets.map((bucket) => bucket[kind]),
    format: formatNumber,
  }))
  return (
    <>
      <TimeSeriesChart
        label={t('section.volume')}
        times={times}
        series={series}
        compact={compact}
      />
      {!compact && (
        <ChartDataTable
          label={t('section.volume')}
          heads={[t('day'), ...ALL.map((kind) => t(`volume.${kind}`))]}
          rows={[
            ...volume.buckets.map((bucket, index) => ({
              key: bucket.from,
              cells: [times[index]!.full, ...ALL.map((kind) => formatNumber(bucket[kind]))],
            })),
            {
              key: 'total',
              cells: [t('total'), ...ALL.map((kind) => formatNumber(volume.total[kind]))],
            },
          ]}
        />
      )}
    </>
  )
}
