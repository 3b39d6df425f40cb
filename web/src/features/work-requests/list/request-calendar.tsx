import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { QueryError } from '../../../ui/feedback/query-error.tsx'
import { formatHidden } from '../../../ui/format/total.ts'
import { locale } from '../../../i18n/locale.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { isFinal, statusTone } from '../../shared/status.tsx'
import { dayKey, daysOf, dueRange, parseMonth, shiftMonth } from './calendar-days.ts'
import { filterQuery } from './list-query.ts'
import type { RequestSearch } from './search-params.ts'
import styles from './calendar.module.css'

type Props = { search: RequestSearch; onMonth: (month: string) => void }
type WorkRequest = workrequests.WorkRequest

/** The longest range of one response. */
const RANGE = { first: 0, last: 499 }

/** The due dates of a month. */
export function RequestCalendar({ search, onMonth }: Props) {
  const { t } = useTranslation('requests')
  const month = parseMonth(search.month, new Date())
  const days = daysOf(month)
  const query = useEndpointQuery(workrequests.listWorkRequests, {
    query: { ...filterQuery(search), due: dueRange(days), order: 'due' },
    range: RANGE,
  })
  const byDay = Map.groupBy(query.data?.items ?? [], ({ due }) =>
    due ? dayKey(new Date(due.date * 1000)) : '',
  )
  const title = new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric' }).format(
    new Date(month.year, month.month - 1, 1),
  )
  const hidden = query.data && formatHidden(query.data.total, query.data.items.length)
  return (
    <section aria-label={t('as.calendar')}>
      <div className={styles.head}>
        <div role="status">
          <h2 className={styles.title}>{title}</h2>
        </div>
        <Button size="xs" variant="default" onClick={() => onMonth(shiftMonth(month, -1))}>
          {t('previousMonth')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onMonth('')}>
          {t('currentMonth')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onMonth(shiftMonth(month, 1))}>
          {t('nextMonth')}
        </Button>
        {hidden && <span>{t('notShown', { amount: hidden })}</span>}
      </div>
      <QueryError query={query} isStale={Boolean(query.data)} />
      <ul className={styles.month}>
        {days.map((day) => (
          <Day
            key={dayKey(day)}
            day={day}
            isOutside={day.getMonth() !== month.month - 1}
            requests={byDay.get(dayKey(day)) ?? []}
          />
        ))}
      </ul>
    </section>
  )
}

const MAX_SHOWN = 6

function Day({
  day,
  isOutside,
  requests,
}: {
  day: Date
  isOutside: boolean
  requests: WorkRequest[]
}) {
  const { t } = useTranslation('requests')
  const isToday = dayKey(day) === dayKey(new Date())
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale(), options).format(day)
  return (
    <li
      className={styles.day}
      data-outside={isOutside}
      data-today={isToday}
      data-empty={requests.length === 0}
    >
      <div className={styles.date}>
        <span className={styles.weekday}>{format({ weekday: 'short' })}</span>{' '}
        <time dateTime={day.toISOString().slice(0, 10)} aria-label={format({ dateStyle: 'full' })}>
          {format({ day: 'numeric' })}
        </time>
      </div>
      {requests.slice(0, MAX_SHOWN).map((request) => (
        <DueRequest key={request._id} request={request} />
      ))}
      {requests.length > MAX_SHOWN && (
        <details className={styles.more}>
          <summary>{t('moreDue', { count: requests.length - MAX_SHOWN })}</summary>
          {requests.slice(MAX_SHOWN).map((request) => (
            <DueRequest key={request._id} request={request} />
          ))}
        </details>
      )}
    </li>
  )
}

function DueRequest({ request }: { request: WorkRequest }) {
  const { t } = useTranslation('trade')
  const version = useVersionName()(request)
  const { asset, status, due } = request
  const isLate = !isFinal(status) && due !== null && due.date * 1000 < Date.now()
  return (
    <Link
      to="/workrequests/$id"
      params={{ id: request._id }}
      className={styles.request}
      dir="auto"
      data-late={isLate}
      style={{ '--tone': `var(--tone-${statusTone(status)})` } as React.CSSProperties}
      title={`${asset.name} · ${version} · ${t(`status.${status}`)}`}
    >
      <bdi>{asset.name}</bdi>{' '}
      <span className={styles.dim}>
        <bdi>{version}</bdi>
        <span className="visually-hidden">, {t(`status.${status}`)}</span>
      </span>
    </Link>
  )
}
