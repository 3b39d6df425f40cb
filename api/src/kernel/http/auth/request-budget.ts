// Limits the requests of signed-in callers, so that a script in a loop does not slow down everybody.
// Counted in memory for each process, without database work.
import type { Caller } from '../contract/caller.ts'
import { tooMany } from '../contract/problem.ts'

type Bucket = { left: number; time: number }
export type Budget = {
  /** Takes one request, or as many as it costs; returns the seconds to wait if too few are left. */
  take: (subject: string, cost?: number) => number
}

const MINUTE_MS = 60_000

/** Refills continuously, up to the requests of one minute. Zero means no limit. */
export function createBudget(perMinute: number, now = () => performance.now()): Budget {
  const buckets = new Map<string, Bucket>()
  // A bucket that nobody used for a minute is full again.
  setInterval(() => {
    for (const [subject, { time }] of buckets) if (now() - time > MINUTE_MS) buckets.delete(subject)
  }, MINUTE_MS).unref()

  return {
    take(subject, cost = 1) {
      if (perMinute === 0) return 0
      const { left, time } = buckets.get(subject) ?? { left: perMinute, time: now() }
      const current = now()
      const refilled = Math.min(perMinute, left + ((current - time) / MINUTE_MS) * perMinute)
      const isAllowed = refilled >= cost
      buckets.set(subject, { left: isAllowed ? refilled - cost : refilled, time: current })
      return isAllowed ? 0 : ((cost - refilled) / perMinute) * 60
    },
  }
}

/** Throws 429 if the caller, or each of their studios, has sent too many requests. */
export type RequestBudget = (caller: Pick<Caller, '_id' | 'studios'>, cost?: number) => void

export function createRequestBudget(
  { person, studio }: { person: number; studio: number },
  now?: () => number,
): RequestBudget {
  const [people, studios] = [createBudget(person, now), createBudget(studio, now)]
  return (caller, cost) => {
    const wait = people.take(caller._id, cost)
    if (wait > 0) throw tooMany('You have sent too many requests. Try again later.', wait)
    // The studio of the record is not known yet. One busy studio does not stop work for another.
    const waits = caller.studios.map((studio) => studios.take(studio, cost))
    if (waits.length && waits.every((seconds) => seconds > 0))
      throw tooMany('Your studio has sent too many requests. Try again later.', Math.min(...waits))
  }
}
