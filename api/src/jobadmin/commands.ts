import type { Tx } from '../kernel/db/connect.ts'
import { conflict } from '../kernel/http/contract/problem.ts'
import type { Job } from './contract.ts'
import { getJob, reviveJob } from './queries.ts'

export async function retryJob(tx: Tx, id: string): Promise<Job> {
  const { state } = await getJob(tx, id)
  if (!(await reviveJob(tx, id)))
    throw conflict('job.not-failed', `Only a failed job can be retried. This one is ${state}.`)
  return getJob(tx, id)
}
