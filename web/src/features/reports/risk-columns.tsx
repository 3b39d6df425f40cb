import type { reports } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { DueDate } from '../shared/due-date.tsx'
import { useVersionName } from '../shared/request-columns.tsx'
import { Risk, useRiskReasons } from '../shared/risk.tsx'
import { RequestStatus } from '../shared/status.tsx'
import { Breakable } from '../../ui/text/breakable.tsx'
import { NameAndNote, nameLink } from '../../ui/text/name-and-note.tsx'
import type { Column } from '../../ui/table/responsive-table.tsx'
import { formatRelativeTime } from '../../ui/format/time.ts'
import { formatNumber } from '../../ui/format/format.ts'
import styles from './reports.module.css'

type RequestAtRisk = reports.RequestAtRisk

export function useRiskColumns(): [Column<RequestAtRisk>, ...Column<RequestAtRisk>[]] {
  const { t } = useTranslation(['reports', 'trade'])
  const versionName = useVersionName()
  const reasonsOf = useRiskReasons()
  const hours = (amount: number) =>
    t('hours', { hours: formatNumber(Math.round(Math.abs(amount))) })
  return [
    {
      title: t('risk.request'),
      cell: ({ request, asset, project, language, territory }) => (
        <NameAndNote
          name={
            <Link to="/workrequests/$id" params={{ id: request }} className={nameLink}>
              <Breakable text={asset.name} />
            </Link>
          }
          note={`${versionName({ language, territory })} · ${project.name}`}
        />
      ),
    },
    {
      title: t('risk.risk'),
      width: '22%',
      hideTitle: true,
      cell: ({ risk, reasons }) => (
        <div>
          <Risk risk={risk} />
          {reasonsOf(reasons).map((reason) => (
            <div key={reason} className={styles.dimmed}>
              {reason}
            </div>
          ))}
        </div>
      ),
    },
    {
      title: t('risk.status'),
      width: '17%',
      hideTitle: true,
      cell: ({ status, next }) => (
        <div>
          <RequestStatus status={status} />
          <div className={styles.dimmed}>
            {t('risk.nextStep', { status: t(`trade:status.${next.to}`) })}
          </div>
        </div>
      ),
    },
    {
      title: t('trade:due'),
      width: '27%',
      cell: ({ due, status, expected, slackHours }) => (
        <div>
          <DueDate due={due} status={status} />
          <div className={styles.dimmed}>
            {t('risk.expected', { when: formatRelativeTime(expected) })}
            {slackHours !== null &&
              ` · ${t(slackHours < 0 ? 'risk.late' : 'risk.slack', { hours: hours(slackHours) })}`}
          </div>
        </div>
      ),
    },
  ]
}
