// PgBouncer in transaction mode, in front of a PostgreSQL on this machine.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/kernel/db/embedded.ts'
import { SERVICE_LOGIN } from './cluster.ts'
import { waitUntilOpen } from './nginx.ts'

export type PgBouncer = { port: number; stop: () => Promise<void> }
export const hasPgBouncer = () => spawnSync('pgbouncer', ['--version']).status === 0

/** With at most `size` connections to each database. */
export async function startPgBouncer(databasePort: string, size = 20): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'reelay-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const users = join(folder, 'users')
  writeFileSync(users, `"${SERVICE_LOGIN.user}" "${SERVICE_LOGIN.password}"\n`)
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=127.0.0.1 port=${databasePort}
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
  return {
    port,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
