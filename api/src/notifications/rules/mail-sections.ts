import { isOpen, planMove } from '../../translations/rules/translation.ts'
import type { Status } from '../../workrequests/contract.ts'
import { planMove, type Mover } from '../../workrequests/rules/moves.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'

/** What a letter asks of its reader, most pressing first. */
export const MAIL_SECTIONS = {
  approve: 'To approve',
  translate: 'To translate',
  work: 'To work on',
  know: 'For your information',
} as const
export type MailSection = keyof typeof MAIL_SECTIONS
export type MailReader = Exclude<Mover, 'service'>

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

/** Asked of the same rules that refuse a move, about the request as it stands now. */
export function sectionFor(
  request: StoredWorkRequest | undefined,
  reader: MailReader,
): MailSection {
  if (!request || !ONWARD[request.status]) return 'know'
  const translations = [request.translation, request.graphicsTranslation]
  if (request.status === 'for-review' && isTheirTurn(request, reader)) return 'approve'
  if (
    translations.some(
      (translation) => planMove({ ...translation, lineCount: 0 }, 'approved', reader, undefined).ok,
    )
  )
    return 'approve'
  if (
    translations.some(
      (translation) => translation.translator?._id === reader._id && isOpen(translation),
    )
  )
    return 'translate'
  return isTheirTurn(request, reader) ? 'work' : 'know'
}

/**
 * Theirs to move on, now or once what is missing is there: who may not at all is told of nothing
 * that is missing.
 */
function isTheirTurn(request: StoredWorkRequest, reader: MailReader): boolean {
  const move = planMove(request, ONWARD[request.status]!, reader, {
    reason: 'given',
    code: 'other',
  })
  return move.ok || move.missing.length > 0
}
