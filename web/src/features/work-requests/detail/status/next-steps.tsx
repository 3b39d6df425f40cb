import { useState } from 'react'
import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { Card } from '../../../../ui/layout/card.tsx'
import { ErrorAlert } from '../../../../ui/feedback/error-alert.tsx'
import { Blockers, useOwnBlocker, BlockerLink } from './blockers.tsx'
import { moveLabel, availableMoves, nextMove } from '../../moves/moves.ts'
import { ReasonForm } from '../../moves/reason-form.tsx'
import { useMoveRequest } from '../../moves/use-move-request.ts'
import styles from './next-steps.module.css'

type Move = workrequests.PossibleMove

/**
 * What this person may do now, by the rule that would refuse it, and what stands in the way of the
 * rest.
 */
export function NextSteps({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { _id: id, status } = request
  const {
    data: moves,
    error,
    refetch,
    isFetching,
  } = useEndpointQuery(workrequests.listMoves, { params: { id } })
  const moving = useMoveRequest()
  const [asking, setAsking] = useState<Move['to']>()
  const chosen = moves?.find(({ to, may }) => to === asking && may)
  const press = (move: Move) =>
    move.needsReason || move.needsCode ? setAsking(move.to) : moving.take(request, move)
  const steps = moves ? availableMoves(status, moves) : []
  const onward = moves && nextMove(status, moves)
  return (
    <Card label={t('nextSteps')}>
      <h2 className={styles.title}>{t('nextSteps')}</h2>
      {error && !moves && (
        <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      <Rejection request={request} />
      {moves && <p className={styles.said}>{t(statusMessage(status, onward, steps.length))}</p>}
      {onward && <Blockers request={request} missing={onward.missing} />}
      {chosen ? (
        <ReasonForm
          key={chosen.to}
          title={t(`move.${moveLabel(status, chosen)}`)}
          act={t(`move.${moveLabel(status, chosen)}`)}
          needsReason={chosen.needsReason}
          needsCode={chosen.needsCode}
          isBusy={moving.isBusy}
          onGive={(given) => {
            moving.take(request, chosen, given)
            setAsking(undefined)
          }}
          onCancel={() => setAsking(undefined)}
        />
      ) : (
        <Buttons
          status={status}
          steps={steps}
          onward={onward}
          waiting={moving.waiting?.to}
          isBusy={moving.isBusy}
          onPress={press}
        />
      )}
      {!chosen && (
        <StickyNextStep
          request={request}
          onward={onward}
          isBusy={moving.isBusy || moving.waiting !== undefined}
          onPress={press}
        />
      )}
    </Card>
  )
}

/** Said first, so that nobody has to infer it from a row of buttons. */
function statusMessage(
  status: workrequests.Status,
  onward: Move | undefined,
  steps: number,
):
  | 'say.done'
  | 'say.cancelled'
  | 'say.ready'
  | 'say.blocked'
  | 'say.others'
  | 'say.optional'
  | 'say.again' {
  if (status === 'complete') return 'say.done'
  if (status === 'cancelled') return 'say.cancelled'
  if (onward?.may && onward.missing.length === 0)
    return status === 'rejected' ? 'say.again' : 'say.ready'
  if (onward?.missing.length) return 'say.blocked'
  return steps > 0 ? 'say.optional' : 'say.others'
}

function Rejection({ request: { status, rejections } }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation(['request', 'trade'])
  const last = rejections.at(-1)
  if (status !== 'rejected' || !last) return null
  const code =
    last.code && (workrequests.REJECTION_CODES as readonly string[]).includes(last.code)
      ? t(`trade:code.${last.code as 'picture'}`)
      : last.code
  return (
    <p className={styles.rejection}>
      <strong>{t('rejectedBy', { name: last.user.name })}</strong>{' '}
      <span dir="auto">{[code, last.reason].filter(Boolean).join(': ')}</span>
    </p>
  )
}

/** The way on with nothing in the way; what is done all the same, or undone, does not invite. */
const isUnblocked = (move: Move | undefined): move is Move =>
  move !== undefined && move.may && move.missing.length === 0

type Row = {
  status: workrequests.Status
  steps: Move[]
  onward: Move | undefined
  waiting: workrequests.Status | undefined
  isBusy: boolean
  onPress: (move: Move) => void
}

function Buttons({ status, steps, onward, waiting, isBusy, onPress }: Row) {
  const { t } = useTranslation('request')
  if (steps.length === 0) return null
  return (
    <div className={styles.buttons}>
      {steps.map((move) => (
        <Button
          key={move.to}
          data-at-hand={move.to === onward?.to && isUnblocked(move)}
          variant={move.to === onward?.to && isUnblocked(move) ? 'filled' : 'default'}
          disabled={isBusy || waiting !== undefined}
          loading={waiting === move.to}
          onClick={() => onPress(move)}
        >
          {t(`move.${moveLabel(status, move)}`)}
        </Button>
      ))}
    </div>
  )
}

type Thumb = {
  request: workrequests.WorkRequest
  onward: Move | undefined
  isBusy: boolean
  onPress: (move: Move) => void
}

/**
 * On a phone the next step stands under the thumb, wherever one reads: the way on, or the first
 * thing that is the reader's to do for it.
 */
function StickyNextStep({ request, onward, isBusy, onPress }: Thumb) {
  const { t } = useTranslation('request')
  const own = useOwnBlocker(request, onward?.missing ?? [])
  if (!isUnblocked(onward))
    return own ? (
      <div className={styles.atHand}>
        <BlockerLink request={request} missing={own} />
      </div>
    ) : null
  const name = t(`move.${moveLabel(request.status, onward)}`)
  const press = () => {
    onPress(onward)
    document.getElementById('next')?.scrollIntoView()
  }
  return (
    <div className={styles.atHand}>
      <Button fullWidth disabled={isBusy} onClick={press} aria-label={t('nextStepIs', { name })}>
        {name}
      </Button>
    </div>
  )
}
