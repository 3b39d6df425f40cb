import { seesVendor, seesWorkRequest, type Viewer } from '../access/queries/visibility.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { desc } from '../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import { digestSecret } from '../kernel/http/auth/secret.ts'
import { invalid, notFound } from '../kernel/http/contract/problem.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import type { RequestInvitation } from './contract.ts'
import type { StoredRequestInvitation } from './rules.ts'

const columns = sql`
  ri.id as "_id", ri.work_request_id as "workRequest", ri.email, ri.role as "as",
  ri.by_id as "from", seconds(ri.created_at) as created, seconds(ri.expires_at) as expires,
  seconds(ri.accepted_at) as accepted`
const from = sql`request_invitation ri
  join work_request w on w.studio_id = ri.studio_id and w.id = ri.work_request_id`

/** A vendor does not see whom the vendor before has invited. */
const isListed = (viewer: Viewer, request: string): Sql =>
  allOf(
    sql`w.id = ${request} and ri.revoked_at is null`,
    seesWorkRequest(viewer),
    seesVendor(viewer, sql`ri.studio_id`, sql`ri.vendor_id`),
  )

/** The caller checks first that the request exists. */
export const listInvitations = (
  db: Db,
  viewer: Viewer,
  range: Range,
  request: string,
): Promise<Page<StoredRequestInvitation>> =>
  listPage(db, range, {
    columns,
    from,
    key: sql`ri.id`,
    where: isListed(viewer, request),
    order: desc(sql`ri.created_at`, sql`ri.id`),
  })

export async function getInvitation(
  db: Db,
  viewer: Viewer,
  { request, id }: { request: string; id: string },
): Promise<StoredRequestInvitation> {
  const invitation = await findOne<StoredRequestInvitation>(db, {
    columns,
    from,
    where: sql`ri.id = ${id} and ${isListed(viewer, request)}`,
  })
  if (!invitation) throw notFound('invitation')
  return invitation
}

export type CodeInvitation = {
  id: string
  workRequest: string
  person: string
  email: string
  as: RequestInvitation['as']
  from: string
  registered: boolean
}

/** Only for the system: callers do not see codes. */
export async function findByCode(db: Db | Tx, code: string): Promise<CodeInvitation> {
  const { rows } = await sql<CodeInvitation>`
    select ri.id, ri.work_request_id as "workRequest", p.id as person, p.email, ri.role as "as",
      inviter.name as "from", p.registered
    from invitation i
    join request_invitation ri on ri.id = i.request_invitation_id
    join person p on p.id = i.person_id
    join person inviter on inviter.id = ri.by_id
    where i.digest = ${digestSecret(code)} and i.used_at is null and i.expires_at > now()
      and ri.revoked_at is null and ri.accepted_at is null and p.disabled_at is null`.execute(db)
  if (!rows[0])
    throw invalid(
      'invitation.expired',
      'This invitation is invalid or has expired. Ask for a new one.',
    )
  return rows[0]
}

/** Seconds until the studio may invite again; undefined if it may now. */
export async function secondsUntilBudget(
  tx: Tx,
  studio: string,
  budget: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from min(created_at) + interval '1 day' - now())::float8 as wait
    from request_invitation
    where studio_id = ${studio} and created_at > now() - interval '1 day'
    having count(*) >= ${budget}`.execute(tx)
  return rows[0]?.wait
}
