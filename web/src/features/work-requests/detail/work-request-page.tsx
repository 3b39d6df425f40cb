import { workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { useRecordRecent } from '../../library/search/recent.ts'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { AssignmentBanner } from './status/assignment-banner.tsx'
import { Comments } from './comments/comments.tsx'
import { Deliverables } from './files/deliverables.tsx'
import { Encodes } from './files/encodes.tsx'
import { History } from './status/history.tsx'
import { Invitations } from './order/invitations.tsx'
import { RequestSummary } from './order/request-summary.tsx'
import { Materials } from './files/materials.tsx'
import { NextSteps } from './status/next-steps.tsx'
import { Offlines } from './files/offlines.tsx'
import { OrderSection } from './order/order-section.tsx'
import { StatusSteps } from './status/status-steps.tsx'
import { Recipients } from './order/recipients.tsx'
import { StatusNotice } from './status/status-notice.tsx'
import { Translations } from './translation/translations.tsx'
import { useAssetFiles } from './files/use-asset-files.ts'
import styles from './work-request-page.module.css'

const route = getRouteApi('/app/workrequests/$id')

/** One page for a work request. Live updates refresh it, and running encodes are polled. */
export function WorkRequestPage() {
  const { t } = useTranslation('request')
  const versionName = useVersionName()
  const { id } = route.useParams()
  const query = useEndpointQuery(
    workrequests.getWorkRequest,
    { params: { id } },
    {
      pollWhile: ({ encodes }) =>
        encodes.some(({ status }) => status === 'waiting' || status === 'making'),
    },
  )
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
    <RecordPage
      query={query}
      kind={t('title')}
      nameOf={(found) => t('heading', { asset: found.asset.name, version: versionName(found) })}
      breadcrumb={
        <>
          <Link to="/workrequests">{t('allRequests')}</Link>
          {request && (
            <>
              {' '}
              /{' '}
              <Link to="/projects/$id" params={{ id: request.project.slug }}>
                <bdi>{request.project.name}</bdi>
              </Link>
            </>
          )}
        </>
      }
      lead={
        request && (
          <Link to="/assets/$id" params={{ id: request.asset.slug }}>
            {t('toAsset')}
          </Link>
        )
      }
      backLink={<Link to="/workrequests">{t('allRequests')}</Link>}
    >
      {(found) => <Body key={found._id} request={found} />}
    </RecordPage>
  )
}

function Body({ request }: { request: workrequests.WorkRequest }) {
  const files = useAssetFiles(request.asset._id)
  return (
    <>
      <StatusSteps request={request} />
      <StatusNotice history={request.history} />
      <div className={styles.columns}>
        <div id="next" className={styles.next}>
          <AssignmentBanner request={request} />
          <NextSteps request={request} />
        </div>
        <aside className={styles.aside}>
          <RequestSummary request={request} />
          <Recipients request={request} />
          <Invitations request={request} />
        </aside>
        <div className={styles.main}>
          <OrderSection request={request} />
          <Materials request={request} files={files} />
          <Translations request={request} />
          <Offlines request={request} files={files} />
          <Encodes request={request} files={files} />
          <Deliverables request={request} files={files} />
        </div>
        {/* The style sheet alone moves this, so that a half-written comment survives a resize. */}
        <div className={styles.discussion}>
          <Comments request={request} />
          <History request={request} />
        </div>
      </div>
    </>
  )
}
