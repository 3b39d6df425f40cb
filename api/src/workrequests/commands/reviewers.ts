import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { callerIn } from '../../kernel/http/contract/caller.ts'
import { conflict, forbidden, unknownReference } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import type { ReviewersChange } from '../contract/reviewers.ts'
import { listReviewers } from '../queries/reviewers.ts'
import { getWorkRequest, lockWorkRequest } from '../queries/work-requests.ts'
import { isFinal, mayChangeOrder } from '../rules/fields.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

type AssignReviewersInput = RecordChange & { body: ReviewersChange }
const ROLES = ['reviewer', 'approver'] as const

/** The owner or the studio says who reviews and who approves. Others may still do it. */
export async function assignReviewers(
  tx: Tx,
  { id, body, by, checkPreconditions }: AssignReviewersInput,
): Promise<StoredWorkRequest> {
  await lockWorkRequest(tx, id)
  const current = await getWorkRequest(tx, viewerOf(by), id)
  checkPreconditions(current)
  if (!mayChangeOrder(current, callerIn(by, current.studio)))
    throw forbidden('field.protected', 'Only the owner or the studio can assign reviewers.')
  if (isFinal(current.status))
    throw conflict(
      'assignment.request-closed',
      'A complete or cancelled work request has no reviewers.',
    )
  const candidates = (await listReviewers(tx, viewerOf(by), id)).map(({ _id }) => _id)
  for (const role of ROLES) {
    const ref = body[role]
    if (ref === undefined) continue
    const person = ref && idOf(ref)
    if (person === (current[role]?._id ?? null)) continue
    if (person && !candidates.includes(person)) throw unknownReference(`/${role}`, 'user')
    await sql`
      update work_request ${sql.set(role === 'reviewer' ? { reviewer_id: person } : { approver_id: person })}
      where id = ${id}`.execute(tx)
    await announce(tx, current, { role, person, by: by._id })
  }
  return getWorkRequest(tx, viewerOf(by), id)
}

/** The audience includes the new person, who is assigned already. */
async function announce(
  tx: Tx,
  { _id, studio, asset }: StoredWorkRequest,
  { role, person, by }: { role: string; person: string | null; by: string },
) {
  await emit(tx, {
    type: 'wra',
    from: by,
    studio,
    workRequest: _id,
    asset: asset._id,
    details: { role, person },
    notify: await audienceOfWorkRequest(tx, _id),
  })
}
