import { storageSeconds, timed } from '../telemetry/metrics.ts'
import type { Storage } from './storage.ts'

const OPERATIONS = ['resume', 'publish', 'discard', 'lengthOf', 'remove'] as const

/** Measures how long the storage takes, which for S3 includes the network. */
export function measureStorage(storage: Storage): Storage {
  const measured = { ...storage } as Record<string, unknown>
  for (const operation of OPERATIONS) {
    const run = storage[operation] as (...values: unknown[]) => Promise<unknown>
    measured[operation] = (...values: unknown[]) =>
      timed(
        () => run(...values),
        (seconds, outcome) => storageSeconds.observe({ operation, outcome }, seconds),
      )
  }
  return measured as Storage
}
