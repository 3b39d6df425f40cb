import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/**
 * How far events have been handed on. However many listen, one look at the database serves them
 * all.
 */
export type Tide = {
  /**
   * The highest place, once it is higher than this one; undefined when the signal ends the wait.
   */
  above: (place: number, signal: AbortSignal) => Promise<number | undefined>
  highest: () => Promise<number>
  /**
   * Something may have been handed on in this process; what happens in others is found by looking.
   */
  wake: () => void
}

const LOOK_EVERY_MS = 1_000
type Waiter = { place: number; rise: (high: number | undefined) => void }

export function createTide(db: Db): Tide {
  const waiting = new Set<Waiter>()
  let looking = false
  let again = false
  let timer: NodeJS.Timeout | undefined

  async function highest(): Promise<number> {
    const { rows } = await sql<{
      place: number | null
    }>`select max(place) as place from event`.execute(db)
    return rows[0]!.place ?? 0
  }

  async function look(): Promise<void> {
    again = looking
    if (looking) return
    looking = true
    clearTimeout(timer)
    // A database that is away for a while is looked at again.
    const high = await highest().catch(() => 0)
    for (const waiter of waiting) if (high > waiter.place) waiter.rise(high)
    looking = false
    if (again) return look()
    if (waiting.size) timer = setTimeout(() => void look(), LOOK_EVERY_MS).unref()
  }

  return {
    highest,
    wake: () => {
      if (waiting.size) void look()
    },
    above: (place, signal) =>
      new Promise((resolve) => {
        const waiter: Waiter = {
          place,
          rise: (high) => {
            waiting.delete(waiter)
            signal.removeEventListener('abort', stop)
            resolve(high)
          },
        }
        const stop = () => waiter.rise(undefined)
        if (signal.aborted) return stop()
        signal.addEventListener('abort', stop)
        waiting.add(waiter)
        void look()
      }),
  }
}
