// What a share may be, as pure rules. The web app uses them too.
import type { FieldError } from '../../kernel/http/contract/problem.ts'
import type { NewShare, ShareKind } from '../contract.ts'

export const DEFAULT_DAYS = 30
export const MAX_DAYS = 365
/** How long a recipient stays signed in: long enough to resume a large download. */
export const SESSION_HOURS = 12
/** For each studio and day, so that nobody sends spam through the mail server of the studio. */
export const MAX_MAILS_A_DAY = 1000

type Requested = Pick<
  NewShare,
  'kind' | 'subject' | 'files' | 'expires' | 'mayComment' | 'mayDecide'
>

/** `now` is in seconds. */
export function shareErrors(share: Requested, now: number): FieldError[] {
  const isSelection = share.kind === 'files'
  return [
    ...(isSelection && share.subject
      ? [{ pointer: '/subject', message: 'must be left out: list the files instead' }]
      : []),
    ...(!isSelection && !share.subject
      ? [{ pointer: '/subject', message: `must be the id of ${SUBJECTS[share.kind]}` }]
      : []),
    ...(!isSelection && share.files
      ? [{ pointer: '/files', message: 'is only for a share of kind files' }]
      : []),
    ...(share.mayComment && share.kind !== 'offline'
      ? [{ pointer: '/mayComment', message: 'is only possible for an offline' }]
      : []),
    ...(share.mayDecide && !DECIDABLE.includes(share.kind)
      ? [{ pointer: '/mayDecide', message: 'is only possible for an offline or a delivery' }]
      : []),
    ...(share.expires !== undefined && share.expires <= now
      ? [{ pointer: '/expires', message: 'must be in the future' }]
      : []),
    ...(share.expires !== undefined && share.expires > now + MAX_DAYS * 86_400
      ? [{ pointer: '/expires', message: `must be within ${MAX_DAYS} days` }]
      : []),
  ]
}

const SUBJECTS: Record<ShareKind, string> = {
  delivery: 'a complete work request',
  preview: 'a preview',
  offline: 'an offline',
  files: 'nothing',
}
const DECIDABLE: readonly ShareKind[] = ['delivery', 'offline']
