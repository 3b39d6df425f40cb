import { verifyFile } from '../src/files/commands.ts'
import type { Db, Tx } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import { lowerPriority } from '../src/renditions/commands/steps.ts'
import type { FilmKey } from './data/films.ts'
import { saveProbe } from './films.ts'

export type DemoCalendar = {
  /** Runs `work` as if it happened so many days ago. */
  at: <T>(daysAgo: number, work: () => Promise<T>) => Promise<T>
  /** Verifies a generated file at once; it is probed in the background later. */
  markVerified: (file: string) => Promise<void>
  /** Saves what is known about a shipped film, which verifies it. */
  saveProbe: (file: string, film: FilmKey) => Promise<void>
}

/** Spreads the actions over the day. */
export const atSomeHour = (days: number) => days + ((days * 7) % 9) / 24
export const secondsFromNow = (days: number) =>
  Math.floor(Date.now() / 1000) + Math.round(days * 86_400)

/** The columns with the time of an event. */
const TIMESTAMPS: [table: string, ...columns: string[]][] = [
  ['studio', 'created_at'],
  ['territory', 'created_at'],
  ['people_group', 'created_at'],
  ['person', 'created_at'],
  ['workflow', 'created_at'],
  ['project', 'created_at'],
  ['asset', 'created_at', 'phase_changed_at'],
  ['file', 'created_at', 'received_at', 'verified_at'],
  ['preview', 'created_at'],
  ['work_request', 'created_at', 'submitted_at'],
  ['work_request_history', 'at'],
  ['work_request_assignment', 'created_at', 'decided_at', 'ended_at'],
  ['work_request_comment', 'created_at'],
  ['translation', 'created_at'],
  ['script', 'created_at'],
  ['text_track_revision', 'at'],
  ['memory_unit', 'approved_at'],
  ['offline', 'created_at', 'decided_at'],
  ['offline_comment', 'created_at', 'resolved_at'],
  ['encode', 'created_at'],
  ['share', 'created_at'],
  ['share_recipient', 'created_at', 'sent_at'],
  ['event', 'created_at'],
  ['notification', 'created_at'],
  ['download', 'created_at'],
]

/**
 * now() is constant within a transaction, so every timestamp at or after it was written by `work`; that
 * of a new request has whole milliseconds. These timestamps are moved to the intended day. The enqueued
 * jobs run first, so that their results move too.
 */
export function createCalendar(db: Db, runJobs: () => Promise<void>): DemoCalendar {
  return {
    async at(daysAgo, work) {
      const done = await work()
      await runJobs()
      await sql`
        with intended as (
          select now() - make_interval(secs => ${daysAgo * 86_400}) as moment
        ), ${sql.join(TIMESTAMPS.map(moveTimestamps))} select`.execute(db)
      return done
    },
    markVerified: (file) => inTransaction(db, (tx) => verifyInBackground(tx, file)),
    saveProbe: (file, film) => inTransaction(db, (tx) => saveProbe(tx, file, film)),
  }
}

async function verifyInBackground(tx: Tx, file: string): Promise<void> {
  await verifyFile(tx, file)
  await lowerPriority(tx, file)
}

function moveTimestamps([table, ...columns]: [string, ...string[]]) {
  const isNew = (column: string) => sql`${sql.ref(column)} >= date_trunc('milliseconds', now())`
  const set = columns.map(
    (column) =>
      sql`${sql.ref(column)} = case when ${isNew(column)} then intended.moment
        else ${sql.ref(column)} end`,
  )
  return sql`${sql.ref(`moved_${table}`)} as (update ${sql.ref(table)} set ${sql.join(set)}
    from intended where ${sql.join(columns.map(isNew), sql` or `)})`
}
