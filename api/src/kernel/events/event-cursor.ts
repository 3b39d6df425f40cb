import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** The highest event sequence so far. One query serves all streams that wait for the next event. */
export type EventCursor = {
  /**
   * Resolves to the highest sequence above this one, or to undefined when the signal aborts or
   * after about `maxMs`.
   */
  waitFor: (sequence: number, signal: AbortSignal, maxMs: number) => Promise<number | undefined>
  highest: () => Promise<number>
  /** Checks now: this process may have added an event. Other processes are found by polling. */
  wake: () => void
}

const POLL_MS = 1_000
type Waiter = {
  sequence: number
  deadline: number
  resolve: (highest: number | undefined) => void
}

export function createEventCursor(db: Db): EventCursor {
  const waiting = new Set<Waiter>()
  let checking = false
  let checkAgain = false
  let timer: NodeJS.Timeout | undefined

  async function highest(): Promise<number> {
    const { rows } = await sql<{
      sequence: number | null
    }>`select max(sequence) as sequence from event`.execute(db)
    return rows[0]!.sequence ?? 0
  }

  async function check(): Promise<void> {
    checkAgain = checking
    if (checking) return
    checking = true
    clearTimeout(timer)
    // If the database is unreachable, the next poll tries again.
    const sequence = await highest().catch(() => 0)
    const now = performance.now()
    for (const waiter of waiting)
      if (sequence > waiter.sequence) waiter.resolve(sequence)
      else if (now >= waiter.deadline) waiter.resolve(undefined)
    checking = false
    if (checkAgain) return check()
    if (waiting.size) timer = setTimeout(() => void check(), POLL_MS).unref()
  }

  return {
    highest,
    wake: () => {
      if (waiting.size) void check()
    },
    waitFor: (sequence, signal, maxMs) =>
      new Promise((resolve) => {
        const waiter: Waiter = {
          sequence,
          deadline: performance.now() + maxMs,
          resolve: (highestSequence) => {
            waiting.delete(waiter)
            signal.removeEventListener('abort', stop)
            resolve(highestSequence)
          },
        }
        const stop = () => waiter.resolve(undefined)
        if (signal.aborted) return stop()
        signal.addEventListener('abort', stop)
        waiting.add(waiter)
        void check()
      }),
  }
}
