import type { notifications } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useUnread } from '../notifications/unread.ts'
import { useActivityText } from '../shared/activity.ts'
import { PendingLines } from '../../ui/feedback/pending.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { formatRelativeTime } from '../../ui/format/time.ts'
import { humanize } from '../../ui/format/format.ts'
import styles from './today-page.module.css'

/** The newest unread notifications, each linked to its subject. */
export function RecentNotifications() {
  const { t } = useTranslation('today')
  const { data, isPending } = useUnread()
  // Reserve the space while loading, so that the layout does not shift.
  if (isPending)
    return (
      <Section title={t('unread')}>
        <PendingLines />
      </Section>
    )
  if (!data?.items.length) return null
  return (
    <Section title={t('unread')} note={<Link to="/notifications">{t('allNotifications')}</Link>}>
      <ul className={styles.list}>
        {data.items.map((notification) => (
          <li key={notification._id}>
            <NotificationLink notification={notification} />
            <div className={styles.itemNote}>
              {[
                notification.event.assets?.[0]?.name,
                humanize(formatRelativeTime(notification.created)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function NotificationLink({
  notification: { event },
}: {
  notification: notifications.Notification
}) {
  const asset = event.assets?.[0]
  const props = {
    className: styles.itemName,
    children: useActivityText()(event),
  } as const
  if (event.workRequest)
    return <Link to="/workrequests/$id" params={{ id: event.workRequest._id }} {...props} />
  if (asset) return <Link to="/assets/$id" params={{ id: asset._id }} {...props} />
  return <Link to="/notifications" {...props} />
}
