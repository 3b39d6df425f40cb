// Formats the days of a report. They are calendar days without a time zone.
import type { reports } from '@reelay/api/contract'
import { locale } from '../../../i18n/locale.ts'

type BucketSize = reports.Volume['by']
const toDate = (day: string) => new Date(`${day}T00:00:00Z`)
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' })

/** The label of each column: short for the axis, long for the tooltip. */
export function bucketLabels(
  buckets: { from: string }[],
  by: BucketSize,
  weekOf: (day: string) => string,
): { short: string; full: string }[] {
  const short = format(
    by === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' },
  )
  const full = format(
    by === 'month'
      ? { month: 'long', year: 'numeric' }
      : {
          weekday: by === 'day' ? 'short' : undefined,
          day: 'numeric',
          month: 'short',
          year: 'numeric',
        },
  )
  return buckets.map(({ from }) => {
    const label = full.format(toDate(from))
    return { short: short.format(toDate(from)), full: by === 'week' ? weekOf(label) : label }
  })
}

/** 17 Oct – 15 Nov 2026 */
export const periodOf = ({ from, to }: { from: string; to: string }): string =>
  format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(toDate(from), toDate(to))
