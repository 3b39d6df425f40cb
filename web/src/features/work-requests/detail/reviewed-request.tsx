import type { offlines, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { ReviewPanel } from '../../review/review-panel.tsx'
import { ReviewStage } from '../../review/review-stage.tsx'
import { useReview } from '../../review/use-review.ts'
import { VersionBar } from '../../review/version-bar.tsx'
import { useVersions } from '../../review/version-queries.ts'
import { ShareButton } from '../../shares/share-button.tsx'
import { RequestWorkspace } from './request-workspace.tsx'
import { toCues } from './translation/cues.ts'
import { useTab } from './use-tab.ts'

type Props = {
  request: workrequests.WorkRequest
  offline: offlines.Offline
  /** When its signed URLs were loaded. */
  loadedAt: number
}

/** A work request with a version on the stage and its notes beside it. */
export function ReviewedRequest({ request, offline, loadedAt }: Props) {
  const { t } = useTranslation('request')
  const [tab, showTab] = useTab(isReviewed(request) ? 'review' : 'files')
  const review = useReview({ offline, loadedAt, request, showNotes: () => showTab('review') })
  const versions = useVersions(request)
  return (
    <RequestWorkspace
      request={request}
      stage={<ReviewStage review={review} cues={toCues(request.translation.lines)} />}
      versions={
        <VersionBar
          offline={offline}
          versions={versions}
          compareWith={review.compareWith}
          onCompare={review.compare}
        />
      }
      actions={<ShareButton size="xs" subject={{ kind: 'offline', id: offline._id }} />}
      reviewTab={{
        id: 'review',
        label: t('tabs.review'),
        count: review.openCount,
        content: <ReviewPanel review={review} versions={versions} />,
        isFixed: true,
      }}
      tab={tab}
      onTab={showTab}
    />
  )
}

/** In review, or on the page of a version, people come to watch it. */
const isReviewed = ({ status }: workrequests.WorkRequest) =>
  status === 'for-review' || location.pathname.startsWith('/offlines/')
