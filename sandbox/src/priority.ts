// Media processes run after the service and, while somebody waits for a poster, after each other.
import { writeFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const ATTEMPTS = 5
/** Without privileges, Linux accepts a change every 100 ms, for all processes together. */
const RETRY_MS = 150

/**
 * Threads take over the niceness of the thread that starts them, so it is set before the process
 * starts any.
 */
export async function lowerPriority(pid: number, niceness: number): Promise<void> {
  // Only root may raise the priority again, if the service itself runs with a low one.
  const lowest = Math.max(getPriority(), niceness)
  try {
    setPriority(pid, lowest)
  } catch {
    // The process has already exited.
  }
  if (process.platform === 'linux') await lowerSession(pid, lowest)
}

/**
 * Linux may share the CPU between sessions first (sched_autogroup_enabled), and every child has its
 * own session. Then the niceness of a process only counts within its session.
 */
async function lowerSession(pid: number, niceness: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(niceness))
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      await sleep(RETRY_MS)
    }
}
