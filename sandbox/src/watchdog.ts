// Watches the child process: memory and progress. Kills its process group when a limit is exceeded.
// A film may take days as long as it makes progress.
import { execFile, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export type ChildLimits = {
  /** Resident memory in bytes. */
  memory: number
  /** Seconds without progress, at least half of them with a processor. */
  stall: number
}
type Watchdog = {
  /** The child made progress. */
  reset: () => void
  stop: () => void
}
const MEMORY_CHECK_MS = 200
/** A process that gets no processor may be waiting for others, or hang. */
const MAX_STARVED_PERIODS = 10

export function startWatchdog(
  child: ChildProcess,
  limits: ChildLimits,
  reject: (error: Error) => void,
  signal?: AbortSignal,
): Watchdog {
  const abort = (error: Error) => {
    reject(error)
    kill(child)
  }
  const startTimer = (starvedPeriods = 0) =>
    setTimeout(() => checkProgress(starvedPeriods), limits.stall * 1000)
  const checkProgress = (starvedPeriods: number) => {
    const isStarved = cpuSeconds(child.pid) - usedBefore < limits.stall / 2
    if (isStarved && starvedPeriods < MAX_STARVED_PERIODS) stall = startTimer(starvedPeriods + 1)
    else abort(new Error(`The process made no progress for ${limits.stall} s: killed`))
  }
  const checkMemory = async () => {
    if ((await residentBytes(child.pid)) <= limits.memory) return
    const mebibytes = Math.round(limits.memory / 1024 ** 2)
    abort(new Error(`The process used more than ${mebibytes} MiB of memory: killed`))
  }
  const onAbort = () => abort(signal?.reason as Error)

  let usedBefore = 0
  let stall = startTimer()
  const memory = setInterval(() => void checkMemory(), MEMORY_CHECK_MS)
  signal?.addEventListener('abort', onAbort, { once: true })

  return {
    reset() {
      clearTimeout(stall)
      usedBefore = cpuSeconds(child.pid)
      stall = startTimer()
    },
    stop() {
      clearTimeout(stall)
      clearInterval(memory)
      signal?.removeEventListener('abort', onAbort)
      kill(child)
    },
  }
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}

/** Processor time since the start. Where it is unknown, nobody waits for it. */
function cpuSeconds(pid: number | undefined): number {
  const TICKS_PER_SECOND = 100
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the last parenthesis may contain spaces. The third field follows it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Infinity
  }
}

async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout) * 1024
  } catch {
    return 0
  }
}
