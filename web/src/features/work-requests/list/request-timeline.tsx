import { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { QueryError } from '../../../ui/feedback/query-error.tsx'
import { formatHidden } from '../../../ui/format/total.ts'
import { locale } from '../../../i18n/locale.ts'
import { formatDateTime, localTimeZone } from '../../../ui/format/time.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { statusTone } from '../../shared/status.tsx'
import { filterQuery } from './list-query.ts'
import type { RequestSearch } from './search-params.ts'
import { timelineScale, type TimelineScale } from './timeline-scale.ts'
import styles from './calendar.module.css'

const RANGE = { first: 0, last: 199 }

/** Each request from its order to its due date, the soonest first. */
export function RequestTimeline({ search }: { search: RequestSearch }) {
  const { t } = useTranslation('requests')
  const query = useEndpointQuery(workrequests.listWorkRequests, {
    query: { ...filterQuery(search), order: 'due' },
    range: RANGE,
  })
  const requests = query.data?.items.filter(({ due }) => due) ?? []
  const hidden = query.data && formatHidden(query.data.total, query.data.items.length)
  const scale = timelineScale(
    requests.map(({ due }) => due!.date * 1000),
    Date.now(),
  )
  if (query.isPending) return <PendingRows />
  return (
    <>
      <QueryError query={query} isStale={Boolean(query.data)} />
      {hidden && (
        <p className={styles.dim} role="status">
          {t('notShown', { amount: hidden })}
        </p>
      )}
      {query.data && requests.length === 0 && <p>{t('noDueDates')}</p>}
      {requests.length > 0 && (
        <section className={styles.timeline} aria-label={t('as.timeline')}>
          <div className={styles.scale} aria-hidden="true">
            <span />
            <div className={styles.track}>
              {scale.weeks.filter(hasRoom(scale)).map((week) => (
                <span
                  key={week}
                  className={styles.tick}
                  style={{ insetInlineStart: `${scale.at(week)}%` }}
                >
                  {new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short' }).format(
                    week,
                  )}
                </span>
              ))}
            </div>
          </div>
          <ol style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {requests.map((request) => (
              <Bar key={request._id} request={request} scale={scale} />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** The date beside a line at the end would be cut off. */
const hasRoom = (scale: TimelineScale) => (week: number) => scale.at(week) < 95

function Bar({ request, scale }: { request: workrequests.WorkRequest; scale: TimelineScale }) {
  const { t } = useTranslation('trade')
  const version = useVersionName()(request)
  const { _id: id, asset, status, created, due } = request
  const [from, to] = [scale.at(created * 1000), scale.at(due!.date * 1000)]
  const when = formatDateTime(localTimeZone(), due!.date)
  return (
    <li className={styles.bar}>
      <span className={styles.barName} dir="auto" title={`${asset.name} · ${version}`}>
        <Link to="/workrequests/$id" params={{ id }}>
          <bdi>{asset.name}</bdi>{' '}
          <span className={styles.dim}>
            <bdi>{version}</bdi>
          </span>
        </Link>
      </span>
      <div className={styles.track}>
        <span className={styles.now} style={{ insetInlineStart: `${scale.at(scale.now)}%` }} />
        <span
          className={styles.span}
          title={`${t(`status.${status}`)} · ${when}`}
          style={
            {
              insetInlineStart: `${from}%`,
              width: `${to - from}%`,
              '--tone': `var(--tone-${statusTone(status)})`,
            } as React.CSSProperties
          }
        >
          <span className="visually-hidden">
            {t(`status.${status}`)}, {t('due')} {when}
          </span>
        </span>
      </div>
    </li>
  )
}
