// The total of a list as text. It is null if the service stopped counting.
import { ranges } from '@reelay/api/contract'
import type { CountValues } from '../../i18n/i18n-provider.tsx'
import { formatNumber } from './format.ts'

export type Total = number | null

/** `countedTo`: where the service stops counting. `10,000+` */
export const formatTotal = (total: Total, countedTo = ranges.MAX_COUNTED): string =>
  total === null ? `${formatNumber(countedTo)}+` : formatNumber(total)

/** How many items of a list are not shown. Empty if all are. */
export const formatHidden = (total: Total, shown: number): string =>
  total === shown
    ? ''
    : formatTotal(total === null ? null : total - shown, ranges.MAX_COUNTED - shown)

/** For a text with plural forms: `10,000+ assets`. */
export const totalValues = (total: Total, countedTo = ranges.MAX_COUNTED): CountValues =>
  total === null
    ? { count: countedTo, replace: { count: formatTotal(null, countedTo) } }
    : { count: total }
