import { notifications } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { BellMark } from '../../ui/icons/icons.tsx'
import { figure } from '../../ui/format/format.ts'
import styles from './app-shell.module.css'

/** How much has happened that was not read yet. */
export function Bell() {
  const { t } = useTranslation()
  const { data } = useEndpointQuery(notifications.listNotifications, {
    query: { read: 'false' },
    range: { first: 0, last: 0 },
  })
  const unread = data?.total ?? 0
  return (
    <Link
      to="/notifications"
      className={styles.tool}
      aria-label={unread ? t('frame.unread', { count: unread }) : t('frame.notifications')}
    >
      <BellMark />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? '99+' : figure(unread)}
        </span>
      )}
    </Link>
  )
}
