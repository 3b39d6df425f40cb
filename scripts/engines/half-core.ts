// How many requests a second processes of the service answer that may each use half a core, so that
// PostgreSQL and the clients have the rest of a small machine.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import type { TestService } from '../../api/test/service.ts'
import type { Installation } from '../faults/installation.ts'
import { keepBusy } from '../tools/load.ts'
import { parse, send } from '../tools/send.ts'

const CONTROL_GROUPS = '/sys/fs/cgroup'
const PERIOD_US = 100_000
const CLIENTS_PER_PROCESS = 8
const MEASURED_MS = 10_000
const WARM_UP_MS = 3_000

type Nodes = readonly Pick<TestService, 'port' | 'pid'>[]

export const missingControlGroups = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'only root can limit the CPU of a process'
  return existsSync(folderOf('')) ? undefined : 'this machine has no control groups'
}

/** Reads of one work request, by so many processes as there are nodes. */
export async function countRequestsPerSecond(
  nodes: Nodes,
  { connection }: Pick<Installation, 'connection'>,
): Promise<number> {
  const [request] = parse<{ _id: string }[]>(await send(connection, '/api/workrequests'))
  const agent = new Agent({ keepAlive: true })
  const limits = nodes.map(({ pid }) => limitToHalfCore(pid))
  try {
    const clients = nodes.flatMap(({ port }) =>
      Array.from(
        { length: CLIENTS_PER_PROCESS },
        () => () => send({ ...connection, port, agent }, `/api/workrequests/${request!._id}`),
      ),
    )
    await keepBusy(clients, WARM_UP_MS)
    const { times, seconds } = await keepBusy(clients, MEASURED_MS)
    return times.length / seconds
  } finally {
    limits.forEach((limit) => limit[Symbol.dispose]())
    agent.destroy()
  }
}

/** Version 1 has a folder for each kind of limit, version 2 one for all. */
const folderOf = (name: string) =>
  existsSync(join(CONTROL_GROUPS, 'cgroup.controllers'))
    ? join(CONTROL_GROUPS, name)
    : join(CONTROL_GROUPS, 'cpu', name)

function limitToHalfCore(pid: number): Disposable {
  const folder = folderOf(`reelay-${pid}`)
  mkdirSync(folder)
  const quota = PERIOD_US / 2
  if (existsSync(join(folder, 'cpu.max')))
    writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`)
  else writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota))
  writeFileSync(join(folder, 'cgroup.procs'), String(pid))
  return {
    [Symbol.dispose]() {
      writeFileSync(join(folderOf(''), 'cgroup.procs'), String(pid))
      rmdirSync(folder)
    },
  }
}
