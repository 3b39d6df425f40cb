import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { showToast, showUndoToast } from '../../../ui/feedback/toasts.tsx'
import { isIrreversible, moveLabel } from './moves.ts'

type Move = workrequests.PossibleMove
type Moved = Pick<workrequests.WorkRequest, '_id' | 'status'>
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
 * Moves requests and says so, with the way back where the rules know one; what has none waits until
 * nobody wants it back.
 */
export function useMoveRequest() {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const [waiting, setWaiting] = useState<{ request: string; to: workrequests.Status }>()
  const { mutateAsync: actAsync, isPending } = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
  })
  /** Why it was refused is told by the act. */
  const change = (id: string, body: MoveReason & { status: workrequests.Status }) =>
    actAsync({ params: { id }, body }).catch(() => undefined)

  async function move(
    { _id: id, status: from }: Moved,
    to: workrequests.Status,
    given: MoveReason,
  ) {
    const moved = await change(id, { status: to, ...given })
    if (!moved) return
    const undo = {
      name: t('common:undo'),
      run: () => void change(id, { status: from, reason: t('takenBack') }),
    }
    showToast(
      t('moved', { status: t(`trade:status.${moved.status}`) }),
      moved.$statuses.includes(from) ? { act: undo } : {},
    )
  }
  function take(request: Moved, chosen: Move, given: MoveReason = {}) {
    if (isIrreversible(chosen)) wait(request, chosen, given)
    else void move(request, chosen.to, given)
  }
  function wait(request: Moved, chosen: Move, given: MoveReason) {
    setWaiting({ request: request._id, to: chosen.to })
    const end = (then: () => void) => () => {
      setWaiting(undefined)
      then()
    }
    showUndoToast(t('doneSoon', { act: t(`move.${moveLabel(request.status, chosen)}`) }), {
      undo: t('common:undo'),
      run: end(() => void move(request, chosen.to, given)),
      undone: end(() => {}),
    })
  }
  return { take, waiting, isBusy: isPending }
}
