import { useState } from 'react'
import { Button } from '@mantine/core'
import { offlineDecisions, offlines, materialRules, workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { TranslationStatus } from '../shared/status.tsx'
import { StatusTag } from '../../ui/text/tag.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/toasts.tsx'
import { languageName } from '../../ui/format/format.ts'
import { Reject } from './reject-form.tsx'
import styles from './review.module.css'

type Parts = {
  offline: offlines.Offline
  request: workrequests.WorkRequest
  by: offlineDecisions.Reviewer
  versions: offlines.Offline[] | undefined
  open: number
}

/** Approved or rejected: once, about the newest version, by who may. */
export function Decide({ offline, request, by, versions, open }: Parts) {
  const { t } = useTranslation(['review', 'trade', 'common'])
  const [isRejecting, setRejecting] = useState(false)
  const [isApproving, setApproving] = useState(false)
  const newest =
    Math.max(...(versions ?? [offline]).map(({ version }) => version)) === offline.version
  const refusal = offlineDecisions.checkDecision(
    { owner: request.from._id, newest, decision: offline.decision, status: request.status },
    by,
    { decision: 'approved' },
  )
  const decide = useEndpointMutation(offlines.decideOffline, {
    invalidates: ['/offlines', '/workrequests'],
    onSuccess: (_answer, { body }) => {
      setApproving(false)
      setRejecting(false)
      if (body.decision === 'rejected') showToast(t('decide.rejectedNow'))
    },
  })
  // There is no way back once it is said, so it is said when the time to think again is over.
  const approve = () => {
    setApproving(true)
    showUndoToast(t('decide.approvedNow'), {
      undo: t('common:undo'),
      undone: () => setApproving(false),
      run: () => decide.mutate({ params: { id: offline._id }, body: { decision: 'approved' } }),
    })
  }
  return (
    <section className={styles.card} aria-label={t('decide.title')}>
      <h2 className={styles.heading}>{t('decide.title')}</h2>
      {offline.decision && <Decided offline={offline} />}
      {!offline.decision && !isRejecting && (
        <>
          <p className={styles.note}>
            {isApproving
              ? t('decide.approving')
              : refusal
                ? t(`why.${refusal.code.split('.')[1] as 'old'}`)
                : open > 0
                  ? t('decide.open', { count: open })
                  : t('decide.allSettled')}
          </p>
          {offlineDecisions.mayDecide({ owner: request.from._id }, by) && (
            <div className={styles.marks}>
              <Button
                onClick={approve}
                disabled={Boolean(refusal) || isApproving || decide.isPending}
              >
                {t('decide.approve')}
              </Button>
              <Button
                variant="default"
                onClick={() => setRejecting(true)}
                disabled={Boolean(refusal) || isApproving || decide.isPending}
              >
                {t('decide.reject')}
              </Button>
            </div>
          )}
        </>
      )}
      {isRejecting && !offline.decision && (
        <Reject
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
      {(offline.decision === 'approved' || !refusal) && (
        <Onwards request={request} isApproved={offline.decision === 'approved'} />
      )}
    </section>
  )
}

function Decided({ offline: { decision, reason, code } }: Pick<Parts, 'offline'>) {
  const { t } = useTranslation('trade')
  if (!decision) return null
  const known = workrequests.REJECTION_CODES.find((one) => one === code)
  return (
    <div className={styles.decided}>
      <StatusTag tone={decision === 'approved' ? 'good' : 'bad'}>
        {t(`decision.${decision}`)}
      </StatusTag>
      {known && <span className={styles.note}>{t(`code.${known}`)}</span>}
      {reason && (
        <p className={styles.text} dir="auto">
          {reason}
        </p>
      )}
    </div>
  )
}

/** What the request still waits for, and the step after this one. */
function Onwards({
  request,
  isApproved,
}: {
  request: workrequests.WorkRequest
  isApproved: boolean
}) {
  const { t } = useTranslation(['review', 'trade'])
  const approve = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: ['/workrequests', '/offlines'],
    onSuccess: () => showToast(t('decide.requestApproved')),
  })
  const waiting = materialRules
    .orderedTranslations(request)
    .filter(({ status }) => status !== 'approved')
  return (
    <>
      {waiting.length > 0 && (
        <div className={styles.waiting}>
          <p>{t('decide.waitsFor')}</p>
          <ul>
            {waiting.map(({ _id, language, status }) => (
              <li key={_id}>
                <Link
                  to="/workrequests/$id/translate"
                  params={{ id: request._id }}
                  search={{ sheet: _id }}
                >
                  {t('decide.translation', { language: languageName(language) })}
                </Link>{' '}
                <TranslationStatus status={status} />
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
            {t('decide.approveRequest')}
          </Button>
        </div>
      )}
    </>
  )
}
