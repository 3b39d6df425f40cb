// Watches one child from outside: its memory, its time, and whether it gets on. Whatever is too
// much ends the whole process group.
import { execFile, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ChildLimits } from '../engine.ts'

type Watchdog = { alive: () => void; lengthen: (duration: number | null) => void; end: () => void }
/** Seconds: what a file says of its length may be a lie. */
const LONGEST = 24 * 3600

export function startWatchdog(
  child: ChildProcess,
  limits: ChildLimits,
  reject: (error: Error) => void,
  signal?: AbortSignal,
): Watchdog {
  const giveUp = (why: string) => () => {
    reject(new Error(why))
    kill(child)
  }
  const after = (seconds: number, why: string) =>
    setTimeout(giveUp(why), Math.min(seconds, LONGEST) * 1000)
  const stalled = () =>
    after(limits.stall, `The media child made no headway for ${limits.stall} seconds and was ended`)
  const late = (seconds: number) =>
    after(seconds, `The media child took longer than ${Math.round(seconds)} seconds and was ended`)
  const onAbort = () => {
    reject(signal?.reason as Error)
    kill(child)
  }

  let stall = stalled()
  let deadline = late(limits.seconds)
  const weigh = async () => {
    if ((await residentBytes(child.pid)) > limits.memory)
      giveUp(
        `The media child needed more than ${Math.round(limits.memory / 1024 ** 2)} MiB of memory and was ended`,
      )()
  }
  const memory = setInterval(() => void weigh(), 200)
  signal?.addEventListener('abort', onAbort, { once: true })

  return {
    alive() {
      clearTimeout(stall)
      stall = stalled()
    },
    lengthen(duration) {
      clearTimeout(deadline)
      deadline = late(limits.seconds + limits.perSecond * (duration ?? 0))
    },
    end() {
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
    /* It has gone already. */
  }
}

async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0
  try {
    if (process.platform === 'linux')
      return (
        Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) *
        1024
      )
    return (
      Number((await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) * 1024
    )
  } catch {
    return 0
  }
}
