import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { DueDate } from '../shared/due-date.tsx'
import { Risk, useRiskReasons } from '../shared/risk.tsx'
import { nameLink } from '../../ui/text/name-and-note.tsx'
import type { Task } from './tasks.ts'
import styles from './today-page.module.css'

/**
 * One line: what to do, on what, whether it is pressing, and until when. The whole of it leads
 * right there.
 */
export function TaskRow({ waiting, version }: { waiting: Task; version: string }) {
  const { request, risk } = waiting
  return (
    <li className={styles.wait}>
      <div>
        <WayThere waiting={waiting} version={version} />
        <div className={styles.of} dir="auto">
          {request.asset.name}
        </div>
        <div className={styles.of} data-quiet="true">
          <bdi>{version}</bdi> · <bdi>{request.project.name}</bdi>
        </div>
      </div>
      <div className={styles.risk}>
        {risk && risk.risk !== 'on-track' && <RiskInShort risk={risk} />}
      </div>
      <DueDate due={request.due} status={request.status} />
    </li>
  )
}

function WayThere({ waiting: { request, step, at }, version }: { waiting: Task; version: string }) {
  const { t } = useTranslation('today')
  const text = t(`step.${step}`)
  // Several lines may ask for the same: who only hears the links must know of what.
  const parts = {
    className: nameLink,
    'aria-label': `${text}: ${request.asset.name}, ${version}`,
    children: text,
  } as const
  if (at.place === 'review')
    return <Link to="/offlines/$id" params={{ id: at.offline }} {...parts} />
  if (at.place === 'translate')
    return (
      <Link
        to="/workrequests/$id/translate"
        params={{ id: request._id }}
        search={{ sheet: at.sheet }}
        {...parts}
      />
    )
  return <Link to="/workrequests/$id" params={{ id: request._id }} {...parts} />
}

/** That it is overdue stands beside it already. */
function RiskInShort({ risk }: { risk: NonNullable<Task['risk']> }) {
  const reasons = useRiskReasons()(risk.reasons.filter(({ code }) => code !== 'overdue'))
  return (
    <>
      <Risk risk={risk.risk} />
      {reasons.length > 0 && <div className={styles.reason}>{reasons[0]}</div>}
    </>
  )
}
