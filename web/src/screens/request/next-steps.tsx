import { useState } from 'react'
import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../answers.ts'
import { Card } from '../../ui/card.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { InTheWay } from './in-the-way.tsx'
import { nameOfMove, offered, onwardOf } from './moves.ts'
import { ReasonForm } from './reason-form.tsx'
import { useMoving } from './use-moving.ts'
import styles from './next-steps.module.css'

type Move = workrequests.PossibleMove

/** What this person may do now, by the rule that would refuse it, and what stands in the way of the rest. */
export function NextSteps({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { _id: id, status } = request
  const { data: moves, error, refetch, isFetching } = useAnswer(workrequests.listMoves, { params: { id } })
  const moving = useMoving(request)
  const [asking, setAsking] = useState<Move['to']>()
  const chosen = moves?.find(({ to, may }) => to === asking && may)
  const press = (move: Move) => (move.needsReason || move.needsCode ? setAsking(move.to) : moving.take(move))
  const steps = moves ? offered(status, moves) : []
  const onward = moves && onwardOf(status, moves)
  return (
    <Card label={t('nextSteps')}>
      <h2 className={styles.title}>{t('nextSteps')}</h2>
      {error && !moves && <Trouble error={error} again={() => void refetch()} isTrying={isFetching} />}
      <Rejection request={request} />
      {moves && <p className={styles.said}>{t(saying(status, onward, steps.length))}</p>}
      {chosen ? (
        <ReasonForm
          key={chosen.to} title={t(`move.${nameOfMove(status, chosen)}`)} act={t(`move.${nameOfMove(status, chosen)}`)} needsReason={chosen.needsReason} needsCode={chosen.needsCode} isBusy={moving.isBusy}
          onGive={(given) => { moving.take(chosen, given); setAsking(undefined) }} onCancel={() => setAsking(undefined)}
        />
      ) : <Buttons status={status} steps={steps} waiting={moving.waiting} isBusy={moving.isBusy} onPress={press} />}
      {onward && <InTheWay request={request} missing={onward.missing} />}
      {steps[0] && !chosen && <AtHand name={t(`move.${nameOfMove(status, steps[0])}`)} isBusy={moving.isBusy || moving.waiting !== undefined} onPress={() => { press(steps[0]!); document.getElementById('next')?.scrollIntoView() }} />}
    </Card>
  )
}

/** Said first, so that nobody has to infer it from a row of buttons. */
function saying(status: workrequests.Status, onward: Move | undefined, steps: number): 'say.done' | 'say.cancelled' | 'say.ready' | 'say.blocked' | 'say.others' | 'say.optional' {
  if (status === 'complete') return 'say.done'
  if (status === 'cancelled') return 'say.cancelled'
  if (onward?.may && onward.missing.length === 0) return 'say.ready'
  if (onward?.missing.length) return 'say.blocked'
  return steps > 0 ? 'say.optional' : 'say.others'
}

function Rejection({ request: { status, rejections } }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation(['request', 'trade'])
  const last = rejections.at(-1)
  if (status !== 'rejected' || !last) return null
  const code = last.code && (workrequests.REJECTION_CODES as readonly string[]).includes(last.code) ? t(`trade:code.${last.code as 'picture'}`) : last.code
  return <p className={styles.rejection}><strong>{t('rejectedBy', { name: last.user.name })}</strong> <span dir="auto">{[code, last.reason].filter(Boolean).join(': ')}</span></p>
}

type Row = { status: workrequests.Status; steps: Move[]; waiting: Move | undefined; isBusy: boolean; onPress: (move: Move) => void }

function Buttons({ status, steps, waiting, isBusy, onPress }: Row) {
  const { t } = useTranslation('request')
  if (steps.length === 0) return null
  return (
    <div className={styles.buttons}>
      {steps.map((move, index) => (
        <Button key={move.to} variant={index === 0 && move.to !== 'cancelled' && move.to !== 'incomplete' ? 'filled' : 'default'} disabled={isBusy || waiting !== undefined} loading={waiting?.to === move.to} onClick={() => onPress(move)}>
          {t(`move.${nameOfMove(status, move)}`)}
        </Button>
      ))}
    </div>
  )
}

/** On a phone the next step stands under the thumb, wherever one reads. */
function AtHand({ name, isBusy, onPress }: { name: string; isBusy: boolean; onPress: () => void }) {
  const { t } = useTranslation('request')
  return <div className={styles.atHand}><Button fullWidth disabled={isBusy} onClick={onPress} aria-label={t('nextStepIs', { name })}>{name}</Button></div>
}
