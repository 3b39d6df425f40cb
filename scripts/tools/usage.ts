// CPU time and memory of processes, from /proc. Elsewhere the figures are missing.
import { readFileSync, readdirSync } from 'node:fs'

/** USER_HZ is 100 on Linux, independent of the kernel's own clock. */
const MILLISECONDS_PER_TICK = 10

export type Cpu = { service: number; database: number }

/** Starts to measure. The returned function tells the milliseconds of CPU since then. */
export function startMeter(service: number, postmaster: number): () => Cpu {
  const read = (): Cpu => ({ service: cpuOf(service), database: cpuOfTree(postmaster) })
  const before = read()
  return () => {
    const { service: one, database: two } = read()
    return { service: one - before.service, database: Math.max(two - before.database, 0) }
  }
}

/** Milliseconds that all threads of a process have run, exact to the nanosecond. */
export function cpuOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
      .reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
  } catch {
    return NaN
  }
}

/** The same of a process with its children, running and finished: a PostgreSQL server. */
function cpuOfTree(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    const running = children.map((child) => cpuOf(Number(child)) || 0)
    // The second field is a name in brackets and may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const finished = (Number(fields[13]) + Number(fields[14])) * MILLISECONDS_PER_TICK
    return [cpuOf(pid), finished, ...running].reduce((sum, time) => sum + time, 0)
  } catch {
    return NaN
  }
}

/** Megabytes in use now. */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return NaN
  }
}

/** The returned function stops and returns the most megabytes that were in use. */
export function watchMemory(pid: number): () => number {
  let peak = memoryOf(pid)
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 50)
  return () => {
    clearInterval(timer)
    return peak
  }
}
