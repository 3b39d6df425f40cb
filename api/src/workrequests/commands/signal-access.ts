import type { Tx } from '../../kernel/db/connect.ts'
import { sendSignal } from '../../kernel/events/signals.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

/**
 * Vendors who saw the request before a change, and everybody who sees it now, fetch it again: it may
 * be gone for them. Others do not learn that it exists.
 */
export async function signalAccess(tx: Tx, before: StoredWorkRequest): Promise<void> {
  const { _id, studio, status, vendor, assignment } = before
  const sawIt = status !== 'incomplete' && assignment?.decision !== 'declined'
  await sendSignal(tx, {
    type: 'workrequests',
    record: _id,
    items: [`w${_id}`],
    ...(sawIt && { vendors: { studio, groups: vendor ? [vendor] : null } }),
  })
}
