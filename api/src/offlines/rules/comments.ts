import type { Rejection } from '../../kernel/http/contract/problem.ts'
import { checkEdit as checkCommentEdit } from '../../comments/rules.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { presentSummary, type StoredSummary } from '../../users/rules/user.ts'
import type { OfflineComment } from '../contract.ts'
import { mayDecide, type Reviewer } from './decisions.ts'
import { mapPosition, timingOf, type Footage, type CommentPosition } from './position.ts'

type CommentFields = Omit<
  OfflineComment,
  | 'from'
  | 'mentions'
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
 * `position` refers to `positionFootage`: the film of the version that was commented on, or of the
 * last one to whose cut the comment was moved. `originalFile` is the file that was commented on.
 * `shownFootage` is the film of the version being viewed. `thread` is the first comment of the
 * thread. `hasReplies`: the reader can see a reply.
 */
export type StoredOfflineComment = CommentFields & {
  from: StoredSummary
  mentions: StoredSummary[]
  resolved: { by: StoredSummary; date: number } | null
  position: CommentPosition
  shownFootage: Footage
  positionFootage: Footage
  originalFile: string
  thread: string
  hasReplies: boolean
  owner: string
  workRequest: string
  studio: string
}
/** What the commands and the export need to know about an offline. */
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
  comment: StoredOfflineComment,
  view: Pick<ReplyContext, 'host'>,
): OfflineComment {
  const url = `//${view.host}/api/offlines/${comment.offline}`
  const {
    position: _position,
    shownFootage: _shown,
    positionFootage: _positionFootage,
    originalFile: _file,
    thread: _thread,
    hasReplies: _hasReplies,
    owner: _owner,
    workRequest: _request,
    studio: _studio,
    ...rest
  } = comment
  return {
    ...rest,
    ...shownPosition(comment),
    from: presentSummary(comment.from, view),
    mentions: comment.mentions.map((person) => presentSummary(person, view)),
    resolved: comment.resolved && {
      ...comment.resolved,
      by: presentSummary(comment.resolved.by, view),
    },
    $links: { self: `${url}/comments/${comment._id}`, offline: url },
  }
}

/** The frame or range and its times in the version being viewed. */
export function shownPosition({
  position,
  shownFootage,
  positionFootage,
}: Pick<StoredOfflineComment, 'position' | 'shownFootage' | 'positionFootage'>) {
  const mapped = mapPosition(position, positionFootage, shownFootage)
  return { ...mapped, ...timingOf(mapped, shownFootage) }
}

/** People who work on the request and people who may approve it can resolve comments. */
export const mayResolve = (offline: { owner: string }, by: Reviewer) =>
  mayDecide(offline, by) || by.permissions.has('workrequest.work')

/** Why a comment cannot be edited, if so. `moves`: the edit changes its position. */
export function checkEdit(
  comment: Pick<
    StoredOfflineComment,
    'from' | 'removed' | 'hasReplies' | 'resolved' | 'carriedFrom'
  >,
  by: Pick<Reviewer, '_id'>,
  { moves }: { moves: boolean },
): Rejection | undefined {
  const rejection = checkCommentEdit(comment, by)
  if (rejection || !moves || !comment.carriedFrom) return rejection
  return {
    status: 409,
    code: 'comment.from-earlier-version',
    detail: 'This comment was made for an earlier version. Move it there.',
  }
}

export const checkResolve = (
  comment: Pick<StoredOfflineComment, 'owner'>,
  by: Reviewer,
): Rejection | undefined =>
  mayResolve(comment, by)
    ? undefined
    : {
        status: 403,
        code: 'comment.forbidden',
        detail:
          'Only people who work on this request or approve it can resolve or reopen a comment.',
      }
