import type { Db } from '../db/connect.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { JobLog, Worker } from './loop.ts'

/** A worker with the kinds of its jobs, or with another condition for whether it has work. */
export type DispatchedWorker = { worker: Pick<Worker, 'wake'> } & (
  | { kinds: readonly string[] }
  | { isDue: Sql }
)
export type Dispatcher = {
  add: (worker: DispatchedWorker) => void
  wake: () => void
  stop: () => Promise<void>
}

/** Changes that come at the same time cause one query. */
const COALESCE_MS = 25
const RETRY_MS = 1_000

/**
 * Seconds until the first job of each kind is due, if there is one. Negative if it is due. Looks once
 * for each kind, because this runs after every change.
 */
const secondsByKind = (kinds: readonly string[]): Sql => sql`(
  select coalesce(
    json_object_agg(requested.kind, extract(epoch from next.run_at - now())::float8), '{}')
  from unnest(${kinds}::text[]) requested (kind) cross join lateral (
    select run_at from job
    where job.kind = requested.kind and dead_at is null
      and (leased_until is null or leased_until < now())
    order by run_at limit 1) next)`

/** `due` are the other conditions. */
type DueWork = { due: boolean[]; seconds: Record<string, number> }

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

  async function find(): Promise<DueWork> {
    const conditions = workers.flatMap((entry) => ('isDue' in entry ? [entry.isDue] : []))
    const kinds = workers.flatMap((entry) => ('kinds' in entry ? entry.kinds : []))
    const { rows } = await sql<DueWork>`
      select array[${conditions.length ? sql.join(conditions) : sql``}]::boolean[] as due,
        ${secondsByKind(kinds)} as seconds`.execute(db)
    return rows[0]!
  }

  /** Returns the seconds until the next job, if one is planned. */
  function wakeWorkers({ due, seconds }: DueWork): number | undefined {
    const isDue = (kind: string) => kind in seconds && seconds[kind]! <= 0
    const conditions = due.values()
    for (const entry of workers)
      if ('kinds' in entry ? entry.kinds.some(isDue) : conditions.next().value) entry.worker.wake()
    const later = Object.values(seconds).filter((wait) => wait > 0)
    return later.length ? Math.min(...later) : undefined
  }

  async function check() {
    let next = RETRY_MS
    try {
      const seconds = wakeWorkers(await find())
      next = Math.min(pollMs, seconds === undefined ? pollMs : seconds * 1000 + 5)
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
