import { useState } from 'react'
import { Button } from '@mantine/core'
import { offlineDecisions, offlines, materialRules, workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useService } from '../../api/service-context.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { TranslationStatus } from '../shared/status.tsx'
import { translationPart } from '../shared/translation-part.ts'
import { StatusTag } from '../../ui/text/status-tag.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/toasts.tsx'
import { formatNumber, languageName } from '../../ui/format/format.ts'
import type { Review } from './use-review.ts'
import { RejectForm } from './reject-form.tsx'
import styles from './panel.module.css'

type Props = { review: Review; versions: offlines.Offline[] | undefined }

/** Approves or rejects the newest version, once. */
export function Decision({ review, versions }: Props) {
  const { offline, request, reviewer, openCount } = review
  const { t } = useTranslation(['review', 'trade', 'common'])
  const [isRejecting, setRejecting] = useState(false)
  const [isApproving, setApproving] = useState(false)
  const isNewest =
    Math.max(...(versions ?? [offline]).map(({ version }) => version)) === offline.version
  const rejection = offlineDecisions.checkDecision(
    {
      owner: request.from._id,
      newest: isNewest,
      decision: offline.decision,
      status: request.status,
    },
    reviewer,
    { decision: 'approved' },
  )
  const approveRequest = useApproveRequest(request._id)
  const decide = useEndpointMutation(offlines.decideOffline, {
    invalidates: ['/offlines', '/workrequests'],
    onSuccess: (_reply, { body }) => {
      setApproving(false)
      setRejecting(false)
      if (body.decision === 'rejected') showToast(t('decision.versionRejected'))
      else void approveRequest.ifNothingIsMissing()
    },
  })
  // An approval cannot be undone, so it is sent only after the undo period.
  const approve = () => {
    setApproving(true)
    showUndoToast(t('decision.approvingVersion', { version: formatNumber(offline.version) }), {
      undo: t('common:undo'),
      undone: () => setApproving(false),
      run: () => decide.mutate({ params: { id: offline._id }, body: { decision: 'approved' } }),
    })
  }
  return (
    <section className={styles.card} aria-label={t('decision.title')}>
      <h2 className={styles.heading}>{t('decision.title')}</h2>
      {offline.decision && <DecisionResult offline={offline} />}
      {!offline.decision && !isRejecting && (
        <>
          <p className={styles.note}>
            {isApproving
              ? t('decision.approving')
              : rejection
                ? t(`disabled.${rejection.code.split('.')[1] as 'old'}`)
                : openCount > 0
                  ? t('decision.openComments', { count: openCount })
                  : t('decision.noOpenComments')}
          </p>
          {offlineDecisions.mayDecide({ owner: request.from._id }, reviewer) && (
            <div className={styles.buttons}>
              <Button
                onClick={approve}
                disabled={Boolean(rejection) || isApproving || decide.isPending}
              >
                {t('decision.approve')}
              </Button>
              <Button
                variant="default"
                onClick={() => setRejecting(true)}
                disabled={Boolean(rejection) || isApproving || decide.isPending}
              >
                {t('decision.reject')}
              </Button>
            </div>
          )}
        </>
      )}
      {isRejecting && !offline.decision && (
        <RejectForm
          isPending={decide.isPending}
          onCancel={() => setRejecting(false)}
          onReject={(reason, code) =>
            decide.mutate({
              params: { id: offline._id },
              body: { decision: 'rejected', reason, code },
            })
          }
        />
      )}
      {(offline.decision === 'approved' || !rejection) && (
        <NextSteps request={request} isApproved={offline.decision === 'approved'} />
      )}
    </section>
  )
}

function DecisionResult({ offline: { decision, reason, code } }: { offline: offlines.Offline }) {
  const { t } = useTranslation('trade')
  if (!decision) return null
  const knownCode = workrequests.REJECTION_CODES.find((candidate) => candidate === code)
  return (
    <div className={styles.result}>
      <StatusTag tone={decision === 'approved' ? 'good' : 'bad'}>
        {t(`decision.${decision}`)}
      </StatusTag>
      {knownCode && <span className={styles.note}>{t(`code.${knownCode}`)}</span>}
      {reason && (
        <p className={styles.text} dir="auto">
          {reason}
        </p>
      )}
    </div>
  )
}

/** Approving the newest version also approves the work request if nothing else is missing. */
function useApproveRequest(id: string) {
  const { t } = useTranslation('review')
  const { call } = useService()
  const { mutate, isPending } = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: ['/workrequests', '/offlines'],
    onSuccess: () => showToast(t('decision.requestApproved')),
  })
  const run = () => mutate({ params: { id }, body: { status: 'approved' } })
  return {
    run,
    isPending,
    async ifNothingIsMissing() {
      const { status, $statuses } = await call(workrequests.getWorkRequest, { params: { id } })
      if (status === 'for-review' && $statuses.includes('approved')) run()
      else showToast(t('decision.versionApproved'))
    },
  }
}

/** The translations that must be approved first, and the button to approve the work request. */
function NextSteps({
  request,
  isApproved,
}: {
  request: workrequests.WorkRequest
  isApproved: boolean
}) {
  const { t } = useTranslation(['review', 'trade'])
  const approve = useApproveRequest(request._id)
  const waiting = materialRules
    .orderedTranslations(request)
    .filter(({ status }) => status !== 'approved')
  return (
    <>
      {waiting.length > 0 && (
        <div className={styles.waiting}>
          <p>{t('decision.remaining')}</p>
          <ul>
            {waiting.map((translation) => (
              <li key={translation._id}>
                <Link
                  to="/workrequests/$id/translate"
                  params={{ id: request._id }}
                  search={{ sheet: translationPart(request, translation) }}
                >
                  {t('decision.translation', { language: languageName(translation.language) })}
                </Link>{' '}
                <TranslationStatus status={translation.status} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {isApproved && request.$statuses.includes('approved') && (
        <div>
          <Button loading={approve.isPending} onClick={approve.run}>
            {t('decision.approveRequest')}
          </Button>
        </div>
      )}
    </>
  )
}
