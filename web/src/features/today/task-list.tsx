import { useState } from 'react'
import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { usePagedQuery } from '../../api/paged-query.ts'
import { useService } from '../../api/service-context.ts'
import { addRisksInParallel } from '../shared/use-add-risks.ts'
import { useCurrentUser, usePermissions } from '../shared/current-user.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { formatTotal } from '../../ui/format/total.ts'
import { OPEN_REQUESTS } from './load-today.ts'
import { NoTasks } from './no-tasks.tsx'
import { TaskRow } from './task-row.tsx'
import { tasksFor } from './tasks.ts'
import styles from './today-page.module.css'

const INITIALLY_SHOWN = 8

export function TaskList() {
  const { t } = useTranslation('today')
  const { tasks, pages } = useTasks()
  // Load the names together with the rest, not when the first row renders.
  const versionName = useVersionName()
  const [isShowingAll, setShowingAll] = useState(false)
  const shown = isShowingAll ? tasks : tasks?.slice(0, INITIALLY_SHOWN)
  const hiddenCount = (tasks?.length ?? 0) - (shown?.length ?? 0)
  const riskError = pages.items?.find((request) => request.riskError)?.riskError
  const failed = pages.error ? pages : riskError && { ...pages, error: riskError }
  return (
    <Section
      title={t('tasks')}
      note={tasks && tasks.length > 1 && t('taskCount', { count: tasks.length })}
    >
      {failed && <QueryError query={failed} isStale={Boolean(pages.items)} />}
      {!tasks && !pages.error && <PendingRows rows={5} />}
      {shown && shown.length > 0 && (
        <ul className={styles.tasks}>
          {shown.map((task) => (
            <TaskRow key={task.request._id} task={task} version={versionName(task.request)} />
          ))}
        </ul>
      )}
      {tasks?.length === 0 && !failed && <NoTasks openRequests={pages.items ?? []} />}
      {tasks && hiddenCount > 0 && (
        <div className={styles.more}>
          <Button variant="default" onClick={() => setShowingAll(true)}>
            {t('showMore', { count: hiddenCount })}
          </Button>
        </div>
      )}
      {tasks && hiddenCount === 0 && pages.hasMore && (
        <div className={styles.more}>
          <Button variant="default" onClick={pages.loadMore} loading={pages.isFetchingMore}>
            {t('checkMore')}
          </Button>
          <span>
            {t('checkedRequests', {
              count: pages.items?.length ?? 0,
              total: formatTotal(pages.total),
            })}
          </span>
        </div>
      )}
    </Section>
  )
}

/** `tasks` is undefined while the work requests are loading. */
function useTasks() {
  const me = useCurrentUser()
  const permissions = usePermissions()
  const groups = me?.groups.map(({ _id }) => _id) ?? []
  const { call } = useService()
  const pages = usePagedQuery(workrequests.listWorkRequests, OPEN_REQUESTS, {
    complete: addRisksInParallel(call),
  })
  const tasks = me && pages.items && tasksFor({ _id: me._id, permissions, groups }, pages.items)
  return { tasks, pages }
}
