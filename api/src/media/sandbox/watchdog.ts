// Watches the child process: memory, running time and progress. Kills its process group when a
// limit is exceeded.
import { execFile, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export type ChildLimits = {
  /** Resident memory in bytes. */
  memory: number
  /** Seconds without progress. */
  stall: number
  /** Seconds for any task, plus `perSecond` for each second of film. */
  seconds: number
  perSecond: number
}
type Watchdog = {
  /** The child made progress. */
  reset: () => void
  /** The length of the film is known. */
  extend: (duration: number | null) => void
  stop: () => void
}
/** Seconds. A file may declare a false length, so no timeout is longer than a day. */
const MAX_TIMEOUT = 24 * 3600
const MEMORY_CHECK_MS = 200

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
  const startTimer = (seconds: number, message: string) =>
    setTimeout(() => abort(new Error(message)), Math.min(seconds, MAX_TIMEOUT) * 1000)
  const startStallTimer = () =>
    startTimer(limits.stall, `The media process made no progress for ${limits.stall} s: killed`)
  const startDeadline = (seconds: number) =>
    startTimer(seconds, `The media process took longer than ${Math.round(seconds)} s: killed`)
  const checkMemory = async () => {
    if ((await residentBytes(child.pid)) <= limits.memory) return
    const mebibytes = Math.round(limits.memory / 1024 ** 2)
    abort(new Error(`The media process used more than ${mebibytes} MiB of memory: killed`))
  }
  const onAbort = () => abort(signal?.reason as Error)

  let stall = startStallTimer()
  let deadline = startDeadline(limits.seconds)
  const memory = setInterval(() => void checkMemory(), MEMORY_CHECK_MS)
  signal?.addEventListener('abort', onAbort, { once: true })

  return {
    reset() {
      clearTimeout(stall)
      stall = startStallTimer()
    },
    extend(duration) {
      clearTimeout(deadline)
      deadline = startDeadline(limits.seconds + limits.perSecond * (duration ?? 0))
    },
    stop() {
      clearTimeout(stall)
      clearTimeout(deadline)
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
