import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Tone } from '../../../ui/text/tag.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { timesOf } from './days.ts'
import { Figures } from './figures.tsx'
import { Timeline } from './timeline.tsx'

const KINDS = {
  ordered: 'info',
  submitted: 'look',
  delivered: 'good',
  cancelled: 'quiet',
} as const satisfies Record<string, Tone>
type Kind = keyof typeof KINDS
const ALL = Object.keys(KINDS) as Kind[]

export function VolumeChart({
  volume,
  compact = false,
}: {
  volume: reports.Volume
  compact?: boolean
}) {
  const { t } = useTranslation('reports')
  const times = timesOf(volume.buckets, volume.by, (day) => t('weekOf', { day }))
  const kinds = compact ? (['ordered', 'delivered'] as const) : ALL
  const series = kinds.map((kind) => ({
    key: kind,
    name: t(`volume.${kind}`),
    total: formatNumber(volume.total[kind]),
    tone: KINDS[kind],
    values: volume.buckets.map((bucket) => bucket[kind]),
    shown: formatNumber,
  }))
  return (
    <>
      <Timeline label={t('section.volume')} times={times} series={series} compact={compact} />
      {!compact && (
        <Figures
          label={t('section.volume')}
          heads={[t('day'), ...ALL.map((kind) => t(`volume.${kind}`))]}
          rows={[
            ...volume.buckets.map((bucket, at) => ({
              key: bucket.from,
              cells: [times[at]!.full, ...ALL.map((kind) => formatNumber(bucket[kind]))],
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
