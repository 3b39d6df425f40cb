// What a process has used, from /proc. Elsewhere the columns stay empty.
import { readFileSync, readdirSync } from 'node:fs'

/** Linux counts in hundredths of a second for every program, whatever the kernel's own clock. */
const MICROSECONDS_PER_TICK = 10_000

/** CPU time so far, in microseconds. */
export function cpuOf(pid: number): number {
  const stat = read(pid)
  return stat ? (stat.user + stat.system) * MICROSECONDS_PER_TICK : NaN
}

/** The same for PostgreSQL: the postmaster, the children it has buried, and those that live. */
export function cpuOfFamily(pid: number): number {
  const parent = read(pid)
  if (!parent) return NaN
  const children = pids()
    .map(read)
    .filter((stat) => stat?.parent === pid)
  return (
    [
      parent.user + parent.system + parent.buried,
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

function read(pid: number) {
  try {
    // The name in the second field may hold anything, so what counts begins after its bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .split(') ')
      .at(-1)!
      .split(' ')
      .map(Number) as [number, ...number[]]
    return {
      parent: fields[1]!,
      user: fields[11]!,
      system: fields[12]!,
      buried: fields[13]! + fields[14]!,
    }
  } catch {
    return undefined
  }
}

const pids = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
