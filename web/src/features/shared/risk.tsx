import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { StatusTag, type Tone } from '../../ui/text/status-tag.tsx'

export const RISK_TONES: Record<reports.Risk, Tone> = {
  critical: 'bad',
  'at-risk': 'warning',
  'on-track': 'good',
}

/** `reasons` appear as a tooltip. */
export function Risk({
  risk,
  reasons = [],
}: {
  risk: reports.Risk
  reasons?: reports.RiskReason[]
}) {
  const { t } = useTranslation('trade')
  const words = useRiskReasons()(reasons).join('\n')
  return (
    <StatusTag tone={RISK_TONES[risk]} done={risk !== 'on-track'} title={words}>
      {t(`risk.${risk}`)}
    </StatusTag>
  )
}

/** Translated reasons, or the text of the API for unknown ones. */
export function useRiskReasons(): (reasons: reports.RiskReason[]) => string[] {
  const { t } = useTranslation('trade')
  return (reasons) =>
    reasons.map(({ code, message }) => t(`reason.${code as 'overdue'}`, { defaultValue: message }))
}
