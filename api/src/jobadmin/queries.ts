import type { Db, Tx } from '../kernel/db/connect.ts'
import { asc, desc } from '../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { Job, JobFilter, JobKindSummary } from './contract.ts'

const STATE = sql`
  case
    when j.dead_at is not null then 'failed'
    when j.leased_until > now() then 'running'
    else 'waiting'
  end`
const columns = sql`
  j.id::text as "_id",
  j.kind,
  ${STATE} as state,
  j.attempts,
  j.priority,
  case when j.dead_at is null then seconds(j.run_at) end as next,
  j.error,
  j.payload as about,
  seconds(j.created_at) as created`

export const listJobs = (db: Db, range: Range, { state, kind }: JobFilter): Promise<Page<Job>> =>
  listPage(db, range, {
    columns,
    from: sql`job j`,
    where: allOf(
      state ? sql`${STATE} = ${state}` : sql`true`,
      kind ? sql`j.kind = ${kind}` : sql`true`,
    ),
    order: [...desc(sql`coalesce(j.dead_at, '-infinity')`), ...asc(sql`j.run_at`, sql`j.id`)],
    key: sql`j.id::text`,
  })

export async function summarizeJobs(db: Db): Promise<JobKindSummary[]> {
  const { rows } = await sql<JobKindSummary>`
    select
      kind,
      count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'failed') as failed,
      min(created) filter (where state <> 'failed') as oldest
    from (select j.kind, ${STATE} as state, seconds(j.created_at) as created from job j) job
    group by kind
    order by kind`.execute(db)
  return rows
}

export async function getJob(db: Db | Tx, id: string): Promise<Job> {
  const job = /^\d{1,18}$/.test(id)
    ? await findOne<Job>(db, { columns, from: sql`job j`, where: sql`j.id = ${id}` })
    : undefined
  if (!job) throw notFound('job')
  return job
}

/** Starts over with all attempts. Returns false if the job has not failed. */
export async function reviveJob(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    update job set dead_at = null, attempts = 0, leased_until = null, run_at = now()
    where id = ${id} and dead_at is not null`.execute(tx)
  return rowCount === 1
}
