import { currentVendor } from '../access/queries/current-vendor.ts'
import {
  acceptRequestInvitation,
  revokeRequestInvitations,
} from '../access/commands/request-members.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import { digestSecret } from '../kernel/http/auth/secret.ts'
import { callerIn, type Caller } from '../kernel/http/contract/caller.ts'
import { forbidden, throwIfRejected, tooMany } from '../kernel/http/contract/problem.ts'
import { normalEmail } from '../kernel/http/contract/schema.ts'
import type { PreconditionCheck } from '../kernel/http/serve.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import { getWorkRequest, lockWorkRequest } from '../workrequests/queries/work-requests.ts'
import type { NewRequestInvitation } from './contract.ts'
import { findByCode, getInvitation, secondsUntilBudget } from './queries.ts'
import { checkInvite, mayInvite, type StoredRequestInvitation } from './rules.ts'

/**
 * The response does not say whether the address has an account. A job of the system finds out and
 * writes the mail. A new invitation to the same address replaces the open one.
 */
export async function inviteToRequest(
  tx: Tx,
  {
    request: id,
    body,
    by,
    budget,
  }: { request: string; body: NewRequestInvitation; by: Caller; budget: number },
): Promise<StoredRequestInvitation> {
  await lockWorkRequest(tx, id)
  const request = await getWorkRequest(tx, viewerOf(by), id)
  throwIfRejected(checkInvite(request, callerIn(by, request.studio)))
  const wait = await secondsUntilBudget(tx, request.studio, budget)
  if (wait !== undefined)
    throw tooMany(
      `At most ${budget} invitations are sent for a studio in a day. Try again later.`,
      wait,
    )
  const email = normalEmail(body.email)
  await sql`
    update request_invitation set revoked_at = now()
    where work_request_id = ${id} and email = ${email} and accepted_at is null
      and revoked_at is null`.execute(tx)
  const { rows } = await sql<{ id: string }>`insert into request_invitation ${sql.values({
    studio_id: request.studio,
    work_request_id: id,
    email,
    role: body.as,
    by_id: by._id,
    vendor_id: currentVendor(request.studio, id),
  })} returning id`.execute(tx)
  const { id: invitation } = rows[0]!
  await enqueue(tx, 'send-request-invitation', { invitation })
  return getInvitation(tx, viewerOf(by), { request: id, id: invitation })
}

export async function revokeInvitation(
  tx: Tx,
  {
    request: requestId,
    id,
    by,
    checkPreconditions,
  }: { request: string; id: string; by: Caller; checkPreconditions: PreconditionCheck },
) {
  await lockWorkRequest(tx, requestId)
  const request = await getWorkRequest(tx, viewerOf(by), requestId)
  requireInviter(mayInvite(request, callerIn(by, request.studio)))
  checkPreconditions(await getInvitation(tx, viewerOf(by), { request: requestId, id }))
  await revokeRequestInvitations(tx, [id])
  return { _id: id, removed: true as const }
}

export function requireInviter(may: boolean): void {
  if (!may)
    throw forbidden(
      'permission.required',
      'Only the owner, the vendor and the studio see the invitations to a work request.',
    )
}

/** With an account that exists. Runs as the system, because the caller does not see the studio. */
export async function acceptInvitation(tx: Tx, { code, by }: { code: string; by: Caller }) {
  const { id, person, workRequest, as } = await findByCode(tx, code)
  if (person !== by._id)
    throw forbidden(
      'invitation.forbidden',
      'This invitation is for another address. Sign in with the account that it was sent to.',
    )
  await sql`
    update invitation set used_at = now() where digest = ${digestSecret(code)}`.execute(tx)
  await acceptRequestInvitation(tx, { invitation: id, person })
  return { workRequest, as }
}
