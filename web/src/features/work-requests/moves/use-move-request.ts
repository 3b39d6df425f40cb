import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { showToast, showUndoToast } from '../../../ui/feedback/toasts.tsx'
import { isIrreversible, moveLabel } from './moves.ts'

type Move = workrequests.PossibleMove
type MovableRequest = Pick<workrequests.WorkRequest, '_id' | 'status'>
export type MoveReason = { reason?: string; code?: (typeof workrequests.REJECTION_CODES)[number] }

export const INVALIDATED_PATHS = [
  '/workrequests',
  '/translations',
  '/offlines',
  '/reports',
  '/assets',
  '/events',
]

/**
 * Moves work requests and offers to undo it. A move that cannot be undone later waits for the undo
 * period before it is sent.
 */
export function useMoveRequest() {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const [pendingMove, setPendingMove] = useState<{ request: string; to: workrequests.Status }>()
  const { mutateAsync, isPending } = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
  })
  /** The mutation shows its own errors. */
  const change = (id: string, body: MoveReason & { status: workrequests.Status }) =>
    mutateAsync({ params: { id }, body }).catch(() => undefined)

  async function send(
    { _id: id, status: from }: MovableRequest,
    to: workrequests.Status,
    reason: MoveReason,
  ) {
    const moved = await change(id, { status: to, ...reason })
    if (!moved) return
    const undo = {
      name: t('common:undo'),
      run: () => void change(id, { status: from, reason: t('undoReason') }),
    }
    showToast(
      t('moved', { status: t(`trade:status.${moved.status}`) }),
      moved.$statuses.includes(from) ? { action: undo } : {},
    )
  }
  function move(request: MovableRequest, choice: Move, reason: MoveReason = {}) {
    if (isIrreversible(choice)) sendAfterUndoPeriod(request, choice, reason)
    else void send(request, choice.to, reason)
  }
  function sendAfterUndoPeriod(request: MovableRequest, choice: Move, reason: MoveReason) {
    setPendingMove({ request: request._id, to: choice.to })
    const finish = (then: () => void) => () => {
      setPendingMove(undefined)
      then()
    }
    showUndoToast(t('movePending', { action: t(`move.${moveLabel(request.status, choice)}`) }), {
      undo: t('common:undo'),
      run: finish(() => void send(request, choice.to, reason)),
      undone: finish(() => {}),
    })
  }
  return { move, pendingMove, isBusy: isPending }
}
