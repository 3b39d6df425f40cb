import { useState } from 'react'
import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useMustAnswer } from '../../../shared/must-answer.ts'
import { NextStepLink, useNextStep, useNextStepText } from '../../../shared/next-step-link.tsx'
import { useVersionName } from '../../../shared/request-columns.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { ErrorAlert } from '../../../../ui/feedback/error-alert.tsx'
import { BlockerLink, Blockers, useOwnBlocker } from './blockers.tsx'
import { ScriptSteps } from './script-steps.tsx'
import { availableMoves, moveLabel, nextMove } from '../../moves/moves.ts'
import { ReasonForm } from '../../moves/reason-form.tsx'
import { useMoveRequest } from '../../moves/use-move-request.ts'
import { useDisplayNames } from '../use-display-names.ts'
import styles from './next-steps.module.css'

type Move = workrequests.PossibleMove

/** What the user may do now, and what blocks the next step. */
export function NextSteps({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { _id: id, status } = request
  const moves = useEndpointQuery(
    workrequests.listMoves,
    { params: { id } },
    { pollWhile: (list) => list.some(({ missing }) => missing.some(isCheck)) },
  )
  const { move, pendingMove, isBusy } = useMoveRequest()
  const [target, setTarget] = useState<Move['to']>()
  // The user picked this move and has to enter a reason.
  const picked = moves.data?.find(({ to, may }) => to === target && may)
  const pick = (choice: Move) =>
    choice.needsReason || choice.needsCode ? setTarget(choice.to) : void move(request, choice)
  const available = moves.data ? availableMoves(status, moves.data) : []
  const next = moves.data && nextMove(status, moves.data)
  const mustAnswer = useMustAnswer(request)
  return (
    <Card label={t('nextSteps')}>
      <h2 className={styles.title}>{t('nextSteps')}</h2>
      {moves.error && !moves.data && (
        <ErrorAlert
          error={moves.error}
          onRetry={() => void moves.refetch()}
          isRetrying={moves.isFetching}
        />
      )}
      <Rejection request={request} />
      <OwnStep request={request} />
      {moves.data && (
        <p className={styles.message}>
          {t(mustAnswer ? 'message.unanswered' : messageKey(status, next, available.length))}
        </p>
      )}
      {!mustAnswer && <ScriptSteps request={request} />}
      {next && !mustAnswer && <Blockers request={request} missing={next.missing} />}
      {picked ? (
        <ReasonForm
          key={picked.to}
          title={t(`move.${moveLabel(status, picked)}`)}
          submitLabel={t(`move.${moveLabel(status, picked)}`)}
          needsReason={picked.needsReason}
          needsCode={picked.needsCode}
          isBusy={isBusy}
          onSubmit={(reason) => {
            void move(request, picked, reason)
            setTarget(undefined)
          }}
          onCancel={() => setTarget(undefined)}
        />
      ) : (
        <>
          <MoveButtons
            status={status}
            moves={available}
            next={next}
            pending={pendingMove?.to}
            isBusy={isBusy}
            onPick={pick}
          />
          {!mustAnswer && (
            <StickyNextStep request={request} next={next} isBusy={isBusy} onPick={pick} />
          )}
        </>
      )}
    </Card>
  )
}

/** The same step as on Today. */
function OwnStep({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const step = useNextStep(request)
  const version = useVersionName()(request)
  const text = useNextStepText()
  if (!step) return null
  return (
    <p className={styles.message}>
      {t('yourNextStep')}:{' '}
      <strong>
        {step.location.page === 'request' ? (
          text(request, step)
        ) : (
          <NextStepLink request={request} step={step} version={version} />
        )}
      </strong>
    </p>
  )
}

/** No event is sent when a check ends with an error. */
const isCheck = ({ step }: workrequests.MissingItem) => step === 'deliverable.checking'

/** States the situation in one sentence, above the buttons. */
function messageKey(status: workrequests.Status, next: Move | undefined, moveCount: number) {
  if (status === 'complete') return 'message.done'
  if (status === 'cancelled') return 'message.cancelled'
  if (next?.missing.length)
    return next.missing.every(isCheck) ? 'message.checking' : 'message.blocked'
  if (next?.may) return status === 'rejected' ? 'message.rejected' : 'message.ready'
  return moveCount > 0 ? 'message.optional' : 'message.waiting'
}

function Rejection({ request: { status, rejections } }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { codeName } = useDisplayNames()
  const last = rejections.at(-1)
  if (status !== 'rejected' || !last) return null
  return (
    <p className={styles.rejection}>
      <strong>{t('rejectedBy', { name: last.user.name })}</strong>{' '}
      <span dir="auto">
        {[last.code && codeName(last.code), last.reason].filter(Boolean).join(': ')}
      </span>
    </p>
  )
}

/** Only an allowed move without blockers is shown as the primary button. */
const isUnblocked = (move: Move | undefined): move is Move =>
  move !== undefined && move.may && move.missing.length === 0

type MoveButtonsProps = {
  status: workrequests.Status
  moves: Move[]
  next: Move | undefined
  pending: workrequests.Status | undefined
  isBusy: boolean
  onPick: (move: Move) => void
}

function MoveButtons({ status, moves, next, pending, isBusy, onPick }: MoveButtonsProps) {
  const { t } = useTranslation('request')
  if (moves.length === 0) return null
  return (
    <div className={styles.buttons}>
      {moves.map((move) => {
        const isPrimary = move.to === next?.to && isUnblocked(move)
        return (
          <Button
            key={move.to}
            data-sticky={isPrimary}
            variant={isPrimary ? 'filled' : 'default'}
            disabled={isBusy}
            loading={pending === move.to}
            onClick={() => onPick(move)}
          >
            {t(`move.${moveLabel(status, move)}`)}
          </Button>
        )
      })}
    </div>
  )
}

type StickyNextStepProps = {
  request: workrequests.WorkRequest
  next: Move | undefined
  isBusy: boolean
  onPick: (move: Move) => void
}

/** On phones the next step, or the user's first blocker, sticks to the bottom of the screen. */
function StickyNextStep({ request, next, isBusy, onPick }: StickyNextStepProps) {
  const { t } = useTranslation('request')
  const ownBlocker = useOwnBlocker(request, next?.missing ?? [])
  if (!isUnblocked(next))
    return ownBlocker ? (
      <div className={styles.stickyAction}>
        <BlockerLink request={request} missing={ownBlocker} />
      </div>
    ) : null
  const name = t(`move.${moveLabel(request.status, next)}`)
  const pick = () => {
    onPick(next)
    document.getElementById('next')?.scrollIntoView()
  }
  return (
    <div className={styles.stickyAction}>
      <Button fullWidth disabled={isBusy} onClick={pick} aria-label={t('nextStep', { name })}>
        {name}
      </Button>
    </div>
  )
}
