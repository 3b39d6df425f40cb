import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../wording.ts'
import { Tag, type Tone } from '../ui/tag.tsx'

export const RISK_TONES: Record<reports.Risk, Tone> = { 'critical': 'bad', 'at-risk': 'wait', 'on-track': 'good' }

export function Risk({ risk }: { risk: reports.Risk }) {
  const { t } = useTranslation('trade')
  return <Tag tone={RISK_TONES[risk]} done={risk !== 'on-track'}>{t(`risk.${risk}`)}</Tag>
}

/** Why one should think so, in the reader's words where the reason is known, else in the service's. */
export function useReasons(): (reasons: reports.Reason[]) => string[] {
  const { t } = useTranslation('trade')
  return (reasons) => reasons.map(({ code, message }) => t(`reason.${code as 'overdue'}`, { defaultValue: message }))
}
