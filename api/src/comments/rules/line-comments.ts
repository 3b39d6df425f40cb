import type { StudioCaller } from '../../kernel/http/contract/caller.ts'
import type { Rejection } from '../../kernel/http/contract/problem.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { isOpen, type StoredTranslation } from '../../translations/rules/translation.ts'
import { presentSummary, type StoredSummary } from '../../users/rules/user.ts'
import type { LineComment, LineCommentStatus } from '../contract/line-comments.ts'

export type StoredLineComment = Omit<LineComment, 'from' | 'decided' | '$links'> & {
  from: StoredSummary
  decided: { by: StoredSummary; date: number } | null
}

export function presentLineComment(
  comment: StoredLineComment,
  view: Pick<ReplyContext, 'host'>,
): LineComment {
  const translationUrl = `//${view.host}/api/translations/${comment.translation}`
  return {
    ...comment,
    from: presentSummary(comment.from, view),
    decided: comment.decided && {
      ...comment.decided,
      by: presentSummary(comment.decided.by, view),
    },
    $links: { self: `${translationUrl}/comments/${comment._id}`, translation: translationUrl },
  }
}

type DecidedTranslation = Pick<StoredTranslation, 'status'>

/**
 * Until the translation is submitted, those who may edit its lines decide. While it waits for
 * approval, those who may approve it do.
 */
export const mayDecideSuggestion = (
  translation: DecidedTranslation,
  by: Pick<StudioCaller, 'permissions'>,
): boolean =>
  isOpen(translation)
    ? by.permissions.has('translation.write')
    : translation.status === 'submitted' && by.permissions.has('translation.approve')

/** Why a comment cannot get this status, if so. */
export function checkDecision(
  { suggestion, status }: Pick<LineComment, 'suggestion' | 'status'>,
  to: LineCommentStatus,
  translation: DecidedTranslation,
  by: Pick<StudioCaller, 'permissions'>,
): Rejection | undefined {
  const isDecision = to === 'accepted' || to === 'rejected'
  if (suggestion === null && isDecision)
    return {
      status: 409,
      code: 'comment.already-decided',
      detail: 'This comment suggests no text. Resolve it instead.',
    }
  if (suggestion === null) return undefined
  if (status !== 'open' || !isDecision)
    return {
      status: 409,
      code: 'comment.already-decided',
      detail: `A suggestion that is ${status} cannot become ${to}.`,
    }
  return mayDecideSuggestion(translation, by)
    ? undefined
    : {
        status: 403,
        code: 'translation.forbidden',
        detail:
          'The translator decides about suggestions, or an approver while the translation waits for approval.',
      }
}
