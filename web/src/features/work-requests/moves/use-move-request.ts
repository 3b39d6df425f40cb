import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { confirmed } from '../../../ui/feedback/confirm.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
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
 * Moves work requests and offers to undo it. A move that cannot be undone later asks first.
 */
export function useMoveRequest() {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const [pendingMove, setPendingMove] = useState<{ request: string; to: workrequests.Status }>()
  const { mutateAsync } = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
  })
  /** The mutation shows its own errors. */
  const change = (id: string, body: MoveReason & { status: workrequests.Status }) =>
    mutateAsync({ params: { id }, body }).catch(() => undefined)

  async function move(
    { _id: id, status: from }: MovableRequest,
    choice: Move,
    reason: MoveReason = {},
  ) {
    const action = t(`move.${moveLabel(from, choice)}`)
    const question = { title: action, note: t('moveIsFinal'), action }
    if (isIrreversible(choice) && !(await confirmed(question))) return
    setPendingMove({ request: id, to: choice.to })
    const moved = await change(id, { status: choice.to, ...reason })
    setPendingMove(undefined)
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
  return { move, pendingMove, isBusy: pendingMove !== undefined }
}
