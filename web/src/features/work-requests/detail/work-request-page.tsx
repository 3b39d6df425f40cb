import { useState } from 'react'
import { offlines, workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { useRecordRecent } from '../../library/search/recent.ts'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { RequestWorkspace } from './request-workspace.tsx'
import { ReviewedRequest } from './reviewed-request.tsx'

const requestRoute = getRouteApi('/app/workrequests/$id')
const offlineRoute = getRouteApi('/app/offlines/$id')

type Query<R> = {
  data: R | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** A work request with its newest version. Live updates refresh it, and encodes are polled. */
export function WorkRequestPage() {
  const { id } = requestRoute.useParams()
  const request = useRequest(id)
  return (
    <Loaded query={request}>{(found) => <NewestVersion key={found._id} request={found} />}</Loaded>
  )
}

/** The same page with one version of the offline. */
export function OfflinePage() {
  const { id } = offlineRoute.useParams()
  const offline = useOffline(id)
  const request = useRequest(offline.data?.workRequest)
  return (
    <Loaded query={{ ...request, error: offline.error ?? request.error }}>
      {(found) =>
        offline.data && (
          <ReviewedRequest key={offline.data._id} request={found} offline={offline.data} />
        )
      }
    </Loaded>
  )
}

/** A version that arrives while the page is open is offered, not shown: somebody may be typing. */
function NewestVersion({ request }: { request: workrequests.WorkRequest }) {
  const [id] = useState(request.offlines[0]?._id)
  const { data: offline } = useOffline(id)
  if (!offline) return <RequestWorkspace request={request} isLoading={id !== undefined} />
  return <ReviewedRequest request={request} offline={offline} />
}

const useRequest = (id: string | undefined) =>
  useEndpointQuery(
    workrequests.getWorkRequest,
    { params: { id: id ?? '' } },
    {
      enabled: id !== undefined,
      pollWhile: ({ encodes }) =>
        encodes.some(({ status }) => status === 'waiting' || status === 'making'),
    },
  )

const useOffline = (id: string | undefined) =>
  useEndpointQuery(
    offlines.getOffline,
    { params: { id: id ?? '' } },
    {
      enabled: id !== undefined,
      pollWhile: ({ status }) => status === 'waiting' || status === 'making',
    },
  )

function Loaded({
  query,
  children,
}: {
  query: Query<workrequests.WorkRequest>
  children: (request: workrequests.WorkRequest) => React.ReactNode
}) {
  const { t } = useTranslation('request')
  const versionName = useVersionName()
  const request = query.data
  useRecordRecent(
    request && {
      kind: 'request',
      href: `/workrequests/${request._id}`,
      name: request.asset.name,
      note: versionName(request),
    },
  )
  if (request && !query.error) return children(request)
  return (
    <RecordPage
      query={query}
      kind={t('title')}
      nameOf={(found) => t('heading', { asset: found.asset.name, version: versionName(found) })}
      backLink={<Link to="/workrequests">{t('allRequests')}</Link>}
    >
      {children}
    </RecordPage>
  )
}
