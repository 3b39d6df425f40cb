import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { BarChart } from './bars.tsx'

/** Rejections by reason. */
export function RejectionReasonsChart({ codes }: { codes: reports.Rejections['codes'] }) {
  const { t } = useTranslation(['reports', 'trade'])
  const nameOf = (code: string | null) =>
    code ? t(`trade:code.${code as 'other'}`, { defaultValue: code }) : t('rejections.noCode')
  return (
    <BarChart
      label={t('rejections.byCode')}
      heads={[t('rejections.byCode'), t('count')]}
      bars={codes.map(({ code, rejections }) => ({
        key: String(code),
        name: nameOf(code),
        value: rejections,
        text: formatNumber(rejections),
        tone: 'bad' as const,
      }))}
    />
  )
}
