// How the moves of a request are offered: which is the way on, what each is called, and which can
// be taken back.
import { missingRules, type workrequests } from '@reelay/api/contract'

type Status = workrequests.Status
type Move = workrequests.PossibleMove

/** The life of a request when all goes well. */
export const HAPPY_PATH = [
  'incomplete',
  'submitted',
  'awaiting-materials',
  'in-progress',
  'for-review',
  'approved',
  'complete',
] as const satisfies Status[]

/** Where a request goes next when all goes well. */
const ONWARD: Partial<Record<Status, Status>> = {
  incomplete: 'submitted',
  submitted: 'in-progress',
  'awaiting-materials': 'in-progress',
  'in-progress': 'for-review',
  'for-review': 'approved',
  rejected: 'in-progress',
  approved: 'complete',
}

export const nextMove = (status: Status, moves: readonly Move[]): Move | undefined =>
  moves.find(({ to }) => to === ONWARD[status])

/** What this person may do, the way on first, ends last. */
export function availableMoves(status: Status, moves: readonly Move[]): Move[] {
  const rank = ({ to }: Move) =>
    to === ONWARD[status] ? 0 : to === 'cancelled' ? 3 : to === 'incomplete' ? 2 : 1
  return moves.filter(({ may }) => may).toSorted((one, other) => rank(one) - rank(other))
}

/**
 * Words for a move: work is begun, begun without what is missing, taken up again after a rejection,
 * or after the end.
 */
export function moveLabel(
  from: Status,
  { to, missing }: Pick<Move, 'to' | 'missing'>,
): Status | 'again' | 'reopen' | 'anyway' | 'completeAnyway' {
  if (to === 'complete' && missing.length) return 'completeAnyway'
  if (to !== 'in-progress') return to
  if (from === 'complete' || from === 'cancelled') return 'reopen'
  if (from === 'rejected') return 'again'
  return missing.length ? 'anyway' : to
}

/**
 * Nobody but an admin undoes these, so they are done when the time to take them back is over. What
 * is done with a reason was thought over.
 */
export const isIrreversible = ({
  to,
  needsReason,
  needsCode,
}: Pick<Move, 'to' | 'needsReason' | 'needsCode'>): boolean =>
  ['approved', 'complete', 'cancelled'].includes(to) && !needsReason && !needsCode

type Who = keyof typeof missingRules.RESPONSIBLE
type Person = { _id: string; name: string; roles: readonly string[] }

/** Who is meant, where it is not a person's name. */
export const responsibleRole = (who: string): Who | undefined =>
  (Object.keys(missingRules.RESPONSIBLE) as Who[]).find(
    (key) => missingRules.RESPONSIBLE[key] === who,
  )

/** Whether it is for this person to do. */
export function isResponsible(
  who: string,
  { me, permissions, owner }: { me: Person; permissions: ReadonlySet<string>; owner: string },
): boolean {
  const [owns, studio] = [
    me._id === owner,
    me.roles.some((role) => role === 'studio' || role === 'admin'),
  ]
  const THEIRS: Record<Who, boolean> = {
    owners: owns || studio,
    workers: permissions.has('workrequest.work'),
    approvers: owns || permissions.has('workrequest.approve'),
    readers: permissions.has('translation.approve'),
    studio,
    vendor: permissions.has('workrequest.work'),
    giver: permissions.has('workrequest.work'),
    admin: me.roles.includes('admin'),
    service: false,
    you: true,
  }
  const known = responsibleRole(who)
  return known ? THEIRS[known] : who === me.name
}
