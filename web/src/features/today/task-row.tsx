import { statusRules } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { DueDate } from '../shared/due-date.tsx'
import { Risk, useRiskReasons } from '../shared/risk.tsx'
import { DateTime } from '../../ui/text/date-time.tsx'
import { nameLink } from '../../ui/text/name-and-note.tsx'
import { NextStepLink } from '../shared/next-step-link.tsx'
import { Poster } from '../shared/poster.tsx'
import type { Task } from './tasks.ts'
import styles from './today-page.module.css'

/** One task with its risk and due date. The link leads to the page on which it is done. */
export function TaskRow({ task, version }: { task: Task; version: string }) {
  const { request } = task
  const { risk } = request
  return (
    <li className={styles.task}>
      <Poster asset={request.asset} className={styles.poster} />
      <div>
        <NextStepLink request={request} step={task} version={version} className={nameLink} />
        <div className={styles.context} dir="auto">
          {request.asset.name}
        </div>
        <div className={styles.context} data-dimmed="true">
          <bdi>{version}</bdi> · <bdi>{request.project.name}</bdi>
        </div>
      </div>
      <div className={styles.risk}>
        {risk && risk.risk !== 'on-track' && <RiskSummary risk={risk} />}
        {task.kind === 'answer-assignment' && <AnswerDeadline request={request} />}
      </div>
      <DueDate due={statusRules.earliestDeadline(request)} status={request.status} />
    </li>
  )
}

function AnswerDeadline({ request: { assignment } }: Pick<Task, 'request'>) {
  const { t } = useTranslation('today')
  if (!assignment || assignment.respondBy === null) return null
  return (
    <>
      {t('respondBy')}
      <div className={styles.reason}>
        <DateTime at={assignment.respondBy} />
      </div>
    </>
  )
}

/** Leaves out that it is overdue, because the due date says so. */
function RiskSummary({ risk }: { risk: NonNullable<Task['request']['risk']> }) {
  const reasons = useRiskReasons()(risk.reasons.filter(({ code }) => code !== 'overdue'))
  return (
    <>
      <Risk risk={risk.risk} />
      {reasons.length > 0 && <div className={styles.reason}>{reasons[0]}</div>}
    </>
  )
}
