import { isOpen, planMove as planTranslationMove } from '../../translations/rules/translation.ts'
import { planMove, type Mover } from '../../workrequests/rules/moves.ts'
import { nextStatus } from '../../workrequests/rules/status.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'

/** What a mail asks of its reader, most urgent first. */
export const MAIL_SECTIONS = {
  approve: 'Waiting for your approval',
  translate: 'To translate',
  work: 'To work on',
  know: 'For your information',
} as const
export type MailSection = keyof typeof MAIL_SECTIONS
export type MailReader = Exclude<Mover, 'service'>

/** Decided by the rules that plan moves, for the current state of the request. */
export function sectionFor(
  request: StoredWorkRequest | undefined,
  reader: MailReader,
): MailSection {
  if (!request || !nextStatus(request.status)) return 'know'
  const translations = [request.translation, request.graphicsTranslation]
  const mayApproveTranslation = translations.some(
    (translation) =>
      planTranslationMove({ ...translation, hasLines: false }, 'approved', reader, undefined).ok,
  )
  const isTranslating = translations.some(
    (translation) => translation.translator?._id === reader._id && isOpen(translation),
  )
  const isTheirs = isTheirTurn(request, reader)
  if (mayApproveTranslation || (request.status === 'for-review' && isTheirs)) return 'approve'
  if (isTranslating) return 'translate'
  return isTheirs ? 'work' : 'know'
}

/**
 * Whether the reader may make the next move, now or once nothing is missing. The plan lists missing
 * items only to people who may make the move.
 */
function isTheirTurn(request: StoredWorkRequest, reader: MailReader): boolean {
  const plan = planMove(request, nextStatus(request.status)!, reader, {
    reason: 'given',
    code: 'other',
  })
  return plan.ok || plan.missing.length > 0
}
