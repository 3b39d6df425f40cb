import type { Refusal } from '../../kernel/problem.ts'
import type { View } from '../../kernel/view.ts'
import { presentSummary, type StoredSummary } from '../../users/rules.ts'
import type { Comment } from '../contract.ts'
import { mayDecide, type By } from './decide.ts'
import { carryPlace, timesOf, type Footage, type Place } from './place.ts'

type Said = Omit<
  Comment,
  | 'from'
  | 'resolved'
  | 'frame'
  | 'range'
  | 'timecode'
  | 'startTime'
  | 'stopTime'
  | 'beyond'
  | '$links'
>
/**
 * `place` is that in the version it was made for, `there`, whose file is `film`; it is shown in
 * that of `here`.
 * `thread` is the first comment of its thread, `answered` whether the reader sees an answer to it.
 */
export type StoredComment = Said & {
  from: StoredSummary
  resolved: { by: StoredSummary; date: number } | null
  place: Place
  here: Footage
  there: Footage
  film: string
  thread: string
  answered: boolean
  owner: string
  workRequest: string
}
/** The offline that is spoken of, with what deciding about its comments needs to know. */
export type Reviewed = {
  _id: string
  version: number
  workRequest: string
  studio: string
  asset: string
  file: string
  owner: string
  slug: string
  territory: string
  footage: Footage
}

export function presentComment(stored: StoredComment, view: Pick<View, 'host'>): Comment {
  const at = `//${view.host}/api/offlines/${stored.offline}`
  const {
    place: _place,
    here: _here,
    there: _there,
    film: _film,
    thread: _thread,
    answered: _answered,
    owner: _owner,
    workRequest: _request,
    ...comment
  } = stored
  return {
    ...comment,
    ...placeShown(stored),
    from: presentSummary(stored.from, view),
    resolved: stored.resolved && {
      ...stored.resolved,
      by: presentSummary(stored.resolved.by, view),
    },
    $links: { self: `${at}/comments/${stored._id}`, offline: at },
  }
}

/** Frame or range and times in the version that is looked at. */
export function placeShown({
  place,
  here,
  there,
}: Pick<StoredComment, 'place' | 'here' | 'there'>) {
  const shown = carryPlace(place, there, here)
  return { ...shown, ...timesOf(shown, here) }
}

/** Who orders, approves, works on it or translates it. To see it is asked elsewhere. */
export const mayComment = (offline: { owner: string }, by: By) =>
  mayResolve(offline, by) || by.rights.has('translation.write')

/** Who does the work says that it is done, and who approves it agrees or not. */
export const mayResolve = (offline: { owner: string }, by: By) =>
  mayDecide(offline, by) || by.rights.has('workrequest.work')

/**
 * Why its words or its place cannot be changed, if they cannot: an answer must remain one to what
 * was said.
 */
export function refusalOfEdit(
  comment: Pick<StoredComment, 'from' | 'removed' | 'answered' | 'resolved' | 'carriedFrom'>,
  by: By,
  { moves }: { moves: boolean },
): Refusal | undefined {
  if (comment.from._id !== by._id) return NOT_YOURS
  if (comment.removed)
    return { status: 409, code: 'comment.removed', why: 'The comment was removed.' }
  if (comment.answered || comment.resolved)
    return {
      status: 409,
      code: 'comment.answered',
      why: 'The comment was answered or resolved, so its words stand. Add an answer instead.',
    }
  if (moves && comment.carriedFrom)
    return {
      status: 409,
      code: 'comment.carried',
      why: 'The comment was made for an earlier version. Move it there.',
    }
  return undefined
}

export const refusalOfRemoval = (
  comment: Pick<StoredComment, 'from'>,
  by: By,
): Refusal | undefined => (comment.from._id === by._id ? undefined : NOT_YOURS)

export const refusalOfResolving = (
  comment: Pick<StoredComment, 'owner'>,
  by: By,
): Refusal | undefined =>
  mayResolve(comment, by)
    ? undefined
    : {
        status: 403,
        code: 'comment.not-yours',
        why: 'Only who works on the request or may approve it resolves a comment or opens it again.',
      }

const NOT_YOURS: Refusal = {
  status: 403,
  code: 'comment.not-yours',
  why: 'Only who wrote a comment can change or remove it.',
}
