import { notifications } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { BellIcon } from '../../ui/icons/icons.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import styles from './app-shell.module.css'

/** Links to the notifications and shows how many are unread. */
export function NotificationBell() {
  const { t } = useTranslation()
  const { data } = useEndpointQuery(notifications.listNotifications, {
    query: { read: 'false' },
    range: { first: 0, last: 0 },
  })
  const unread = data?.total ?? 0
  return (
    <Link
      to="/notifications"
      className={styles.iconButton}
      aria-label={unread ? t('shell.unread', { count: unread }) : t('shell.notifications')}
    >
      <BellIcon />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? '99+' : formatNumber(unread)}
        </span>
      )}
    </Link>
  )
}
