import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { listAttachedFiles } from '../queries/delivery-context.ts'
import { deliverableState } from '../rules/deliverable-state.ts'

/**
 * Checks the files attached to a locked work request again, with the measurements of this moment.
 * Nobody can attach another file before the transaction ends, and measurements never change, so a
 * decision on the result cannot be outdated. Returns whether a state has changed.
 */
export async function checkDeliverables(tx: Tx, workRequest: string): Promise<boolean> {
  let hasChanged = false
  for (const attached of await listAttachedFiles(tx, workRequest)) {
    const { state, companion } = deliverableState(attached)
    const { file, bundle, ...previous } = attached.row
    if (state === previous.state && companion === previous.companion) continue
    hasChanged = true
    await sql`
      update work_request_file set state = ${state}, companion = ${companion}
      where work_request_id = ${workRequest} and name = ${bundle}
        and file_id = ${file}`.execute(tx)
  }
  return hasChanged
}
