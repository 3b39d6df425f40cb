import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from 'react-i18next'
import { useAct } from '../acts.ts'
import { tell, tellBefore } from '../ui/toasts.tsx'
import { isFinalStep, nameOfMove } from './moves.ts'

type Move = workrequests.PossibleMove
type Moved = Pick<workrequests.WorkRequest, '_id' | 'status'>
export type Given = { reason?: string; code?: (typeof workrequests.REJECTION_CODES)[number] }

export const TOUCHED = ['/workrequests', '/translations', '/offlines', '/reports', '/assets', '/events']

/** Moves requests and says so, with the way back where the rules know one; what has none waits until nobody wants it back. */
export function useMoving() {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const [waiting, setWaiting] = useState<{ request: string; to: workrequests.Status }>()
  const { actAsync, isPending } = useAct(workrequests.changeWorkRequest, { touches: TOUCHED })
  const quietly = () => { /* Why it was refused is told by the act. */ }

  function move({ _id: id, status: from }: Moved, to: workrequests.Status, given: Given) {
    void actAsync({ params: { id }, body: { status: to, ...given } }).then(({ status, $statuses }) => {
      const undo = { name: t('common:undo'), run: () => void actAsync({ params: { id }, body: { status: from, reason: t('takenBack') } }).catch(quietly) }
      tell(t('moved', { status: t(`trade:status.${status}`) }), $statuses.includes(from) ? { act: undo } : {})
    }, quietly)
  }
  function take(request: Moved, chosen: Move, given: Given = {}) {
    if (!isFinalStep(chosen)) return move(request, chosen.to, given)
    setWaiting({ request: request._id, to: chosen.to })
    const end = (then: () => void) => () => { setWaiting(undefined); then() }
    tellBefore(t('doneSoon', { act: t(`move.${nameOfMove(request.status, chosen)}`) }), { undo: t('common:undo'), run: end(() => move(request, chosen.to, given)), undone: end(() => {}) })
  }
  return { take, waiting, isBusy: isPending }
}
