import { setTimeout as sleep } from 'node:timers/promises'

/** Asks every quarter of a second. Returns false if it is still not true after so many seconds. */
export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  seconds: number,
): Promise<boolean> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(250))
    if (await isTrue()) return true
  return false
}
