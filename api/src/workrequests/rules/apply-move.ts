import type { StoredSummary } from '../../users/rules/user.ts'
import type { Status } from '../contract.ts'
import type { AutomaticCause } from '../contract/automatic.ts'
import { automaticCause } from './automatic.ts'
import { materialsFor } from './materials.ts'
import { nextAutomaticStatus } from './moves.ts'
import type { StoredWorkRequest } from './stored.ts'

/** A move with a `cause` was made by the service. */
export type Move = {
  to: Status
  reason: string
  code?: string | undefined
  cause?: AutomaticCause | undefined
}
type MoveOrigin = { date: number; user: StoredSummary }

/** The keys have the order in which PostgreSQL keeps them in `jsonb`. */
export const historyEntry = (
  { to, reason, code, cause }: Move,
  { date, user }: MoveOrigin,
): StoredWorkRequest['history'][number] => ({
  code: code ?? null,
  date,
  user: { _id: user._id, name: user.name, groups: user.groups, emailNormal: user.emailNormal },
  ...(cause && { cause }),
  reason,
  status: to,
  automatic: cause !== undefined,
})

/** The record after a move, as it is read after the move was saved. */
export function applyMove(
  request: StoredWorkRequest,
  move: Move,
  origin: MoveOrigin,
): StoredWorkRequest {
  const { to, reason } = move
  const moved: StoredWorkRequest = {
    ...request,
    status: to,
    reason,
    history: [...request.history, historyEntry(move, origin)],
  }
  if (to === 'rejected')
    return { ...moved, conditions: { ...moved.conditions, hasFreshOffline: false } }
  return to === 'submitted' ? submitted(moved) : moved
}

/** Submission fixes the order: its materials and the language of its translations follow from it. */
function submitted(request: StoredWorkRequest): StoredWorkRequest {
  const existing = new Map(request.materials.map((material) => [material.name, material]))
  const withLanguage = <T extends StoredWorkRequest['translation']>(translation: T): T =>
    translation.status === 'incomplete'
      ? { ...translation, language: request.language }
      : translation
  return {
    ...request,
    materials: materialsFor(request)
      .toSorted()
      .map((name) => existing.get(name) ?? { name, complete: false, approved: false, files: [] }),
    translation: withLanguage(request.translation),
    graphicsTranslation: withLanguage(request.graphicsTranslation),
  }
}

/** Not saved yet. Rules do not read these values. */
const PLANNED: MoveOrigin = { date: 0, user: { _id: '', name: '', emailNormal: '', groups: [] } }

/**
 * The first moves and the automatic moves that follow from them. `begun` is the record after the
 * first, `after` the record after all of them.
 */
export function planFollowingMoves(
  request: StoredWorkRequest,
  first: readonly Move[],
): { moves: Move[]; begun: StoredWorkRequest; after: StoredWorkRequest } {
  const apply = (record: StoredWorkRequest, move: Move) => applyMove(record, move, PLANNED)
  const begun = first.reduce(apply, request)
  const moves = [...first]
  let after = begun
  for (let to = nextAutomaticStatus(after); to; to = nextAutomaticStatus(after)) {
    const move: Move = { to, reason: '', cause: automaticCause(after.status, to) }
    moves.push(move)
    after = apply(after, move)
  }
  return { moves, begun, after }
}
