import { useTranslation } from '../../../i18n/i18n.ts'
import type { Finding } from './checks.ts'
import { formatNumber } from '../../../ui/format/format.ts'

const MILLISECONDS: ReadonlySet<string> = new Set(['FILM-end', 'DUR-min', 'DUR-max', 'OVERLAP'])

/** In the user's language; the messages of the checks are English. */
export function useFindingText(): (finding: Finding) => string {
  const { t } = useTranslation('checks')
  return ({ rule, value, limit }) => {
    const format = (measure: number | string | null) =>
      typeof measure === 'number'
        ? MILLISECONDS.has(rule)
          ? formatNumber(Math.round(measure / 10) / 100)
          : formatNumber(Math.abs(measure))
        : (measure ?? '')
    return t(`rule.${rule}`, { value: format(value), limit: format(limit) })
  }
}
