import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { StatusTag, type Tone } from '../../ui/text/tag.tsx'

export const RISK_TONES: Record<reports.Risk, Tone> = {
  critical: 'bad',
  'at-risk': 'wait',
  'on-track': 'good',
}

/** With reasons where they do not stand beside it: they show when one points at it. */
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
    <span title={words || undefined}>
      <StatusTag tone={RISK_TONES[risk]} done={risk !== 'on-track'}>
        {t(`risk.${risk}`)}
      </StatusTag>
    </span>
  )
}

/**
 * Why one should think so, in the reader's words where the reason is known, else in the service's.
 */
export function useRiskReasons(): (reasons: reports.RiskReason[]) => string[] {
  const { t } = useTranslation('trade')
  return (reasons) =>
    reasons.map(({ code, message }) => t(`reason.${code as 'overdue'}`, { defaultValue: message }))
}
