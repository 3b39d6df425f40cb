import type { Rejection } from '../../kernel/http/contract/problem.ts'
import type { View } from '../../kernel/http/contract/view.ts'
import { presentSummary, type StoredSummary } from '../../users/rules.ts'
import type { OfflineComment } from '../contract.ts'
import { mayDecide, type Reviewer } from './decisions.ts'
import { mapPosition, timingOf, type Footage, type CommentPosition } from './position.ts'

type Said = Omit<
  OfflineComment,
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
export type StoredOfflineComment = Said & {
  from: StoredSummary
  resolved: { by: StoredSummary; date: number } | null
  position: CommentPosition
  here: Footage
  there: Footage
  film: string
  thread: string
  answered: boolean
  owner: string
  workRequest: string
}
/** The offline that is spoken of, with what deciding about its comments needs to know. */
export type CommentedOffline = {
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

export function presentComment(
  stored: StoredOfflineComment,
  view: Pick<View, 'host'>,
): OfflineComment {
  const at = `//${view.host}/api/offlines/${stored.offline}`
  const {
    position: _position,
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
    ...shownPosition(stored),
    from: presentSummary(stored.from, view),
    resolved: stored.resolved && {
      ...stored.resolved,
      by: presentSummary(stored.resolved.by, view),
    },
    $links: { self: `${at}/comments/${stored._id}`, offline: at },
  }
}

/** Frame or range and times in the version that is looked at. */
export function shownPosition({
  position,
  here,
  there,
}: Pick<StoredOfflineComment, 'position' | 'here' | 'there'>) {
  const shown = mapPosition(position, there, here)
  return { ...shown, ...timingOf(shown, here) }
}

/** Who orders, approves, works on it or translates it. To see it is asked elsewhere. */
export const mayComment = (offline: { owner: string }, by: Reviewer) =>
  mayResolve(offline, by) || by.permissions.has('translation.write')

/** Who does the work says that it is done, and who approves it agrees or not. */
export const mayResolve = (offline: { owner: string }, by: Reviewer) =>
  mayDecide(offline, by) || by.permissions.has('workrequest.work')

/**
 * Why its words or its place cannot be changed, if they cannot: an answer must remain one to what
 * was said.
 */
export function checkEdit(
  comment: Pick<StoredOfflineComment, 'from' | 'removed' | 'answered' | 'resolved' | 'carriedFrom'>,
  by: Reviewer,
  { moves }: { moves: boolean },
): Rejection | undefined {
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

export const checkRemoval = (
  comment: Pick<StoredOfflineComment, 'from'>,
  by: Reviewer,
): Rejection | undefined => (comment.from._id === by._id ? undefined : NOT_YOURS)

export const checkResolve = (
  comment: Pick<StoredOfflineComment, 'owner'>,
  by: Reviewer,
): Rejection | undefined =>
  mayResolve(comment, by)
    ? undefined
    : {
        status: 403,
        code: 'comment.not-yours',
        why: 'Only who works on the request or may approve it resolves a comment or opens it again.',
      }

const NOT_YOURS: Rejection = {
  status: 403,
  code: 'comment.not-yours',
  why: 'Only who wrote a comment can change or remove it.',
}
