// Changes many records with one request each, so that a rejection does not affect the others.

export type BulkTask = { /** Of the record. */ name: string; run: () => Promise<unknown> }
export type BulkFailure = { name: string; error: Error }
export type BulkRun = {
  title: string
  all: number
  done: number
  failures: readonly BulkFailure[]
}

/** Few enough that other requests of the page are not delayed. */
const CONCURRENCY = 4

let runs: readonly BulkRun[] = []
const listeners = new Set<() => void>()
const setRuns = (next: readonly BulkRun[]) => {
  runs = next
  listeners.forEach((listener) => listener())
}

/** A run without failures disappears when it has ended. The others stay until they are dismissed. */
export async function runInBulk(
  title: string,
  tasks: readonly BulkTask[],
): Promise<readonly BulkFailure[]> {
  let run: BulkRun = { title, all: tasks.length, done: 0, failures: [] }
  const update = (changed: Partial<BulkRun>) => {
    const next = { ...run, ...changed }
    setRuns(runs.map((other) => (other === run ? next : other)))
    run = next
  }
  setRuns([...runs, run])
  const waiting = tasks.values()
  const work = async () => {
    for (const { name, run: start } of waiting) {
      const failures = await start().then(
        () => [],
        (error: Error) => [{ name, error }],
      )
      update({ done: run.done + 1, failures: [...run.failures, ...failures] })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  if (run.failures.length === 0) dismissRun(run)
  return run.failures
}

export const dismissRun = (run: BulkRun) => setRuns(runs.filter((other) => other !== run))

export const currentRuns = () => runs

export function subscribeToRuns(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
