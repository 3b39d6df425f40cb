// Watches the child process: memory and progress. Kills its process group when a limit is exceeded.
// A film may take days as long as it makes progress.
import { execFile, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export type ChildLimits = {
  /** Resident memory in bytes. */
  memory: number
  /** Seconds without progress. */
  stall: number
}
type Watchdog = {
  /** The child made progress. */
  reset: () => void
  stop: () => void
}
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
  const startTimer = () =>
    setTimeout(
      () => abort(new Error(`The media process made no progress for ${limits.stall} s: killed`)),
      limits.stall * 1000,
    )
  const checkMemory = async () => {
    if ((await residentBytes(child.pid)) <= limits.memory) return
    const mebibytes = Math.round(limits.memory / 1024 ** 2)
    abort(new Error(`The media process used more than ${mebibytes} MiB of memory: killed`))
  }
  const onAbort = () => abort(signal?.reason as Error)

  let stall = startTimer()
  const memory = setInterval(() => void checkMemory(), MEMORY_CHECK_MS)
  signal?.addEventListener('abort', onAbort, { once: true })

  return {
    reset() {
      clearTimeout(stall)
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
