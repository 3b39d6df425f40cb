import { useState } from 'react'
import { Button } from '@mantine/core'
import { reports, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery, usePagedQuery } from '../../api/queries.ts'
import { useCurrentUser, usePermissions } from '../shared/current-user.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { OPEN_STATUSES } from '../shared/status.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { NoTasks } from './no-tasks.tsx'
import { TaskRow } from './task-row.tsx'
import { tasksFor } from './tasks.ts'
import styles from './today-page.module.css'

/** As many as one answer can hold. The dashboard asks the same, so it is asked once. */
export const ALL_RISKS = { range: { first: 0, last: 499 } }
const AT_FIRST = 8

export function TaskList() {
  const { t } = useTranslation('today')
  const me = useCurrentUser()
  const permissions = usePermissions()
  const pages = usePagedQuery(workrequests.listWorkRequests, {
    query: { status: OPEN_STATUSES.join(','), order: 'due' },
  })
  const risks = useEndpointQuery(reports.riskReport, ALL_RISKS)
  // Asked for with the rest, not when the first line is drawn.
  const versionName = useVersionName()
  const [isWhole, setWhole] = useState(false)

  const isHere = me && pages.items && !risks.isPending
  const waiting = isHere
    ? tasksFor({ _id: me._id, permissions }, pages.items!, risks.data?.items ?? [])
    : undefined
  const shown = isWhole ? waiting : waiting?.slice(0, AT_FIRST)
  const others = (waiting?.length ?? 0) - (shown?.length ?? 0)
  return (
    <Section
      title={t('waiting')}
      note={waiting && waiting.length > 1 && t('waitingTotal', { count: waiting.length })}
    >
      {pages.error && (
        <ErrorAlert
          error={pages.error}
          onRetry={pages.refetch}
          isRetrying={pages.isFetching}
          isStale={Boolean(pages.items)}
        />
      )}
      {risks.error && !pages.error && (
        <ErrorAlert
          error={risks.error}
          onRetry={() => void risks.refetch()}
          isRetrying={risks.isFetching}
          isStale={Boolean(pages.items)}
        />
      )}
      {!waiting && !pages.error && <PendingRows rows={5} />}
      {shown && shown.length > 0 && (
        <ul className={styles.waits}>
          {shown.map((one) => (
            <TaskRow key={one.request._id} waiting={one} version={versionName(one.request)} />
          ))}
        </ul>
      )}
      {waiting?.length === 0 && !pages.error && <NoTasks open={pages.items ?? []} />}
      {(others > 0 || pages.hasMore) && waiting && (
        <div className={styles.further}>
          {others > 0 ? (
            <Button variant="default" onClick={() => setWhole(true)}>
              {t('showAll', { count: others })}
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={pages.loadMore} loading={pages.isFetchingMore}>
                {t('lookFurther')}
              </Button>
              <span>
                {t('lookedThrough', {
                  count: pages.items?.length ?? 0,
                  total: formatNumber(pages.total),
                })}
              </span>
            </>
          )}
        </div>
      )}
    </Section>
  )
}
