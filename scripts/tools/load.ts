// Clients that send one request after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from './send.ts'

/** Sends a request; undefined if there is nothing left to send. Only the last reply is measured. */
export type Attempt = () => Promise<Reply | undefined>
export type LoadResult = {
  seconds: number
  /** Milliseconds of successful and of refused requests, unordered. */
  times: number[]
  refusals: number[]
  /** How often each status came. */
  statuses: Map<string, number>
}

export type LoadCall = () => Promise<Reply>

/** Sends each request once, by so many clients. */
export async function sendAll(calls: readonly LoadCall[], clients: number): Promise<Reply[]> {
  const replies: Reply[] = []
  const waiting = calls.entries()
  const work = async () => {
    for (const [index, call] of waiting) replies[index] = await call()
  }
  await Promise.all(Array.from({ length: clients }, work))
  return replies
}

/** A client that was refused waits as the reply says. */
export async function keepBusy(
  clients: readonly Attempt[],
  milliseconds: number,
): Promise<LoadResult> {
  const result: LoadResult = { seconds: 0, times: [], refusals: [], statuses: new Map() }
  const started = performance.now()
  const left = () => started + milliseconds - performance.now()
  await Promise.all(
    clients.map(async (attempt) => {
      while (left() > 0) {
        const reply = await attempt()
        if (!reply) return
        const wait = record(result, reply)
        if (wait > 0) await sleep(Math.max(0, Math.min(wait, left())))
      }
    }),
  )
  result.seconds = (performance.now() - started) / 1000
  return result
}

/** Returns how long the client should wait, in milliseconds. */
function record({ times, refusals, statuses }: LoadResult, reply: Reply): number {
  const { status, headers, milliseconds, error } = reply
  const isSuccess = status >= 200 && status < 300
  const retryAfter = headers['retry-after']
  const label =
    status === 0
      ? `no response (${error})`
      : status === 503 && !retryAfter
        ? '503 without Retry-After'
        : String(status)
  countUp(statuses, label)
  if (isSuccess) times.push(milliseconds)
  else if (status === 503) refusals.push(milliseconds)
  return isSuccess ? 0 : 1000 * Number(retryAfter ?? 1)
}

export function countUp(counts: Map<string, number>, label: string) {
  counts.set(label, (counts.get(label) ?? 0) + 1)
}

export const listCounts = (counts: Map<string, number>): string =>
  [...counts].map(([label, many]) => `${many} × ${label}`).join(', ')
export const sumCounts = (counts: Map<string, number>): number =>
  counts.values().reduce((sum, many) => sum + many, 0)
