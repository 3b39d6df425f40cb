import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { BarChart, type Bar } from './bars.tsx'

/** Time in each status: the solid bar is the median, the light bar the 80th percentile. */
export function StatusDurationsChart({
  stages,
  compact = false,
}: {
  stages: reports.Turnaround['stages']
  compact?: boolean
}) {
  const { t } = useTranslation(['reports', 'trade'])
  const spread = useDurationBar(compact)
  const bars = stages
    .filter(({ count }) => count > 0)
    .map((stage) => spread(stage, { key: stage.status, name: t(`trade:status.${stage.status}`) }))
  return (
    <BarChart
      label={t('turnaround.byStatus')}
      heads={[t('trade:statusTitle'), t('turnaround.median'), t('turnaround.percentile80')]}
      bars={bars}
    />
  )
}

type DurationStats = { count: number; median: number | null; p80: number | null }

/** `compact`: without the 80th percentile. */
export function useDurationBar(compact = false) {
  const { t } = useTranslation('reports')
  const hours = (amount: number | null) =>
    amount === null ? t('none') : t('hours', { hours: formatNumber(Math.round(amount * 10) / 10) })
  return (
    { median, p80 }: DurationStats,
    of: Pick<Bar, 'key' | 'name'>,
  ): Bar & { note?: string | undefined } => ({
    ...of,
    value: median,
    upTo: p80,
    text: hours(median),
    note: compact || p80 === null ? undefined : hours(p80),
    tone: 'info',
  })
}
