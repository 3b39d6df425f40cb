import { notifications } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAfterFirstQueries } from '../../api/use-after-first-queries.ts'
import { useUnread } from '../../features/notifications/unread.ts'
import { BellIcon } from '../../ui/icons/icons.tsx'
import { formatTotal, totalValues } from '../../ui/format/total.ts'
import styles from './app-shell.module.css'

/** Links to the notifications and shows how many are unread. */
export function NotificationBell() {
  const { t } = useTranslation()
  const { data } = useUnread({ enabled: useAfterFirstQueries() })
  const unread = data ? data.total : 0
  return (
    <Link
      to="/notifications"
      className={styles.iconButton}
      aria-label={
        unread === 0
          ? t('shell.notifications')
          : t('shell.unread', totalValues(unread, notifications.listNotifications.countsTo))
      }
    >
      <BellIcon />
      {unread !== 0 && (
        <span className={styles.count} aria-hidden="true">
          {formatTotal(unread === null || unread > 99 ? null : unread, 99)}
        </span>
      )}
    </Link>
  )
}
