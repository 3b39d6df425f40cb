import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { createCursor } from './cursor.ts'

/** The highest sequence of an event or a signal so far. */
export type EventCursor = {
  /** Resolves to the highest sequence above this one; otherwise as `waitFor` of a cursor. */
  waitFor: (sequence: number, signal: AbortSignal, maxMs: number) => Promise<number | undefined>
  highest: () => Promise<number>
  /** The one before everything that was created in the last milliseconds. */
  before: (milliseconds: number) => Promise<number>
  wake: () => void
}

const POLL_MS = 1_000
/** All streams wait for the same number. */
const KEY = 'event'

export function createEventCursor(db: Db): EventCursor {
  async function highest(): Promise<number> {
    const { rows } = await sql<{ sequence: number | null }>`
      select greatest((select max(sequence) from event), (select max(sequence) from stream_signal))
        as sequence`.execute(db)
    return rows[0]!.sequence ?? 0
  }
  async function before(milliseconds: number): Promise<number> {
    const start = sql`now() - make_interval(secs => ${milliseconds / 1000})`
    const { rows } = await sql<{ sequence: number | null }>`
      select least(
        (select min(sequence) from event where created_at > ${start}),
        (select min(sequence) from stream_signal where created_at > ${start})) - 1 as sequence`.execute(
      db,
    )
    return rows[0]!.sequence ?? (await highest())
  }
  const { waitFor, wake } = createCursor(async () => new Map([[KEY, await highest()]]), POLL_MS)
  return {
    highest,
    before,
    wake,
    waitFor: (sequence, signal, maxMs) => waitFor(KEY, sequence, signal, maxMs),
  }
}
