import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAfterFirstQueries } from '../../api/use-after-first-queries.ts'
import { useUnread } from '../../features/notifications/unread.ts'
import { BellIcon } from '../../ui/icons/icons.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import styles from './app-shell.module.css'

/** Links to the notifications and shows how many are unread. */
export function NotificationBell() {
  const { t } = useTranslation()
  const { data } = useUnread({ enabled: useAfterFirstQueries() })
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
