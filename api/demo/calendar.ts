import { sql } from 'kysely'
import { verifyFile } from '../src/files/commands.ts'
import type { Db, Tx } from '../src/kernel/db/connect.ts'
import { lowerPriority } from '../src/renditions/commands/steps.ts'

export type Calendar = {
  /** Does something as if it were so many days ago. */
  at: <T>(daysAgo: number, work: () => Promise<T>) => Promise<T>
  /**
   * Nobody waits for a picture to be looked into that the demo has just drawn itself; that is done
   * when the service runs.
   */
  vouchFor: (file: string) => Promise<void>
}

/** Where the service writes down when something happened. */
const MOMENTS: [table: string, ...columns: string[]][] = [
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
  ['translation', 'created_at'],
  ['script', 'created_at'],
  ['text_track_revision', 'at'],
  ['memory_unit', 'approved_at'],
  ['offline', 'created_at', 'decided_at'],
  ['event', 'created_at'],
  ['notification', 'created_at'],
  ['download', 'created_at'],
]

/**
 * The clock of a transaction stands still, so all that bears its time, or a later one, has just
 * been done; that is moved to the
 * day it is meant to have happened on. What follows by itself is done first, so that it happened on
 * that day too.
 */
export function calendarOf(db: Db, doJobs: () => Promise<void>): Calendar {
  return {
    async at(daysAgo, work) {
      const done = await work()
      await doJobs()
      await sql`with meant as (select now() - make_interval(secs => ${daysAgo * 86_400}) as moment), ${sql.join(MOMENTS.map(move))} select`.execute(
        db,
      )
      return done
    },
    vouchFor: (file) => db.transaction().execute((tx) => vouch(tx, file)),
  }
}

export async function vouch(tx: Tx, file: string): Promise<void> {
  await verifyFile(tx, file)
  await lowerPriority(tx, file)
}

function move([table, ...columns]: [string, ...string[]]) {
  const isNew = (column: string) => sql`${sql.ref(column)} >= now()`
  const set = columns.map(
    (column) =>
      sql`${sql.ref(column)} = case when ${isNew(column)} then meant.moment else ${sql.ref(column)} end`,
  )
  return sql`${sql.ref(`moved_${table}`)} as (update ${sql.table(table)} set ${sql.join(set)} from meant where ${sql.join(columns.map(isNew), sql` or `)})`
}
