import { serviceViewer } from '../../access/queries/viewers.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Estimate } from '../contract.ts'
import { measure } from '../queries/measurements.ts'
import { getWorkRequest } from '../queries/work-requests.ts'
import { priceOrder } from '../rules/estimate.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

export async function calculateEstimate(tx: Tx, request: StoredWorkRequest): Promise<Estimate> {
  const { pricing, measurements } = await measure(tx, request._id)
  return priceOrder(request, pricing, measurements)
}

/** Saves the estimate of the order as it is now. */
export async function setEstimate(tx: Tx, id: string): Promise<void> {
  const request = await getWorkRequest(tx, serviceViewer, id)
  const { base, applied, currency } = await calculateEstimate(tx, request)
  await sql`
    update work_request
    set estimate_base = ${base}, estimate_applied = ${applied}, estimate_currency = ${currency}
    where id = ${id}`.execute(tx)
}
