import { statusRules, type workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadNamespaces, useTranslation } from '../../i18n/i18n.ts'
import { useHasPermission } from '../shared/current-user.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TextWithLinks } from '../../ui/text/text-with-links.tsx'
import { formatRelativeTime, formatTimeDistance } from '../../ui/format/time.ts'

const FirstSteps = lazy(async () => {
  const [{ FirstSteps: loaded }] = await Promise.all([
    import('./first-steps.tsx'),
    loadNamespaces('new-records'),
  ])
  return { default: loaded }
})

/** Shows what is due next, although it is assigned to others. Expects the order of due dates. */
export function NoTasks({ openRequests }: { openRequests: workrequests.WorkRequest[] }) {
  const { t } = useTranslation('today')
  const mayCreate = useHasPermission('asset.write')
  const next = openRequests.find(statusRules.earliestDeadline)
  return (
    <EmptyState
      title={t('noTasks')}
      action={
        <>
          <Link to={openRequests.length ? '/workrequests' : '/assets'}>
            {openRequests.length ? t('toRequests') : t('toLibrary')}
          </Link>
          {openRequests.length === 0 && mayCreate && (
            <Suspense>
              <FirstSteps />
            </Suspense>
          )}
        </>
      }
    >
      {next && (
        <p>
          <NextDue next={next} />
        </p>
      )}
      <p>{openRequests.length ? t('noTasksHint') : t('noOpenRequests')}</p>
    </EmptyState>
  )
}

function NextDue({ next: { _id: id, asset, ...request } }: { next: workrequests.WorkRequest }) {
  const { t } = useTranslation('today')
  const version = useVersionName()(request)
  const due = statusRules.earliestDeadline(request)
  const isLate = due!.date * 1000 < Date.now()
  const text = isLate
    ? t('overdueElsewhere', { asset: asset.name, version, lapse: formatTimeDistance(due!.date) })
    : t('nextDue', { asset: asset.name, version, when: formatRelativeTime(due!.date) })
  return (
    <TextWithLinks
      text={text}
      links={{ request: <Link to="/workrequests/$id" params={{ id }} /> }}
    />
  )
}
