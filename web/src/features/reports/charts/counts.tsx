import { reports, workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { RISK_TONES } from '../../shared/risk.tsx'
import { statusTone } from '../../shared/status.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { Bars } from './bars.tsx'

type Judged = Pick<reports.RequestAtRisk, 'risk' | 'status'>[]

const countOf = <K extends string>(names: readonly K[], nameOf: (name: K) => boolean[]) =>
  names.map((name) => ({ name, amount: nameOf(name).filter(Boolean).length }))

/** Open requests by risk. */
export function RiskCounts({ judged }: { judged: Judged }) {
  const { t } = useTranslation(['reports', 'trade'])
  const counts = countOf(reports.RISKS, (name) => judged.map(({ risk }) => risk === name))
  return (
    <Bars
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
        shown: formatNumber(amount),
        tone: RISK_TONES[name],
      }))}
    />
  )
}

/** Open requests by status. */
export function StatusCounts({ judged }: { judged: Judged }) {
  const { t } = useTranslation(['reports', 'trade'])
  const counts = countOf(workrequests.STATUSES, (name) =>
    judged.map(({ status }) => status === name),
  ).filter(({ amount }) => amount > 0)
  return (
    <Bars
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
        shown: formatNumber(amount),
        tone: statusTone(name),
      }))}
    />
  )
}
