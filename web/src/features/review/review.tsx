import { offlines, workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { RequestStatus } from '../shared/status.tsx'
import { RecordPage } from '../../ui/layout/record-page.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { ReviewBody } from './review-body.tsx'
import styles from './review.module.css'

const route = getRouteApi('/app/offlines/$id')

/** One version of an offline: play it, comment on frames, and approve or reject it. */
export function Review() {
  const { t } = useTranslation(['review', 'common'])
  const { id } = route.useParams()
  const {
    data: offline,
    error,
    refetch,
    isFetching,
  } = useEndpointQuery(
    offlines.getOffline,
    { params: { id } },
    { pollWhile: ({ status }) => status === 'waiting' || status === 'making' },
  )
  const { data: request, error: requestError } = useEndpointQuery(
    workrequests.getWorkRequest,
    { params: { id: offline?.workRequest ?? '' } },
    { enabled: offline !== undefined },
  )
  const versionName = useVersionName()
  return (
    <RecordPage
      query={{ data: request, error: error ?? requestError, refetch, isFetching }}
      kind={t('title')}
      nameOf={({ asset }) => asset.name}
      breadcrumb={
        request && (
          <>
            <Link to="/workrequests">{t('common:shell.requests')}</Link> /{' '}
            <Link to="/workrequests/$id" params={{ id: request._id }}>
              {versionName(request)}
            </Link>
          </>
        )
      }
      lead={
        offline &&
        request && (
          <span className={styles.lead}>
            {t('version', { version: formatNumber(offline.version) })}
            <RequestStatus status={request.status} />
          </span>
        )
      }
      backLink={<Link to="/workrequests">{t('allRequests')}</Link>}
    >
      {(found) => offline && <ReviewBody key={offline._id} offline={offline} request={found} />}
    </RecordPage>
  )
}
