import { Button } from '@mantine/core'
import { notifications } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { usePagedQuery } from '../../api/paged-query.ts'
import { Select } from '../../ui/fields/select.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { locale } from '../../i18n/locale.ts'
import { LoadMore } from '../../ui/table/load-more.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { formatDate, localTimeZone } from '../../ui/format/time.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { humanize } from '../../ui/format/format.ts'
import { formatTotal } from '../../ui/format/total.ts'
import { groupByDay, TOPICS, type Topic } from './notification-topics.ts'
import { NotificationItem } from './notification-item.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { notificationsInput, topicOf } from './load-notifications.ts'
import styles from './notifications.module.css'

const route = getRouteApi('/app/notifications')
const COUNTED_TO = notifications.listNotifications.countsTo
const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]

export function Notifications() {
  const { t } = useTranslation('notifications')
  const { read, type } = route.useSearch()
  const navigate = route.useNavigate()
  const subject = topicOf(type)
  const isAll = read === 'any'
  const pages = usePagedQuery(notifications.listNotifications, notificationsInput({ read, type }))
  const marking = useMarkRead()
  return (
    <Page title={t('title')}>
      <div className={styles.head}>
        <ReadFilter type={type} />
        <Select
          label={t('topic')}
          anyLabel={t('anyTopic')}
          value={subject}
          options={TOPIC_NAMES.map((name) => ({ value: name, name: t(`topics.${name}`) }))}
          onChange={(value) =>
            void navigate({ search: (before) => ({ ...before, type: value }), replace: true })
          }
        />
        <MarkAll onAll={() => void marking.readAll()} isPending={marking.isMarkingAll} />
      </div>
      <QueryError query={pages} isStale={Boolean(pages.items?.length)} />
      {!pages.items && !pages.error && <PendingRows />}
      {pages.items?.length === 0 && !pages.error && (
        <NoNotifications isAll={isAll} isNarrowed={Boolean(subject)} />
      )}
      <div className={pages.isOutdated ? styles.outdated : undefined} aria-busy={pages.isOutdated}>
        {groupByDay(pages.items ?? [], (at) => formatDate(localTimeZone(), at)).map(
          ({ day, at, items }) => (
            <section key={day} className={styles.day} aria-label={dayName(day, at)}>
              <h2 className={styles.dayName}>{dayName(day, at)}</h2>
              <ul className={styles.list}>
                {items.map((item) => (
                  <NotificationItem
                    key={item._id}
                    item={item}
                    onOpen={() => marking.open(item._id)}
                    onMark={(isRead) =>
                      isRead ? marking.read(item._id) : marking.unread(item._id)
                    }
                  />
                ))}
              </ul>
            </section>
          ),
        )}
      </div>
      {pages.loadMoreError && (
        <ErrorAlert
          error={pages.loadMoreError}
          onRetry={pages.loadMore}
          isRetrying={pages.isFetchingMore}
        />
      )}
      {pages.items && !pages.loadMoreError && (
        <LoadMore
          shown={pages.items.length}
          total={pages.total}
          countedTo={COUNTED_TO}
          hasMore={pages.hasMore}
          isFetching={pages.isFetchingMore}
          onLoadMore={pages.loadMore}
        />
      )}
    </Page>
  )
}

function dayName(day: string, at: number): string {
  const now = Date.now() / 1000
  const ago = [0, 1].find((days) => formatDate(localTimeZone(), now - days * 86_400) === day)
  return ago === undefined
    ? formatDate(localTimeZone(), at)
    : humanize(new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-ago, 'day'))
}

/** The same query as in the notification bell, so it is cached. */
const useUnread = () =>
  useEndpointQuery(notifications.listNotifications, {
    query: { read: 'false' },
    range: { first: 0, last: 0 },
  }).data?.total

/** Without this, an unset parameter would match every value. */
const exactCount = { exact: true, includeSearch: true }

function ReadFilter({ type }: { type: string | undefined }) {
  const { t } = useTranslation('notifications')
  const unread = useUnread()
  return (
    <nav className={styles.filter} aria-label={t('filter')}>
      <Link
        to="/notifications"
        search={{ read: undefined, type }}
        className={styles.filterOption}
        activeOptions={exactCount}
      >
        {unread === undefined
          ? t('unread')
          : t('unreadCount', { amount: formatTotal(unread, COUNTED_TO) })}
      </Link>
      <Link
        to="/notifications"
        search={{ read: 'any', type }}
        className={styles.filterOption}
        activeOptions={exactCount}
      >
        {t('all')}
      </Link>
    </nav>
  )
}

function MarkAll({ onAll, isPending }: { onAll: () => void; isPending: boolean }) {
  const { t } = useTranslation('notifications')
  const unread = useUnread()
  const hasUnread = unread !== undefined && unread !== 0
  return (
    <Button
      variant="default"
      onClick={onAll}
      loading={isPending}
      disabled={!hasUnread}
      title={hasUnread ? undefined : t('noUnread')}
    >
      {t('markAll')}
    </Button>
  )
}

function NoNotifications({ isAll, isNarrowed }: { isAll: boolean; isNarrowed: boolean }) {
  const { t } = useTranslation('notifications')
  if (isNarrowed)
    return (
      <EmptyState
        title={t('noneOnTopic')}
        action={
          <Link to="/notifications" search={{ read: 'any' }}>
            {t('showAll')}
          </Link>
        }
      >
        <p>{t('noneOnTopicHint')}</p>
      </EmptyState>
    )
  if (!isAll)
    return (
      <EmptyState
        title={t('allRead')}
        action={
          <Link to="/notifications" search={{ read: 'any' }}>
            {t('showRead')}
          </Link>
        }
      >
        <p>{t('allReadHint')}</p>
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('none')}
      action={
        <Link to="/account" search={{ part: 'mail' }}>
          {t('emailSettings')}
        </Link>
      }
    >
      <p>{t('noneHint')}</p>
    </EmptyState>
  )
}
