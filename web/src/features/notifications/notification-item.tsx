import type { notifications } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useActivityText } from '../shared/activity.ts'
import { useAssignmentRuleText } from '../shared/assignment-rule.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { Breakable } from '../../ui/text/breakable.tsx'
import { nameLink } from '../../ui/text/name-and-note.tsx'
import { formatTime, formatDateTime, localTimeZone } from '../../ui/format/time.ts'
import { linkOf } from './notification-topics.ts'
import styles from './notifications.module.css'

type Props = {
  item: notifications.Notification
  onOpen: () => void
  onMark: (read: boolean) => void
}

/** The sentence is a link; following it marks the notification as read. */
export function NotificationItem({ item: { event, read, created }, onOpen, onMark }: Props) {
  const { t } = useTranslation('notifications')
  const versionName = useVersionName()
  const link = linkOf(event)
  const sentence = useActivityText()(event)
  const about = [
    event.assets?.[0]?.name,
    event.workRequest && versionName(event.workRequest),
    event.projects?.[0]?.name,
  ].filter(Boolean)
  return (
    <li className={styles.item} data-read={read}>
      <div className={styles.text}>
        <div className={styles.sentence}>
          {!read && <span className="visually-hidden">{t('unread')}: </span>}
          {link ? (
            <Link
              {...(link as { to: '/' })}
              className={nameLink}
              onClick={() => {
                if (!read) onOpen()
              }}
            >
              {sentence}
            </Link>
          ) : (
            sentence
          )}
        </div>
        {about.length > 0 && (
          <div className={styles.dimmed} dir="auto">
            <Breakable text={about.join(' · ')} />
          </div>
        )}
        <NotificationDetails event={event} />
      </div>
      <time
        className={styles.time}
        dateTime={new Date(created * 1000).toISOString()}
        title={formatDateTime(localTimeZone(), created)}
      >
        {formatTime(localTimeZone(), created)}
      </time>
      <button
        type="button"
        className={styles.markButton}
        onClick={() => onMark(!read)}
        aria-label={t(read ? 'markUnreadThis' : 'markReadThis', { sentence })}
      >
        {t(read ? 'markUnread' : 'markRead')}
      </button>
    </li>
  )
}

function NotificationDetails({
  event: { type, details, automatic },
}: {
  event: notifications.Notification['event']
}) {
  const { t, i18n } = useTranslation('notifications')
  const ruleText = useAssignmentRuleText()
  const fieldName = (field: string) =>
    i18n.exists(`fields.${field}`, { ns: 'notifications' })
      ? t(`fields.${field}` as 'fields.name')
      : field
  return (
    <>
      {details.fields && (
        <div className={styles.dimmed}>
          {t('changedFields', { fields: details.fields.split(', ').map(fieldName).join(', ') })}
        </div>
      )}
      {type === 'aph' && details.from && details.to && (
        <div className={styles.dimmed}>
          {t('phaseChange', { from: details.from, to: details.to })}
        </div>
      )}
      {automatic && type !== 'wdu' && (
        <div className={styles.dimmed}>
          {automatic.cause === 'assignment-rule'
            ? ruleText(details)
            : t(`automatic.${automatic.cause}`)}
        </div>
      )}
      {details.reason && (
        <blockquote className={styles.reason} dir="auto">
          {details.reason}
        </blockquote>
      )}
    </>
  )
}
