import { reports } from '@reelay/api/contract'
import { useTranslation } from '../../wording.ts'
import { useAnswer } from '../../answers.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'

const TONES: Record<reports.Risk, Tone> = { 'critical': 'bad', 'at-risk': 'wait', 'on-track': 'quiet' }

/** Which of the open requests will be late, by the report; asked for once for the whole list. */
export function useRisks(): (request: string) => reports.RequestAtRisk | undefined {
  const { data } = useAnswer(reports.riskReport, { range: { first: 0, last: 499 } }, { staleTime: 60_000 })
  const byRequest = new Map(data?.items.map((one) => [one.request, one]))
  return (request) => byRequest.get(request)
}

export function RiskTag({ of }: { of: reports.RequestAtRisk }) {
  const { t } = useTranslation('trade')
  return <span title={of.reasons.map(({ message }) => message).join('\n') || undefined}><Tag tone={TONES[of.risk]} done={of.risk !== 'on-track'}>{t(`risk.${of.risk}`)}</Tag></span>
}
