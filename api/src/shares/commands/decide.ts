import { serviceViewer } from '../../access/queries/viewers.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { conflict, forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { decideOffline } from '../../offlines/commands/offlines.ts'
import { createComment } from '../../offlines/commands/comments.ts'
import type { StoredOfflineComment } from '../../offlines/rules/comments.ts'
import type { NewSharedComment, ShareDecision } from '../contract.ts'
import { emit } from '../../kernel/events/emit.ts'
import { getSharedPage } from '../queries/shared.ts'
import { eventFieldsOf } from '../queries/shares.ts'
import type { StoredSharedPage } from '../rules/shared.ts'

/**
 * The decision about an offline is the decision of the studio, given to the guest by the share. A
 * decision about a delivery is only recorded: a complete work request stays complete.
 */
export async function decideShared(
  tx: Tx,
  { guest, decision, comment }: { guest: Caller; decision: ShareDecision; comment: string },
): Promise<StoredSharedPage> {
  await lockRow(tx, 'share_recipient', guest.share!.recipient)
  const page = await getSharedPage(tx, guest)
  if (!page.mayDecide) throw forbidden('share.not-allowed', 'This link does not allow a decision.')
  if (page.files.length === 0)
    throw conflict('share.unavailable', 'Nothing is shown right now, so there is no decision.')
  if (decision === 'rejected' && !comment.trim())
    throw invalid('share.comment-required', 'Add a comment that explains why you reject it.', [
      { pointer: '/comment', message: 'is missing' },
    ])
  if (page.decision)
    throw conflict('share.already-decided', `You have already ${page.decision.decision} this.`)
  if (page.kind === 'offline')
    await decideOffline(tx, {
      id: page.subject!,
      body: {
        decision: decision === 'accepted' ? 'approved' : 'rejected',
        reason: comment,
        ...(decision === 'rejected' && { code: 'other' }),
      },
      by: asApprover(guest),
      checkPreconditions: () => {},
    })
  await sql`update share_recipient
    set decision = ${decision}, comment = ${comment}, decided_at = now()
    where id = ${guest.share!.recipient}`.execute(tx)
  const share = page._id
  await emit(tx, {
    type: 'shd',
    from: guest._id,
    ...(await eventFieldsOf(tx, share)),
    details: { share, decision, comment },
  })
  return getSharedPage(tx, guest)
}

/** Only for this one decision, which the share allows. */
const asApprover = (guest: Caller): Caller => ({
  ...guest,
  memberships: guest.memberships.map((membership) => ({
    ...membership,
    roles: ['studio'],
    permissions: new Set(['workrequest.approve']),
  })),
})

export async function commentShared(
  tx: Tx,
  { guest, body }: { guest: Caller; body: NewSharedComment },
): Promise<StoredOfflineComment> {
  const page = await getSharedPage(tx, guest)
  if (!page.mayComment || page.kind !== 'offline')
    throw forbidden('share.not-allowed', 'This link does not allow comments.')
  if (page.files.length === 0)
    throw conflict('share.unavailable', 'Nothing is shown right now, so there is no film.')
  return createComment(tx, {
    offline: page.subject!,
    body,
    by: guest,
    viewer: serviceViewer,
    isPermitted: true,
  })
}
