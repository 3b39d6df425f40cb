import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { conflict, forbidden, throwIfRejected } from '../../kernel/http/contract/problem.ts'
import { changedFields } from '../../kernel/http/protected-fields.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import type { WorkRequestChange } from '../contract.ts'
import { getWorkRequest, lockWorkRequest } from '../queries/work-requests.ts'
import { checkAccepted } from '../rules/assignment.ts'
import {
  isOpen,
  isOrdered,
  lockedFields,
  mergePartialFields,
  type OrderFields,
} from '../rules/order-fields.ts'
import { isFinal, mayChangeOrder } from '../rules/fields.ts'
import { redactFor } from '../rules/present.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { setEstimate } from './estimate.ts'
import { checkedColumns, parseStatus } from './fields.ts'
import { attachFiles, changeMaterials } from './materials.ts'
import { measureAgain } from './measure.ts'
import { advance, move } from './move.ts'
import { requireOpenPhase } from './phase.ts'

type ChangeWorkRequestInput = RecordChange & { body: WorkRequestChange }

export async function changeWorkRequest(
  tx: Tx,
  { id, body, by, checkPreconditions }: ChangeWorkRequestInput,
): Promise<StoredWorkRequest> {
  const {
    status,
    reason,
    code,
    encodes: _encodes,
    graphicsAutomationJobs: _graphicsEncodes,
    ...fields
  } = body
  await lockWorkRequest(tx, id)
  const current = await getWorkRequest(tx, viewerOf(by), id)
  checkPreconditions(current)
  const visible = { ...current, ...redactFor(current, callerIn(by, current.studio)) }
  const changes = changedFields(
    { ...fields, ...mergePartialFields(fields, visible) },
    visible as unknown as Record<string, unknown>,
  )
  const { materials, files, ...orderChanges } = changes
  rejectForeignFields(Object.keys(orderChanges), current, by)
  rejectLockedFields(Object.keys(changes), current)
  if (materials || files) throwIfRejected(checkAccepted(current, callerIn(by, current.studio)))
  if (Object.keys(orderChanges).length) await saveFields(tx, current, orderChanges, by)
  if (materials) await changeMaterials(tx, { current, materials, reason, by })
  if (files) await attachFiles(tx, { current, bundles: files, by })
  if (Object.keys(changes).length) await announceChange(tx, current, Object.keys(changes), by._id)
  const to = status === undefined ? current.status : parseStatus(status)
  if (to !== current.status) {
    const changed = Object.keys(changes).length
      ? await getWorkRequest(tx, viewerOf(by), id)
      : current
    return move(tx, changed, { to, reason, code, by })
  }
  if (canAdvance(current, Object.keys(changes))) await advance(tx, id, by._id)
  return getWorkRequest(tx, viewerOf(by), id)
}

/** No automatic move starts from a draft or depends on an open field, such as the instructions. */
function canAdvance({ status, materials }: StoredWorkRequest, changed: readonly string[]): boolean {
  if (status === 'incomplete' && materials.length === 0) return false
  return changed.length === 0 || !changed.every(isOpen)
}

/** Updates open pages. A draft is only announced to those who see it. */
async function announceChange(
  tx: Tx,
  { _id, studio, asset }: StoredWorkRequest,
  changed: string[],
  by: string,
) {
  const fields = changed.join(', ')
  await emit(tx, {
    type: 'wch',
    from: by,
    studio,
    workRequest: _id,
    asset: asset._id,
    details: { fields },
    notify: await audienceOfWorkRequest(tx, _id),
  })
}

function rejectForeignFields(names: string[], current: StoredWorkRequest, by: Caller) {
  if (names.length === 0 || mayChangeOrder(current, callerIn(by, current.studio))) return
  throw forbidden(
    'field.protected',
    `Only the owner or the studio can change ${names.join(', ')}.`,
    names.map((name) => ({ pointer: `/${name}`, message: 'cannot be changed by you' })),
  )
}

function rejectLockedFields(names: string[], { status }: StoredWorkRequest) {
  const locked = lockedFields(names, status)
  if (locked.length === 0) return
  const remedy = isFinal(status) ? '' : ' Move it back to incomplete first.'
  throw conflict(
    'work-request.locked',
    `You cannot change ${locked.join(', ')} of a work request that is ${status}.${remedy}`,
    { errors: locked.map((name) => ({ pointer: `/${name}`, message: 'is locked' })) },
  )
}

async function saveFields(
  tx: Tx,
  current: StoredWorkRequest,
  changes: OrderFields,
  by: Caller,
): Promise<void> {
  const columns = await checkedColumns(tx, changes, callerIn(by, current.studio))
  await sql`update work_request ${sql.set(columns)} where id = ${current._id}`.execute(tx)
  if (changes.due !== undefined && changes.due?.tz !== current.due?.tz)
    await measureAgain(tx, current._id)
  if (!Object.keys(changes).some(isOrdered)) return
  if (changes.language !== undefined) await setLanguage(tx, current._id, changes.language)
  const { dng, uses } = { ...current, ...(changes as Pick<StoredWorkRequest, 'dng' | 'uses'>) }
  requireOpenPhase({ studio: current.studio, workflow: current.asset.workflow, dng, uses }, by)
  await setEstimate(tx, current._id)
}

/** Of the translations that nobody has submitted. */
const setLanguage = (tx: Tx, id: string, language: string) =>
  sql`
    update translation set language = ${language}
    where work_request_id = ${id} and part is not null and status = 'incomplete'
      and language <> ${language}`.execute(tx)
