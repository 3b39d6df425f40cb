import { Suspense } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAfterFirstQueries } from '../../api/use-after-first-queries.ts'
import { lazyScreen } from '../../ui/layout/lazy-screen.tsx'
import { WhenVisible } from '../../ui/layout/when-visible.tsx'
import { useHasPermission } from '../shared/current-user.ts'
import { locale } from '../../i18n/locale.ts'
import { Page } from '../../ui/layout/page.tsx'
import { cityOf, localTimeZone } from '../../ui/format/time.ts'
import { FailedUploads } from './failed-uploads.tsx'
import { RecentNotifications } from './recent-notifications.tsx'
import { PhaseChanges } from './phase-changes.tsx'
import { TaskList } from './task-list.tsx'
import styles from './today-page.module.css'

/** Its charts are large and at the bottom of the page. */
const Dashboard = lazyScreen(
  () => import('./dashboard/dashboard.tsx').then((loaded) => loaded.Dashboard),
  'reports',
)

/** The start page: tasks, news, then the dashboard. */
export function TodayPage() {
  const { t } = useTranslation('today')
  const mayUpload = useHasPermission('file.write')
  const day = new Intl.DateTimeFormat(locale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(Date.now())
  return (
    <Page title={t('title')} lead={t('lead', { day, city: cityOf(localTimeZone()) })}>
      <div className={styles.columns}>
        <TaskList />
        <div className={styles.aside}>
          <PhaseChanges />
          <RecentNotifications />
          {mayUpload && <FailedUploads />}
        </div>
      </div>
      <WhenVisible className={styles.dashboardPlaceholder} isReady={useAfterFirstQueries()}>
        <Suspense fallback={<div className={styles.dashboardPlaceholder} />}>
          <Dashboard />
        </Suspense>
      </WhenVisible>
    </Page>
  )
}
