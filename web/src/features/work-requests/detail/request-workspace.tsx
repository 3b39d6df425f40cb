import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { workrequests } from '@reelay/api/contract'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { DueDate } from '../../shared/due-date.tsx'
import { useVersionName } from '../../shared/request-columns.tsx'
import { RequestStatus } from '../../shared/status.tsx'
import { PlaylistBar } from '../../playlist/playlist-bar.tsx'
import { LazySessionMenu } from '../../review-sessions/lazy-session-menu.tsx'
import { Workspace, type WorkspaceTab } from '../../../ui/layout/workspace/workspace.tsx'
import { Comments } from './comments/comments.tsx'
import { Deliverables } from './files/deliverables.tsx'
import { Encodes } from './files/encodes.tsx'
import { Materials } from './files/materials.tsx'
import { Offlines } from './files/offlines.tsx'
import { ReviewedFile } from './files/reviewed-file.tsx'
import { ScriptSlots } from './files/script-slots.tsx'
import { useAssetFiles } from './files/use-asset-files.ts'
import { Invitations } from './order/invitations.tsx'
import { OrderSection } from './order/order-section.tsx'
import { Recipients } from './order/recipients.tsx'
import { RequestSummary } from './order/request-summary.tsx'
import { AssignmentBanner } from './status/assignment-banner.tsx'
import { History } from './status/history.tsx'
import { NextSteps } from './status/next-steps.tsx'
import { StatusNotice } from './status/status-notice.tsx'
import { StatusSteps } from './status/status-steps.tsx'
import { SourceStage } from './source-stage.tsx'
import { Translations } from './translation/translations.tsx'
import styles from './request-workspace.module.css'

type WorkRequest = workrequests.WorkRequest
type Props = {
  request: WorkRequest
  /** A version. Without one the original is on the stage. */
  stage?: ReactNode
  versions?: ReactNode
  actions?: ReactNode
  reviewTab?: WorkspaceTab
  tab: string
  onTab: (id: string) => void
}

/** One page for a work request: the film on the stage, the review, the work and the order beside. */
export function RequestWorkspace(props: Props) {
  const { request, stage, versions, actions, reviewTab, tab, onTab } = props
  const { t } = useTranslation('request')
  const versionName = useVersionName()
  const { file } = useSearch({ strict: false })
  const tabs: WorkspaceTab[] = [
    ...(reviewTab ? [reviewTab] : []),
    { id: 'files', label: t('tabs.files'), content: <Work request={request} /> },
    { id: 'order', label: t('tabs.order'), content: <Order request={request} /> },
    { id: 'discussion', label: t('tabs.discussion'), content: <Discussion request={request} /> },
  ]
  return (
    <Workspace
      title={t('heading', { asset: request.asset.name, version: versionName(request) })}
      breadcrumb={
        <>
          <Link to="/workrequests">{t('allRequests')}</Link> /{' '}
          <Link to="/projects/$id" params={{ id: request.project.slug }}>
            <bdi>{request.project.name}</bdi>
          </Link>{' '}
          /{' '}
          <Link to="/assets/$id" params={{ id: request.asset.slug }}>
            {t('toAsset')}
          </Link>
        </>
      }
      lead={
        <>
          <RequestStatus status={request.status} />
          <DueDate due={request.due} status={request.status} />
          {versions}
          <StatusNotice history={request.history} />
        </>
      }
      actions={
        <>
          <PlaylistBar current={{ kind: 'workrequest', id: request._id }} />
          {actions}
          <LazySessionMenu page="workrequest" id={request._id} />
        </>
      }
      banner={
        <div className={styles.banner}>
          <StatusSteps request={request} />
        </div>
      }
      stage={
        file ? (
          <ReviewedFile request={request} id={file} />
        ) : (
          (stage ?? <SourceStage request={request} />)
        )
      }
      tabs={tabs}
      tab={tabs.some(({ id }) => id === tab) ? tab : tabs[0]!.id}
      onTab={onTab}
    />
  )
}

type Part = 'script' | 'offlines' | 'deliverables' | 'materials' | 'translations' | 'encodes'
const IN_ORDER: Part[] = [
  'materials',
  'script',
  'translations',
  'offlines',
  'encodes',
  'deliverables',
]
const FIRST_PART: Partial<Record<workrequests.Status, Part>> = {
  'in-progress': 'offlines',
  'for-review': 'offlines',
  rejected: 'offlines',
  approved: 'deliverables',
  complete: 'deliverables',
}

/**
 * The part that is worked on now comes first. A new status moves the parts, unless the focus is in
 * one of them: an element that is moved loses the focus.
 */
function useOrderedParts(status: workrequests.Status) {
  const container = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState(FIRST_PART[status])
  useEffect(() => {
    if (!container.current?.contains(document.activeElement)) setFirst(FIRST_PART[status])
  }, [status])
  const order = first ? [first, ...IN_ORDER.filter((part) => part !== first)] : IN_ORDER
  return { container, order }
}

function Work({ request }: { request: WorkRequest }) {
  const files = useAssetFiles(request.asset._id)
  const shared = { request, files }
  const parts: Record<Part, ReactNode> = {
    materials: <Materials key="materials" {...shared} />,
    script: <ScriptSlots key="script" request={request} />,
    translations: <Translations key="translations" request={request} />,
    offlines: <Offlines key="offlines" {...shared} />,
    encodes: <Encodes key="encodes" {...shared} />,
    deliverables: <Deliverables key="deliverables" {...shared} />,
  }
  const { container, order } = useOrderedParts(request.status)
  return (
    <div className={styles.work} ref={container}>
      <div id="next" className={styles.next}>
        <AssignmentBanner request={request} />
        <NextSteps request={request} />
      </div>
      {order.map((part) => parts[part])}
    </div>
  )
}

function Order({ request }: { request: WorkRequest }) {
  return (
    <div className={styles.work}>
      <RequestSummary request={request} />
      <OrderSection request={request} />
      <Recipients request={request} />
      <Invitations request={request} />
    </div>
  )
}

function Discussion({ request }: { request: WorkRequest }) {
  return (
    <div className={styles.work}>
      <Comments request={request} />
      <History request={request} />
    </div>
  )
}
