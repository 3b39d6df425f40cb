// What `npm run build` writes starts in another folder, without npm, without the repository and
// without an environment.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, test } from 'node:test'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { writeInstallation } from './installation.ts'

const ROOT = join(import.meta.dirname, '../..')
const ADMIN = { email: 'admin@example.com', password: 'Correct-horse-battery-9' }
const SECONDS_TO_START = 60

const { folder, work } = await build()

test('starts from a folder that was moved, and signs in', async (t) => {
  const port = await freePort()
  const env = {
    PATH: '/usr/bin:/bin',
    PORT: String(port),
    DEMO: '0',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const program = join(folder, 'reelay')
  const service = spawn(program, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: string[] = []
  for (const output of [service.stdout, service.stderr])
    output.on('data', (data: Buffer) => printed.push(data.toString()))
  const ended = new Promise((resolve) => service.on('exit', resolve))
  t.after(async () => {
    service.kill()
    await ended
  })
  const address = `http://127.0.0.1:${port}`
  await waitUntilReady(address, () => {
    assert.equal(service.exitCode, null, printed.join(''))
  })

  const session = await fetch(`${address}/api/session`, {
    headers: { authorization: `Basic ${btoa(`${ADMIN.email}:${ADMIN.password}`)}` },
  })
  assert.equal(session.status, 200)
  for (const path of ['/', '/docs/guide', '/docs'])
    assert.equal((await fetch(`${address}${path}`)).status, 200, path)

  const run = (...args: string[]) =>
    execFileSync(program, args, { cwd: work, env, encoding: 'utf8' }).trim()
  assert.equal(run('--version'), readVersion())
  const { findings } = JSON.parse(run('admin', 'doctor', '--json')) as {
    findings: { check: string; level: string; message: string }[]
  }
  const levels = Object.fromEntries(findings.map(({ check, level }) => [check, level]))
  assert.equal(levels.database, 'ok')
})

test('contains no sources, tests or packages for development', () => {
  const found = (pattern: string) => globSync(pattern, { cwd: folder })
  assert.deepEqual(found('{api,cli,web}/**/*.ts'), [])
  for (const name of ['typescript', 'vite', 'playwright-core', 'oxlint'])
    assert.equal(existsSync(join(folder, 'node_modules', name)), false, name)
})

/** In a folder with a space in its name, moved after it was built. */
async function build(): Promise<{ folder: string; work: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'reelay-build-'))
  after(() => rm(parent, { recursive: true, force: true }))
  chmodSync(parent, 0o755)
  const [built, folder, work] = ['built', 'my reelay', 'work'].map((name) => join(parent, name))
  await writeInstallation(ROOT, built!)
  await rename(built!, folder!)
  await mkdir(work!)
  return { folder: folder!, work: work! }
}

async function waitUntilReady(address: string, checkAlive: () => void) {
  const end = Date.now() + SECONDS_TO_START * 1000
  while (!(await isReady(address))) {
    checkAlive()
    assert.ok(Date.now() < end, `not ready within ${SECONDS_TO_START} s`)
    await sleep(100)
  }
}

const isReady = (address: string) =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const readVersion = () =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
