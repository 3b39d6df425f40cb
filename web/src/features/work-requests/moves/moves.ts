// How the moves of a work request are offered: their order, their labels and who is responsible.
import { missingRules, statusRules, type workrequests } from '@reelay/api/contract'

type Status = workrequests.Status
type Move = workrequests.PossibleMove

/** The statuses of a work request that is neither rejected nor cancelled. */
export const HAPPY_PATH = [
  'incomplete',
  'submitted',
  'awaiting-materials',
  'in-progress',
  'for-review',
  'approved',
  'complete',
] as const satisfies Status[]

export const nextMove = (status: Status, moves: readonly Move[]): Move | undefined =>
  moves.find(({ to }) => to === statusRules.nextStatus(status))

/** What the user may do. The next step comes first, withdrawing and cancelling come last. */
export function availableMoves(status: Status, moves: readonly Move[]): Move[] {
  const rank = ({ to }: Move) => {
    if (to === statusRules.nextStatus(status)) return 0
    if (to === 'cancelled') return 3
    return to === 'incomplete' ? 2 : 1
  }
  return moves.filter(({ may }) => may).toSorted((one, other) => rank(one) - rank(other))
}

export type MoveLabel = Status | 'resume' | 'reopen' | 'startWithoutMaterials' | 'completeAnyway'

/** The key of a move's label. The same target status has several labels. */
export function moveLabel(from: Status, { to, missing }: Pick<Move, 'to' | 'missing'>): MoveLabel {
  if (to === 'complete' && missing.length) return 'completeAnyway'
  if (to !== 'in-progress') return to
  if (from === 'complete' || from === 'cancelled') return 'reopen'
  if (from === 'rejected') return 'resume'
  return missing.length ? 'startWithoutMaterials' : to
}

/**
 * Only an admin can undo these, so the app asks first. It does not ask after a reason was written:
 * that took a deliberate step.
 */
export const isIrreversible = ({
  to,
  needsReason,
  needsCode,
}: Pick<Move, 'to' | 'needsReason' | 'needsCode'>): boolean =>
  ['approved', 'complete', 'cancelled'].includes(to) && !needsReason && !needsCode

type Responsible = keyof typeof missingRules.RESPONSIBLE
type User = { _id: string; name: string; roles: readonly string[] }

/** Undefined if `who` is the name of a person. */
export const responsibleRole = (who: string): Responsible | undefined =>
  (Object.keys(missingRules.RESPONSIBLE) as Responsible[]).find(
    (key) => missingRules.RESPONSIBLE[key] === who,
  )

export function isResponsible(
  who: string,
  { me, permissions, owner }: { me: User; permissions: ReadonlySet<string>; owner: string },
): boolean {
  const isOwner = me._id === owner
  const isStudio = me.roles.some((role) => role === 'studio' || role === 'admin')
  const applies: Record<Responsible, boolean> = {
    owners: isOwner || isStudio,
    workers: permissions.has('workrequest.work'),
    approvers: isOwner || permissions.has('workrequest.approve'),
    translationApprovers: permissions.has('translation.approve'),
    studio: isStudio,
    vendor: permissions.has('workrequest.work'),
    assigner: permissions.has('workrequest.work'),
    admin: me.roles.includes('admin'),
    service: false,
    you: true,
  }
  const role = responsibleRole(who)
  return role ? applies[role] : who === me.name
}
