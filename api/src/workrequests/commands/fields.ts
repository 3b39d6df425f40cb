// Checks of the fields that people write, shared by create and change.
import { getReferencedFile } from '../../access/queries/references.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Value } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { StudioCaller } from '../../kernel/http/contract/caller.ts'
import { forbidden, invalid, type FieldError } from '../../kernel/http/contract/problem.ts'
import { isTimeZone } from '../../kernel/http/contract/time-zone.ts'
import type { Status } from '../contract.ts'
import { fieldColumns, type FieldColumn, type OrderFields } from '../rules/order-fields.ts'

/** The columns of a new work request. A change stores some of them. */
export type FieldRow = Record<FieldColumn, Value>

export const parseStatus = (input: string | undefined): Status =>
  (input ?? 'incomplete').replaceAll('_', '-') as Status

/** Checks what the fields refer to and returns the columns to store. */
export async function checkedColumns<F extends OrderFields>(
  tx: Tx,
  fields: F,
  by: StudioCaller,
): Promise<Partial<FieldRow>> {
  rejectUnknownZones(fields)
  const { territory, audioFile } = fields
  const resolved = { ...fields }
  if (territory !== undefined) await requireTerritory(tx, territory, by)
  if (audioFile)
    resolved.audioFile = (await getReferencedFile(tx, viewerOf(by), audioFile, '/audioFile')).id
  return fieldColumns(resolved) as Partial<FieldRow>
}

export function rejectUnknownZones({ due, deliveryDeadline }: OrderFields) {
  const errors: FieldError[] = Object.entries({ due, deliveryDeadline })
    .filter(([, date]) => date && !isTimeZone(date.tz))
    .map(([name]) => ({
      pointer: `/${name}/tz`,
      message: 'is not a time zone such as Europe/Berlin',
    }))
  if (errors.length) throw invalid('time-zone.invalid', 'This time zone does not exist.', errors)
}

/** A territory orders for itself, the studio for any territory. */
export function requireOwnTerritory(code: string, by: StudioCaller) {
  const isStudio = by.roles.some((role) => role === 'studio' || role === 'admin')
  if (code && by.territory && code !== by.territory && !isStudio)
    throw forbidden('territory.forbidden', `You can only order for ${by.territory}.`, [
      { pointer: '/territory', message: `must be ${by.territory}` },
    ])
}

export const unknownTerritory = (code: string) =>
  invalid('territory.not-found', `The territory ${code} does not exist.`, [
    { pointer: '/territory', message: 'does not exist' },
  ])

/** The row is locked, because no foreign key protects the code. */
async function requireTerritory(tx: Tx, code: string, by: StudioCaller): Promise<void> {
  requireOwnTerritory(code, by)
  if (!code) return
  const { rows } = await sql`select from territory where code = ${code} for share`.execute(tx)
  if (!rows.length) throw unknownTerritory(code)
}
