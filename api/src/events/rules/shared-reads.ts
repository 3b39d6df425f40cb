// Listeners of the event stream with equal rights share one read (routes/shared-reads.ts).
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'

/** People in one of these roles see the same of an event, unless it names one of them. */
const SHARED_ROLES = ['studio', 'territory', 'vendor', 'service']

/**
 * Callers with the same key see the same of every event that does not name them. Undefined for a
 * caller who cannot share a read.
 */
export function sharedReadKey(
  caller: Caller,
  { host, appUrl, keyId }: Pick<ReplyContext, 'host' | 'appUrl' | 'keyId'>,
): string | undefined {
  const { isAdmin, memberships, studios, groups, scope, share } = caller
  const canShare = memberships.every(
    ({ roles, limited, requests }) =>
      !limited && !requests?.length && roles.every((role) => SHARED_ROLES.includes(role)),
  )
  if (!canShare || scope || share) return undefined
  const rights = memberships
    .map(({ studio, roles, permissions, territory }) =>
      [studio, roles.toSorted(), [...permissions].toSorted(), territory].join(' '),
    )
    .toSorted()
  const access = [isAdmin, rights, studios.toSorted(), groups.toSorted()]
  return JSON.stringify([host, appUrl, keyId, ...access])
}

const NOBODY = { _id: '', name: '', email: '' }
/** A caller with the same roles and groups whom no event names: what they see, all who share see. */
export const withoutIdentity = (caller: Caller): Caller => ({ ...caller, ...NOBODY })
