import { Suspense } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { lazyScreen } from '../../ui/layout/lazy-screen.tsx'
import { useHasRight } from '../shared/current-user.ts'
import { locale } from '../../ui/format/locale.ts'
import { Page } from '../../ui/layout/page.tsx'
import { cityOf, localTimeZone } from '../../ui/format/time.ts'
import { FailedUploads } from './failed-uploads.tsx'
import { RecentNotifications } from './recent-notifications.tsx'
import { PhaseChanges } from './phase-changes.tsx'
import { TaskList } from './task-list.tsx'
import styles from './today-page.module.css'

/**
 * Comes after what waits: its charts are the heavy part of this page, and the last one looks at.
 */
const Dashboard = lazyScreen(
  () => import('./dashboard/dashboard.tsx').then((loaded) => loaded.Dashboard),
  'reports',
)

/** The first screen of the day: what to do, what is new, then the figures. */
export function TodayPage() {
  const { t } = useTranslation('today')
  const uploads = useHasRight('file.write')
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
          {uploads && <FailedUploads />}
          <PhaseChanges />
          <RecentNotifications />
        </div>
      </div>
      <Suspense fallback={<div className={styles.coming} />}>
        <Dashboard />
      </Suspense>
    </Page>
  )
}
