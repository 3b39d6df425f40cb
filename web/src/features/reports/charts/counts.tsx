import { reports, workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { RISK_TONES } from '../../shared/risk.tsx'
import { statusTone } from '../../shared/status.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { BarChart } from './bars.tsx'

/** Open requests by risk. */
export function RiskCounts({ counts }: { counts: reports.RiskCounts }) {
  const { t } = useTranslation(['reports', 'trade'])
  return (
    <BarChart
      label={t('section.risk')}
      heads={[t('risk.risk'), t('count')]}
      bars={reports.RISKS.map((risk) => ({
        key: risk,
        name: (
          <Link to="/reports" search={{ part: 'risk', risk }}>
            {t(`trade:risk.${risk}`)}
          </Link>
        ),
        value: counts[risk],
        text: formatNumber(counts[risk]),
        tone: RISK_TONES[risk],
      }))}
    />
  )
}

/** Requests by status. */
export function StatusCounts({ groups }: { groups: workrequests.RequestGroup[] }) {
  const { t } = useTranslation(['reports', 'trade'])
  const counts = workrequests.STATUSES.flatMap((name) =>
    groups.filter(({ value }) => value === name).map(({ count }) => ({ name, count })),
  )
  return (
    <BarChart
      label={t('section.status')}
      heads={[t('trade:statusTitle'), t('count')]}
      bars={counts.map(({ name, count }) => ({
        key: name,
        name: (
          <Link to="/workrequests" search={{ status: name }}>
            {t(`trade:status.${name}`)}
          </Link>
        ),
        value: count,
        text: formatNumber(count),
        tone: statusTone(name),
      }))}
    />
  )
}
