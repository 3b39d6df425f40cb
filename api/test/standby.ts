// A PostgreSQL with a synchronous streaming standby.
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded, type Embedded } from '../src/kernel/db/embedded.ts'
import { readPostmasterPid } from './service.ts'

export type ReplicatedDatabase = {
  primary: Embedded
  standby: Embedded
  /** Names both servers, the standby first. */
  url: string
  /** Kills every process of the primary at once. It does not come back. */
  killPrimary: () => Promise<void>
  stop: () => Promise<void>
}

/** `folder` must be readable for the user of PostgreSQL. */
export async function startWithStandby(folder: string): Promise<ReplicatedDatabase> {
  const [primaryDir, standbyDir] = [join(folder, 'one'), join(folder, 'two')]
  await (await startEmbedded({ dataDir: primaryDir })).stop()
  copyWithOwners(primaryDir, standbyDir)
  const primary = await startEmbedded({ dataDir: primaryDir })
  followPrimary(primary.url, standbyDir)
  copyOwner(primaryDir, standbyDir)
  const standby = await startEmbedded({ dataDir: standbyDir })
  await runOn(primary.url, `alter system set synchronous_standby_names = '*'`)
  await runOn(primary.url, 'select pg_reload_conf()')
  const hostOf = (address: string) => new URL(address).host
  const hosts = `${hostOf(standby.url)},${hostOf(primary.url)}`
  return {
    primary,
    standby,
    url: primary.url.replace(/\?.*/, '').replace(hostOf(primary.url), hosts),
    async killPrimary() {
      const postmaster = await readPostmasterPid(primaryDir)
      // From here on nothing restarts it.
      const stopped = primary.stop()
      for (const pid of [postmaster, ...childrenOf(postmaster)]) kill(pid)
      await stopped
    },
    async stop() {
      await standby.stop()
      await primary.stop()
    },
  }
}

function followPrimary(url: string, dataDir: string) {
  const { username, password, port } = new URL(url)
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`
  for (const [name, text] of [
    ['standby.signal', ''],
    ['postgresql.auto.conf', `primary_conninfo = '${source}'\n`],
  ] as const)
    writeFileSync(join(dataDir, 'postgres', name), text)
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** PostgreSQL may run as another user than the tests. */
function copyWithOwners(from: string, to: string) {
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
  copyOwner(from, to)
}

function copyOwner(from: string, to: string) {
  const { uid, gid, mode } = statSync(join(from, 'postgres'))
  for (const path of ['postgres', ...globSync('postgres/**', { cwd: to })])
    chownSync(join(to, path), uid, gid)
  chmodSync(join(to, 'postgres'), mode)
}

export async function runOn<Row extends object>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}
