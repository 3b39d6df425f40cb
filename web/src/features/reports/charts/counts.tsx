import { reports, workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { RISK_TONES } from '../../shared/risk.tsx'
import { statusTone } from '../../shared/status.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { BarChart } from './bars.tsx'

type RequestsAtRisk = Pick<reports.RequestAtRisk, 'risk' | 'status'>[]

const countEach = <K extends string>(names: readonly K[], nameOf: (name: K) => boolean[]) =>
  names.map((name) => ({ name, amount: nameOf(name).filter(Boolean).length }))

/** Open requests by risk. */
export function RiskCounts({ requests }: { requests: RequestsAtRisk }) {
  const { t } = useTranslation(['reports', 'trade'])
  const counts = countEach(reports.RISKS, (name) => requests.map(({ risk }) => risk === name))
  return (
    <BarChart
      label={t('section.risk')}
      heads={[t('risk.risk'), t('count')]}
      bars={counts.map(({ name, amount }) => ({
        key: name,
        name: (
          <Link to="/reports" search={{ part: 'risk', risk: name }}>
            {t(`trade:risk.${name}`)}
          </Link>
        ),
        value: amount,
        text: formatNumber(amount),
        tone: RISK_TONES[name],
      }))}
    />
  )
}

/** Open requests by status. */
export function StatusCounts({ requests }: { requests: RequestsAtRisk }) {
  const { t } = useTranslation(['reports', 'trade'])
  const counts = countEach(workrequests.STATUSES, (name) =>
    requests.map(({ status }) => status === name),
  ).filter(({ amount }) => amount > 0)
  return (
    <BarChart
      label={t('section.status')}
      heads={[t('trade:statusTitle'), t('count')]}
      bars={counts.map(({ name, amount }) => ({
        key: name,
        name: (
          <Link to="/workrequests" search={{ status: name }}>
            {t(`trade:status.${name}`)}
          </Link>
        ),
        value: amount,
        text: formatNumber(amount),
        tone: statusTone(name),
      }))}
    />
  )
}
