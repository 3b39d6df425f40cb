import { getPriority, setPriority } from 'node:os'

/** After the event loop, on which every request depends. */
const PRIORITY = 5

/** For worker threads. Linux has a priority for each thread, other systems only for the process. */
export function lowerThreadPriority() {
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), PRIORITY))
}
