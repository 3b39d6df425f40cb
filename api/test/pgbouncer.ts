// PgBouncer in transaction mode, in front of a PostgreSQL on this machine.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/kernel/db/embedded.ts'
import { SESSION_SETTINGS } from '../src/kernel/db/connect.ts'
import { SERVICE_LOGIN, onCluster } from './cluster.ts'
import { waitUntilOpen } from './nginx.ts'

/** `serviceUrl` is for the service, to the database of the owner's URL. */
export type PgBouncer = { port: number; serviceUrl: string; stop: () => Promise<void> }
export const hasPgBouncer = () => spawnSync('pgbouncer', ['--version']).status === 0

/** In front of the server of this URL, with at most `size` connections to each database. */
export async function startPgBouncer(ownerUrl: string, size = 20): Promise<PgBouncer> {
  await prepareAccount(ownerUrl)

  const folder = mkdtempSync(join(tmpdir(), 'reelay-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const users = join(folder, 'users')
  writeFileSync(users, `"${SERVICE_LOGIN.user}" "${SERVICE_LOGIN.password}"\n`)
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=127.0.0.1 port=${new URL(ownerUrl).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 2000
ignore_startup_parameters = extra_float_digits,options
log_connections = 0
log_disconnections = 0
`,
  )
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...account, config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  await waitUntilOpen(port)
  const { user, password } = SERVICE_LOGIN
  const { pathname } = new URL(ownerUrl)
  return {
    port,
    serviceUrl: `postgres://${user}:${password}@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer does not pass on the settings of a connection (docs/run/postgresql.md). */
async function prepareAccount(ownerUrl: string) {
  const { user, password } = SERVICE_LOGIN
  await onCluster(ownerUrl, `alter role ${user} password '${password}'`)
  for (const [name, value] of Object.entries(SESSION_SETTINGS))
    await onCluster(ownerUrl, `alter role ${user} set ${name} = '${value}'`)
}
