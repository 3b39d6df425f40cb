import { useState } from 'react'
import { offlines, workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useFindListedRecord } from '../../../api/listed-record.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { VersionBar } from '../../review/version-bar.tsx'
import { useVersions, useVersionsQuery } from '../../review/version-queries.ts'
import { useRecordRecent } from '../../shared/recent.ts'
import { isAccessLost } from '../../../ui/feedback/access-lost.ts'
import { RecordWorkspace } from '../../../ui/layout/record-workspace.tsx'
import { PendingWorkspace } from '../../../ui/layout/workspace/pending-workspace.tsx'
import { RequestWorkspace } from './request-workspace.tsx'
import { ReviewedRequest } from './reviewed-request.tsx'
import { useTab } from './use-tab.ts'

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
          <ReviewedRequest
            key={offline.data._id}
            request={found}
            offline={offline.data}
            loadedAt={offline.dataUpdatedAt}
          />
        )
      }
    </Loaded>
  )
}

/** A version that arrives while the page is open is offered, not shown: somebody may be typing. */
function NewestVersion({ request }: { request: workrequests.WorkRequest }) {
  const [id] = useState(request.offlines[0]?._id)
  const versions = useVersionsQuery(request)
  const listed = versions.data?.items.find(({ _id }) => _id === id)
  const isMissing = id !== undefined && !versions.isPending && !listed
  const single = useOffline(isMissing ? id : undefined)
  const offline = listed ? { ...versions, data: listed } : single
  if (offline.data && !isAccessLost(offline.error))
    return (
      <ReviewedRequest request={request} offline={offline.data} loadedAt={offline.dataUpdatedAt} />
    )
  // The page of a version is another component: shown first, it would lose the focus and its menus.
  if (id !== undefined && !offline.error) return <PendingRequest request={request} />
  return <RequestWithoutVersion request={request} />
}

function RequestWithoutVersion({ request }: { request: workrequests.WorkRequest }) {
  const [tab, showTab] = useTab('files')
  const versions = useVersions(request)
  return (
    <RequestWorkspace
      request={request}
      versions={versions?.length ? <VersionBar versions={versions} /> : undefined}
      tab={tab}
      onTab={showTab}
    />
  )
}

function PendingRequest({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const version = useVersionName()(request)
  return (
    <PendingWorkspace
      title={t('heading', { asset: request.asset.name, version })}
      isPending={false}
      breadcrumb={<Link to="/workrequests">{t('allRequests')}</Link>}
      hasBanner
    />
  )
}

const useRequest = (id: string | undefined) =>
  useEndpointQuery(
    workrequests.getWorkRequest,
    { params: { id: id ?? '' } },
    {
      enabled: id !== undefined,
      placeholder: useFindListedRecord<workrequests.WorkRequest>(
        workrequests.listWorkRequests,
        id ?? '',
      ),
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

type LoadedProps = {
  query: Query<workrequests.WorkRequest>
  children: (request: workrequests.WorkRequest) => React.ReactNode
}

function Loaded({ query, children }: LoadedProps) {
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
  return (
    <RecordWorkspace
      query={query}
      kind={t('title')}
      backLink={<Link to="/workrequests">{t('allRequests')}</Link>}
      hasBanner
    >
      {children}
    </RecordWorkspace>
  )
}
