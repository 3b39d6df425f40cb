// CPU time and memory of a process, from /proc. On other systems the columns stay empty.
import { readFileSync, readdirSync } from 'node:fs'

/** USER_HZ is 100 on Linux, independent of the kernel's own clock. */
const MICROSECONDS_PER_TICK = 10_000

/** CPU time so far, in microseconds. */
export function cpuOf(pid: number): number {
  const stat = readStat(pid)
  return stat ? (stat.user + stat.system) * MICROSECONDS_PER_TICK : NaN
}

/** The same for a process with its children, finished and running: a PostgreSQL server. */
export function cpuOfTree(pid: number): number {
  const parent = readStat(pid)
  if (!parent) return NaN
  const children = pids()
    .map(readStat)
    .filter((stat) => stat?.parent === pid)
  return (
    [
      parent.user + parent.system + parent.finishedChildren,
      ...children.map((stat) => stat!.user + stat!.system),
    ].reduce((sum, ticks) => sum + ticks) * MICROSECONDS_PER_TICK
  )
}

/** Memory in use now, in megabytes. */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return NaN
  }
}

function readStat(pid: number) {
  try {
    // The second field is a name in brackets and may contain anything, so fields are counted after
    // it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .split(') ')
      .at(-1)!
      .split(' ')
      .map(Number) as [number, ...number[]]
    return {
      parent: fields[1]!,
      user: fields[11]!,
      system: fields[12]!,
      finishedChildren: fields[13]! + fields[14]!,
    }
  } catch {
    return undefined
  }
}

const pids = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
