// People who were invited to single work requests.
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { sendSignal } from '../../kernel/events/signals.ts'
import { saveAssignee } from './assignee.ts'

type Accepted = { studio: string; request: string; role: 'translator' | 'reviewer' }

/**
 * Gives the person access to the request. Somebody who does not work for the studio gets a
 * membership that is limited to it. Returns whether the invitation was still open.
 */
export async function acceptRequestInvitation(
  tx: Tx,
  { invitation, person }: { invitation: string; person: string },
): Promise<Accepted | undefined> {
  const { rows } = await sql<Accepted>`
    update request_invitation set accepted_at = now(), person_id = ${person}
    where id = ${invitation} and accepted_at is null and revoked_at is null and expires_at > now()
    returning studio_id as studio, work_request_id as request, role`.execute(tx)
  const accepted = rows[0]
  if (!accepted) return undefined
  const { studio, request, role } = accepted
  await sql`
    insert into request_member (person_id, work_request_id, studio_id, role, invitation_id)
    values (${person}, ${request}, ${studio}, ${role}, ${invitation})
    on conflict (studio_id, person_id, work_request_id)
      do update set role = excluded.role, invitation_id = excluded.invitation_id`.execute(tx)
  await grantLimitedMembership(tx, { person, studio })
  if (role === 'translator') {
    await sql`
      update translation set translator_id = ${person}
      where work_request_id = ${request} and translator_id is null
        and status in ('incomplete', 'rejected')`.execute(tx)
    await saveAssignee(tx, request)
  }
  return accepted
}

/** Reviewers decide only if the studio wants it. A full membership stays as it is. */
async function grantLimitedMembership(
  tx: Tx,
  { person, studio }: { person: string; studio: string },
): Promise<void> {
  await sql`
    insert into membership (person_id, studio_id, roles, permissions, limited)
    select ${person}, s.id,
      array(
        select distinct case rm.role when 'reviewer' then 'guest' else 'translator' end
        from request_member rm where rm.person_id = ${person} and rm.studio_id = s.id),
      case when coalesce((s.settings ->> 'reviewersDecide')::boolean, false) and exists (
          select from request_member rm
          where rm.person_id = ${person} and rm.studio_id = s.id and rm.role = 'reviewer')
        then array['workrequest.approve'] else '{}' end,
      true
    from studio s where s.id = ${studio}
    on conflict (person_id, studio_id) do update
      set roles = excluded.roles, permissions = excluded.permissions
      where membership.limited`.execute(tx)
}

/** Ends invitations, and the access of the people who accepted them. */
export async function revokeRequestInvitations(
  tx: Tx,
  invitations: readonly string[],
): Promise<void> {
  await sql`
    update request_invitation set revoked_at = now()
    where id = any (${invitations}) and revoked_at is null`.execute(tx)
  const { rows } = await sql<{ person: string; studio: string; request: string }>`
    delete from request_member where invitation_id = any (${invitations})
    returning person_id as person, studio_id as studio, work_request_id as request`.execute(tx)
  for (const { person, studio, request } of rows) {
    await sql`
      update translation set translator_id = null
      where work_request_id = ${request} and translator_id = ${person}
        and status in ('incomplete', 'rejected')`.execute(tx)
    await saveAssignee(tx, request)
    await sql`
      delete from membership m
      where m.person_id = ${person} and m.studio_id = ${studio} and m.limited
        and not exists (
          select from request_member rm
          where rm.person_id = m.person_id and rm.studio_id = m.studio_id)`.execute(tx)
    const { rows: left } = await sql`
      select from request_member where person_id = ${person} and studio_id = ${studio}`.execute(tx)
    if (left.length) await grantLimitedMembership(tx, { person, studio })
    await sendSignal(tx, { type: 'workrequests', record: request, users: [person] })
  }
}

/** A vendor that loses a request takes the people it invited with it. */
export async function revokeInvitationsOfVendor(
  tx: Tx,
  { request, vendor }: { request: string; vendor: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from request_invitation
    where work_request_id = ${request} and vendor_id = ${vendor} and revoked_at is null`.execute(tx)
  await revokeRequestInvitations(
    tx,
    rows.map(({ id }) => id),
  )
}
