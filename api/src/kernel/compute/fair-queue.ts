import { createFairGate, type GateLimits } from './fair-gate.ts'

/** Runs up to `concurrency` tasks at a time, in the order of a fair gate. */
export function createFairQueue({
  rejection,
  ...limits
}: GateLimits & { rejection: () => Error }): <T>(
  client: string,
  work: () => Promise<T>,
) => Promise<T> {
  const gate = createFairGate({ ...limits, rejection })
  return async (client, work) => {
    const leave = gate.enterNow() ?? (await gate.enter(client))
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
