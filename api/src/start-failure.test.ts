import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { newDatabase, onCluster } from '../test/cluster.ts'
import { ROOT, START } from '../test/service.ts'
import { freePort } from './kernel/db/embedded.ts'
import { EXIT_CODES, describeStartFailure } from './start-failure.ts'

/** With the Node of this process. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`

/** Starts the service as a process that is expected to end. */
async function startAndFail(t: TestContext, env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-start-'))
  t.after(() => rm(folder, { recursive: true }))
  const settings = { DATA_DIR: folder, PORT: String(await freePort()), DEMO: '0', ...env }
  return new Promise<{ code: unknown; printed: string }>((resolve) =>
    execFile(
      'sh',
      ['-c', START],
      { cwd: ROOT, env: { PATH, ...settings }, timeout: 60_000 },
      (error, _stdout, stderr) => resolve({ code: error?.code, printed: stderr.trim() }),
    ),
  )
}

test('names the port that another program uses', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  assert.deepEqual(await startAndFail(t, { PORT: String(port) }), {
    code: EXIT_CODES.network,
    printed: `Reelay cannot start: Another program uses port ${port}. Stop it, or set PORT to another port.`,
  })
})

test('says what is wrong with DATABASE_URL', async (t) => {
  const databaseUrl = new URL(await newDatabase())
  const change = (fields: Partial<URL>) => Object.assign(new URL(databaseUrl), fields).href
  const port = String(await freePort())
  const cases: [string, number, RegExp][] = [
    ['db.example.com/reelay', EXIT_CODES.configuration, /DATABASE_URL must be a URL such as/],
    [
      change({ port, search: '' }),
      EXIT_CODES.database,
      new RegExp(`No PostgreSQL responds at .*:${port}`),
    ],
    [
      change({ search: '?host=/absent' }),
      EXIT_CODES.database,
      /No PostgreSQL responds at \/absent\/.s.PGSQL/,
    ],
    [change({ password: 'wrong' }), EXIT_CODES.database, /rejects the user or the password/],
    [
      change({ pathname: '/absent' }),
      EXIT_CODES.database,
      /Database "absent" does not exist. Create it/,
    ],
  ]
  for (const [DATABASE_URL, code, expected] of cases) {
    const failure = await startAndFail(t, { DATABASE_URL })
    assert.equal(failure.code, code, failure.printed)
    assert.match(failure.printed, expected)
    assert.equal(failure.printed.split('\n').length, 1, 'no stack trace')
    assert.ok(!failure.printed.includes(databaseUrl.password))
  }
})

test('refuses a short signing key without repeating it', async (t) => {
  for (const SIGNING_KEY of ['only-thirty-one-bytes-of-a-key-', '€'.repeat(10)]) {
    const { code, printed } = await startAndFail(t, { SIGNING_KEY })
    assert.equal(code, EXIT_CODES.configuration)
    assert.match(printed, /SIGNING_KEY must be at least 32 bytes/)
    assert.ok(!printed.includes(SIGNING_KEY))
  }
})

test('rejects the database of another version', async (t) => {
  const DATABASE_URL = await newDatabase()
  await onCluster(DATABASE_URL, `insert into migration values ('9999_later.sql', '')`)
  const { code, printed } = await startAndFail(t, { DATABASE_URL })
  assert.equal(code, EXIT_CODES.database)
  assert.match(printed, /^Reelay cannot start: The database belongs to another version of Reelay/)
})

test('names a data folder that cannot be used', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-start-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { code, printed } = await startAndFail(t, { DATA_DIR: join(file, 'data') })
  assert.equal(code, EXIT_CODES.files)
  assert.match(printed, /file.* is not a folder that the service can write to/)
})

test('finds the reason in the cause of an error', () => {
  const full = Object.assign(new Error('write failed'), { code: 'ENOSPC' })
  assert.deepEqual(
    describeStartFailure(new Error('outer', { cause: full }), { DATA_DIR: '/srv' }),
    {
      reason: 'The disk of DATA_DIR (/srv) is full. Free some space',
      exitCode: EXIT_CODES.files,
    },
  )
})

test('leaves an error of the service to its stack trace', () => {
  assert.equal(describeStartFailure(new TypeError('x is not a function'), {}), undefined)
})
