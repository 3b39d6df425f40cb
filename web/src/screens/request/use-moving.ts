import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../acts.ts'
import { tell, tellBefore } from '../../ui/toasts.tsx'
import { isFinalStep, nameOfMove } from './moves.ts'

type Move = workrequests.PossibleMove
type Given = { reason?: string; code?: (typeof workrequests.REJECTION_CODES)[number] }

export const TOUCHED = ['/workrequests', '/translations', '/offlines', '/reports', '/assets', '/events']

/** Moves a request and says so, with the way back where the rules know one; what has none waits until nobody wants it back. */
export function useMoving({ _id: id, status: from }: Pick<workrequests.WorkRequest, '_id' | 'status'>) {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const [waiting, setWaiting] = useState<Move>()
  const back = useAct(workrequests.changeWorkRequest, { touches: TOUCHED, done: ({ status }) => tell(t('moved', { status: t(`trade:status.${status}`) })) })
  const move = useAct(workrequests.changeWorkRequest, { touches: TOUCHED, done: ({ status, $statuses }) => {
    const undo = () => back.act({ params: { id }, body: { status: from, reason: t('takenBack') } })
    tell(t('moved', { status: t(`trade:status.${status}`) }), $statuses.includes(from) ? { act: { name: t('common:undo'), run: undo } } : {})
  } })

  function take(chosen: Move, given: Given = {}) {
    const run = () => { setWaiting(undefined); move.act({ params: { id }, body: { status: chosen.to, ...given } }) }
    if (!isFinalStep(chosen)) return run()
    setWaiting(chosen)
    tellBefore(t('doneSoon', { act: t(`move.${nameOfMove(from, chosen)}`) }), { undo: t('common:undo'), run, undone: () => setWaiting(undefined) })
  }
  return { take, waiting, isBusy: move.isPending || back.isPending }
}
