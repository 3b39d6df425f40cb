import { sql } from 'kysely'
import { serviceViewer, viewerOf } from '../../access/queries/visibility.ts'
import { getReferencedFile } from '../../access/queries/references.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { changedFields } from '../../kernel/http/protected-fields.ts'
import type { Accept } from '../../kernel/http/serve.ts'
import { conflict, forbidden } from '../../kernel/http/contract/problem.ts'
import type { WorkRequestChange } from '../contract.ts'
import { getWorkRequest, lockWorkRequest } from '../queries.ts'
import { ORDERED, lockedFields, isFinal, mayChangeOrder } from '../rules/fields.ts'
import { redactFor } from '../rules/present.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { toDate, rejectUnknownZones, parseStatus, resolveTerritory } from './create.ts'
import { setEstimate } from './estimate.ts'
import { attachFiles, changeMaterials } from './materials.ts'
import { move, advance } from './move.ts'
import { requireOpenPhase } from './phase.ts'

type ChangeWorkRequestInput = { id: string; body: WorkRequestChange; by: Caller; accept: Accept }

/** What may be sent in parts; the other parts stay. */
const PARTIAL_FIELDS = ['dng', 'uses', 'dcp', 'recipients'] as const

export async function changeWorkRequest(
  tx: Tx,
  {
    id,
    body: { status, reason, code, encodes: _moving, ...fields },
    by,
    accept,
  }: ChangeWorkRequestInput,
): Promise<StoredWorkRequest> {
  await lockWorkRequest(tx, id)
  const current = await getWorkRequest(tx, viewerOf(by), id)
  accept(current)
  const read = { ...current, ...redactFor(current, by) }
  const real = changedFields(
    { ...fields, ...mergePartialFields(fields, read) },
    read as unknown as Record<string, unknown>,
  )
  const { materials, files, ...changes } = real
  rejectForeignFields(Object.keys(changes), current, by)
  rejectLockedFields(Object.keys(real), current)
  if (Object.keys(changes).length) await saveFields(tx, current, changes, by)
  if (materials) await changeMaterials(tx, { current, materials, reason, by })
  if (files) await attachFiles(tx, { current, bundles: files, by })
  if (status !== undefined && parseStatus(status) !== current.status)
    return move(tx, { id, to: parseStatus(status), reason, code, by })
  await advance(tx, id, by._id)
  return getWorkRequest(tx, viewerOf(by), id)
}

function rejectForeignFields(names: string[], current: StoredWorkRequest, by: Caller) {
  const foreign = mayChangeOrder(current, by) ? [] : names
  if (foreign.length)
    throw forbidden(
      'field.protected',
      `Only its owner or the studio can change ${foreign.join(', ')}.`,
      foreign.map((name) => ({ pointer: `/${name}`, message: 'cannot be changed by you' })),
    )
}

function rejectLockedFields(names: string[], { status }: StoredWorkRequest) {
  const closed = lockedFields(names, status)
  if (closed.length)
    throw conflict(
      'workrequest.locked',
      `${closed.join(', ')} cannot change once the order is ${status}.${isFinal(status) ? '' : ' Take it back to incomplete first.'}`,
      { errors: closed.map((name) => ({ pointer: `/${name}`, message: 'is closed' })) },
    )
}

type Fields = Omit<
  WorkRequestChange,
  'status' | 'reason' | 'code' | 'materials' | 'files' | 'encodes'
>

const mergePartialFields = (fields: Fields, read: StoredWorkRequest): Fields =>
  Object.fromEntries(
    PARTIAL_FIELDS.filter((name) => fields[name]).map((name) => [
      name,
      { ...read[name], ...fields[name] },
    ]),
  )

async function saveFields(tx: Tx, current: StoredWorkRequest, changes: Fields, by: Caller) {
  rejectUnknownZones(changes)
  const { due, deliveryDeadline, audioFile } = changes
  await tx
    .updateTable('work_request')
    .where('id', '=', current._id)
    .set({
      ...(changes.language !== undefined && { language: changes.language }),
      ...(changes.territory !== undefined && {
        territory: await resolveTerritory(tx, changes.territory, by),
      }),
      ...(due !== undefined && { due_at: toDate(due), due_tz: due?.tz ?? null }),
      ...(deliveryDeadline !== undefined && {
        deadline_at: toDate(deliveryDeadline),
        deadline_tz: deliveryDeadline?.tz ?? null,
      }),
      ...(changes.dng && { dng: JSON.stringify(changes.dng) }),
      ...(changes.uses && { uses: JSON.stringify(changes.uses) }),
      ...(changes.dcp && { dcp: JSON.stringify(changes.dcp) }),
      ...(changes.recipients && { recipients: JSON.stringify(changes.recipients) }),
      ...(changes.shippingAddresses && { shipping: JSON.stringify(changes.shippingAddresses) }),
      ...(changes.tags && { tags: changes.tags }),
      ...(changes.aspectRatio !== undefined && { aspect_ratio: changes.aspectRatio }),
      ...(audioFile !== undefined && {
        audio_file_id:
          audioFile && (await getReferencedFile(tx, viewerOf(by), audioFile, '/audioFile')).id,
      }),
      ...(changes.auto !== undefined && { auto: changes.auto }),
      ...(changes.autosubs !== undefined && { autosubs: changes.autosubs }),
      ...(changes.dualLanguages !== undefined && { dual_languages: changes.dualLanguages }),
      ...(changes.autoMode !== undefined && { auto_mode: changes.autoMode }),
      instructions: changes.instructions ?? current.instructions,
    })
    .execute()
  if (!Object.keys(changes).some((name) => ORDERED.includes(name))) return
  await sql`update translation set language = ${changes.language ?? current.language} where work_request_id = ${current._id} and part is not null and status = 'incomplete'`.execute(
    tx,
  )
  const changed = await getWorkRequest(tx, serviceViewer, current._id)
  requireOpenPhase(changed, by)
  await setEstimate(tx, changed)
}
