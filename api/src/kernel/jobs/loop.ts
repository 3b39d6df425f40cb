export type JobLog = { error: (about: object, message: string) => void }
export type Worker = { wake: () => void; drain: () => Promise<void>; stop: () => Promise<void> }
/** Takes what is ready next, if anything is, and says how it is worked on. */
export type ClaimJob = (stopping?: AbortSignal) => Promise<(() => Promise<void>) | undefined>

const POLL_MS = 1_000

/**
 * Takes and works, on as much at once as it has hands; looks again when it is woken, when a hand is
 * free, and every second. One looks for all hands.
 */
export function startLoop(take: ClaimJob, hands: number, log: JobLog): Worker {
  const stopping = new AbortController()
  const busy = new Set<Promise<void>>()
  let wake: () => void = () => {}
  let woken = false
  const wakeUp = () => ((woken = true), wake())
  const say = (error: unknown) => log.error({ err: error }, 'jobs cannot be read')

  const running = loop()
  async function loop() {
    while (!stopping.signal.aborted) {
      woken = false
      const work = await take(stopping.signal).catch(say)
      if (work) begin(work)
      else if (!woken && !stopping.signal.aborted) await pause()
      if (busy.size >= hands) await Promise.race(busy)
    }
    await Promise.all(busy)
  }
  function begin(work: () => Promise<void>) {
    const done: Promise<void> = work()
      .catch(say)
      .finally(() => (busy.delete(done), wakeUp()))
    busy.add(done)
  }
  function pause() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS)
      wake = () => (clearTimeout(timer), resolve())
    })
  }

  return {
    wake: wakeUp,
    drain: () => drain(take),
    stop: () => (stopping.abort(new Error('The service is stopping')), wake(), running),
  }
}

/** Works on all that is ready, as it is taken, until nothing is. */
export async function drain(take: ClaimJob): Promise<void> {
  for (let work = await take(); work; work = await take()) await work()
}
