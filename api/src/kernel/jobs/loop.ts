export type JobLog = { error: (about: object, message: string) => void }
export type Worker = { wake: () => void; drain: () => Promise<void>; stop: () => Promise<void> }
/** Claims the next job that is due, if there is one, and returns the function that runs it. */
export type ClaimJob = (stopping?: AbortSignal) => Promise<(() => Promise<void>) | undefined>

const POLL_MS = 1_000
/** A dispatcher wakes the worker, so it rarely looks on its own. */
export const DISPATCHED_POLL_MS = 600_000

/**
 * Claims and runs jobs, up to `concurrency` at a time. It looks for the next job when it is woken,
 * when a job ends, and every `pollMs`. One query at a time serves all slots.
 */
export function startLoop(
  claim: ClaimJob,
  concurrency: number,
  log: JobLog,
  pollMs = POLL_MS,
): Worker {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let endPause: () => void = () => {}
  let woken = false
  const logError = (error: unknown) => log.error({ err: error }, 'jobs could not be read')

  function wake() {
    woken = true
    endPause()
  }

  async function loop() {
    while (!stopping.signal.aborted) {
      woken = false
      const job = await claim(stopping.signal).catch(logError)
      if (job) start(job)
      else if (!woken && !stopping.signal.aborted) await pause()
      if (running.size >= concurrency) await Promise.race(running)
    }
    await Promise.all(running)
  }

  function start(job: () => Promise<void>) {
    const done: Promise<void> = job()
      .catch(logError)
      .finally(() => {
        running.delete(done)
        wake()
      })
    running.add(done)
  }

  function pause() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const ended = loop()
  return {
    wake,
    drain: () => drain(claim),
    stop: () => {
      stopping.abort(new Error('The service is stopping'))
      endPause()
      return ended
    },
  }
}

/** Runs due jobs one after another until none is left. */
export async function drain(claim: ClaimJob): Promise<void> {
  for (let job = await claim(); job; job = await claim()) await job()
}
