import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { offlineDecisions, offlines, materialRules, workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { TranslationStatus } from '../shared/status.tsx'
import { translationPart } from '../shared/translation-part.ts'
import { StatusTag } from '../../ui/text/status-tag.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { formatNumber, languageName } from '../../ui/format/format.ts'
import type { Review } from './use-review.ts'
import { RejectForm } from './reject-form.tsx'
import styles from './panel.module.css'

type Props = { review: Review; versions: offlines.Offline[] | undefined }

/** Paths that a decision changes. */
const CHANGED = ['/offlines', '/workrequests']

/** Approves or rejects the newest version, once. */
export function Decision({ review, versions }: Props) {
  const { offline, request, reviewer, openCount } = review
  const { t } = useTranslation(['review', 'trade', 'common'])
  const [isRejecting, setRejecting] = useState(false)
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
  const params = { id: offline._id }
  const withdraw = useEndpointMutation(offlines.withdrawDecision, {
    invalidates: CHANGED,
    onSuccess: () => showToast(t('decision.withdrawn')),
  })
  const decide = useEndpointMutation(offlines.makeDecision, {
    invalidates: CHANGED,
    onSuccess: ({ version }, { body }) => {
      setRejecting(false)
      showToast(t(`decision.${body.decision}`, { version: formatNumber(version) }), {
        action: { name: t('decision.withdraw'), run: () => withdraw.mutate({ params }) },
      })
    },
  })
  const approve = () => decide.mutate({ params, body: { decision: 'approved' } })
  const mayWithdraw =
    useIsRecent(offline.decided?.date) && isNewest && offline.decided?.by === reviewer._id
  return (
    <section className={styles.card} aria-label={t('decision.title')}>
      <h2 className={styles.heading}>{t('decision.title')}</h2>
      {offline.decision && <DecisionResult offline={offline} />}
      {mayWithdraw && (
        <div>
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ params })}
          >
            {t('decision.withdraw')}
          </Button>
        </div>
      )}
      {!offline.decision && !isRejecting && (
        <>
          <p className={styles.note}>
            {rejection
              ? t(`disabled.${rejection.code.split('.')[1] as 'outdated'}`)
              : openCount > 0
                ? t('decision.openComments', { count: openCount })
                : t('decision.noOpenComments')}
          </p>
          {offlineDecisions.mayDecide({ owner: request.from._id }, reviewer) && (
            <div className={styles.buttons}>
              <Button onClick={approve} disabled={Boolean(rejection)} loading={decide.isPending}>
                {t('decision.approve')}
              </Button>
              <Button
                variant="default"
                onClick={() => setRejecting(true)}
                disabled={Boolean(rejection) || decide.isPending}
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
            decide.mutate({ params, body: { decision: 'rejected', reason, code } })
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

/** Whether a decision can still be withdrawn. */
function useIsRecent(decided: number | undefined): boolean {
  const end = ((decided ?? 0) + offlineDecisions.WITHDRAWAL_SECONDS) * 1000
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const left = end - Date.now()
    const timer = left > 0 ? setTimeout(() => setNow(Date.now()), left) : undefined
    return () => clearTimeout(timer)
  }, [end])
  return now < end
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
  const approve = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: CHANGED,
    onSuccess: () => showToast(t('decision.requestApproved')),
  })
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
          <Button
            loading={approve.isPending}
            onClick={() =>
              approve.mutate({ params: { id: request._id }, body: { status: 'approved' } })
            }
          >
            {t('decision.approveRequest')}
          </Button>
        </div>
      )}
    </>
  )
}
