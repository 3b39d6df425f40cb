import { notifications } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { PendingLines } from '../../ui/feedback/pending.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { formatRelativeTime } from '../../ui/format/time.ts'
import { humanize } from '../../ui/format/format.ts'
import styles from './today-page.module.css'

/** The newest of what was not read, each with the way to what it tells of. */
export function RecentNotifications() {
  const { t } = useTranslation('today')
  const { data, isPending } = useEndpointQuery(notifications.listNotifications, {
    query: { read: 'false' },
    range: { first: 0, last: 2 },
  })
  // Keeps its place while it is on its way, so that the list beside it does not jump.
  if (isPending)
    return (
      <Section title={t('news')}>
        <PendingLines />
      </Section>
    )
  if (!data?.items.length) return null
  return (
    <Section title={t('news')} note={<Link to="/notifications">{t('newsAll')}</Link>}>
      <ul className={styles.short}>
        {data.items.map((one) => (
          <li key={one._id}>
            <Told notification={one} />
            <div className={styles.when}>
              {[one.event.assets?.[0]?.name, humanize(formatRelativeTime(one.created))]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Told({ notification: { event } }: { notification: notifications.Notification }) {
  const { t } = useTranslation('trade')
  const asset = event.assets?.[0]
  const parts = {
    className: styles.what,
    dir: 'auto',
    children: t(`deed.${event.type}`, { name: event.from.name }),
  } as const
  if (event.workRequest)
    return <Link to="/workrequests/$id" params={{ id: event.workRequest._id }} {...parts} />
  if (asset) return <Link to="/assets/$id" params={{ id: asset._id }} {...parts} />
  return <Link to="/notifications" {...parts} />
}
