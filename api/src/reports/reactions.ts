import type { Tx } from '../kernel/db/connect.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import { storeReportDays } from './commands/store-days.ts'

/** Prepares days for reports until none is left. Each batch is a job, so that it ends in time. */
export async function prepareReportDays(tx: Tx): Promise<void> {
  if (await storeReportDays(tx)) await enqueue(tx, 'prepare-report-days', {})
}
