import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { JobLog, Worker } from './loop.ts'

/** A worker with the kinds of its jobs, or with another condition for whether it has work. */
export type DispatchedWorker = { worker: Pick<Worker, 'wake'> } & (
  | { kinds: readonly string[] }
  | { isDue: RawBuilder<unknown> }
)
export type Dispatcher = {
  add: (worker: DispatchedWorker) => void
  wake: () => void
  stop: () => Promise<void>
}

/** Changes that come at the same time cause one query. */
const COALESCE_MS = 25
const RETRY_MS = 1_000

/** Whether a job of one of these kinds is due. */
const jobIsDue = (kinds: readonly string[]): RawBuilder<unknown> => sql`exists (
  select from unnest(${kinds}::text[]) wanted (kind) cross join lateral (
    select from job
    where job.kind = wanted.kind and dead_at is null and run_at <= now()
      and (leased_until is null or leased_until < now())
    limit 1) due)`

/** Seconds until the next job of any kind is due, if one is planned. */
const secondsToNext = (kinds: readonly string[]): RawBuilder<unknown> => sql`(
  select extract(epoch from min(next.run_at) - now())::float8
  from unnest(${kinds}::text[]) wanted (kind) cross join lateral (
    select run_at from job
    where job.kind = wanted.kind and dead_at is null and run_at > now()
    order by run_at limit 1) next)`

type Found = { due: boolean[]; next: number | null }

/**
 * Looks for work with one query for all workers: when it is woken, when the next job is due, and
 * every `pollMs` for jobs of other processes. Workers that have something to do are woken.
 */
export function startDispatcher(db: Db, pollMs: number, log: JobLog): Dispatcher {
  const workers: DispatchedWorker[] = []
  let timer: NodeJS.Timeout | undefined
  let timerEnds = Infinity
  let checking: Promise<void> | undefined
  let isWoken = false
  let isStopped = false

  async function find(): Promise<Found> {
    const conditions = workers.map((one) => ('kinds' in one ? jobIsDue(one.kinds) : one.isDue))
    const kinds = workers.flatMap((one) => ('kinds' in one ? one.kinds : []))
    const { rows } = await sql<Found>`
      select array[${sql.join(conditions)}]::boolean[] as due,
        ${secondsToNext(kinds)} as next`.execute(db)
    return rows[0]!
  }

  async function check() {
    let next = RETRY_MS
    try {
      const found = await find()
      found.due.forEach((isDue, index) => isDue && workers[index]!.worker.wake())
      next = Math.min(pollMs, found.next === null ? pollMs : found.next * 1000 + 5)
    } catch (error) {
      log.error({ err: error }, 'jobs could not be read')
    }
    checking = undefined
    timerEnds = Infinity
    checkIn(isWoken ? COALESCE_MS : Math.max(next, COALESCE_MS))
    isWoken = false
  }

  function checkIn(milliseconds: number) {
    const ends = performance.now() + milliseconds
    if (isStopped || checking || ends >= timerEnds) return
    clearTimeout(timer)
    timerEnds = ends
    timer = setTimeout(() => void (checking = check()), milliseconds)
  }

  function wake() {
    isWoken = checking !== undefined
    checkIn(COALESCE_MS)
  }

  return {
    add: (worker) => {
      workers.push(worker)
      wake()
    },
    wake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await checking
    },
  }
}
