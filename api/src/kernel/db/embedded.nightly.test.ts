import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { startEmbedded, type Embedded } from './embedded.ts'

/**
 * A folder and a function that starts PostgreSQL in it. Everything is stopped before the folder is
 * removed.
 */
async function prepareDataDir(t: TestContext, name = '') {
  const dataDir = await mkdtemp(join(tmpdir(), `reelay-embedded-${name}`))
  chmodSync(dataDir, 0o755)
  const started: Embedded[] = []
  const logged: string[] = []
  t.after(async () => {
    for (const embedded of started) await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const start = async () => {
    const embedded = await startEmbedded({ dataDir, log: (message) => logged.push(message) })
    started.push(embedded)
    return embedded
  }
  return { dataDir, logged, start }
}

async function runQuery<Row extends Record<string, unknown>>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** A connection whose query does not notice that its postmaster has died. */
async function busyBackend(url: string): Promise<number> {
  const busy = new pg.Client({ connectionString: url })
  busy.on('error', () => {})
  await busy.connect()
  const {
    rows: [backend],
  } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid')
  busy.query('select count(*) from generate_series(1, 6000000) n where n % 7 = 3').then(
    () => busy.end(),
    () => {},
  )
  while (
    (
      await runQuery<{ state: string }>(
        url,
        `select state from pg_stat_activity where pid = ${backend!.pid}`,
      )
    )[0]?.state !== 'active'
  )
    await sleep(5)
  return backend!.pid
}

/** Another run of the service, which is killed before it can stop PostgreSQL. */
async function runElsewhere(dataDir: string): Promise<{ url: string; kill: () => void }> {
  const code = `import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url))}; console.log((await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })).url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), kill: () => void child.kill('SIGKILL') }
}

async function onceBack<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await work().then(
      (value) => ({ value }),
      () => undefined,
    )
    if (answer) return answer.value
    await sleep(20)
  }
}

const postmaster = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
const isRunning = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (text) => !text.includes(') Z '),
    () => false,
  )

test('creates a durable, private cluster in UTF-8 and stops it', async (t) => {
  const { dataDir, start } = await prepareDataDir(t)
  const { url, stop } = await start()
  const [settings] = await runQuery(
    url,
    `select
      current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages,
      current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as addresses,
      current_setting('server_encoding') as encoding,
      current_setting('unix_socket_directories') as sockets`,
  )
  assert.deepEqual(settings, {
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    addresses: '127.0.0.1',
    encoding: 'UTF8',
    sockets: join(dataDir, 'postgres'),
  })
  assert.deepEqual(await runQuery(url, 'select inet_server_addr() as address'), [{ address: null }])
  await assert.rejects(runQuery(url.replace(/:[0-9a-f]{48}@/, ':guess@'), 'select 1'), {
    code: '28P01',
  })
  assert.equal(
    (await stat(join(dataDir, 'postgres.secret'))).mode & 0o077,
    0,
    'only the owner can read the password file',
  )
  const pid = await postmaster(dataDir)
  await stop()
  assert.equal(await isRunning(pid), false)
  await assert.rejects(runQuery(url, 'select 1'))
})

test('uses TCP where the path is too long for a unix socket', async (t) => {
  const { start } = await prepareDataDir(t, 'long'.repeat(30))
  const { url } = await start()
  const isTcp = 'select inet_server_addr() is not null as tcp'
  assert.deepEqual(await runQuery(url, isTcp), [{ tcp: true }])
})

test('keeps its data across a restart', async (t) => {
  const { start } = await prepareDataDir(t)
  const first = await start()
  await runQuery(first.url, 'create table fact as select 42 as answer')
  await first.stop()
  const second = await start()
  assert.deepEqual(await runQuery(second.url, 'select answer from fact'), [{ answer: 42 }])
})

test('restarts after a kill and loses no acknowledged row', async (t) => {
  const { dataDir, logged, start } = await prepareDataDir(t)
  const { url } = await start()
  await runQuery(url, 'create table fact (n int primary key)')
  const acknowledged: number[] = []
  let writing = true
  const writer = (async () => {
    for (let n = 0; writing; n++)
      await runQuery(url, `insert into fact values (${n})`).then(
        () => acknowledged.push(n),
        () => sleep(10),
      )
  })()
  for (let round = 0; round < 2; round++) {
    const before = acknowledged.length
    while (acknowledged.length < before + 20) await sleep(5)
    process.kill(await postmaster(dataDir), 'SIGKILL')
  }
  const end = acknowledged.length + 20
  while (acknowledged.length < end) await sleep(5)
  writing = false
  await writer
  const survivors = new Set(
    (await runQuery<{ n: number }>(url, 'select n from fact')).map((row) => row.n),
  )
  assert.deepEqual(
    acknowledged.filter((n) => !survivors.has(n)),
    [],
  )
  assert.ok(logged.filter((message) => message.includes('has died')).length >= 2)
})

test('waits for the queries of a killed PostgreSQL before it serves', async (t) => {
  const { dataDir, start } = await prepareDataDir(t)
  const { url } = await start()
  const backend = await busyBackend(url)
  process.kill(await postmaster(dataDir), 'SIGKILL')
  await onceBack(() => runQuery(url, 'select 1'))
  assert.equal(await isRunning(backend), false)
})

test('adopts the PostgreSQL of an earlier run', async (t) => {
  const { dataDir, logged, start } = await prepareDataDir(t)
  const run = await runElsewhere(dataDir)
  const pid = await postmaster(dataDir)
  run.kill()
  const { url } = await start()
  assert.equal(await postmaster(dataDir), pid)
  assert.equal(url, run.url)
  assert.match(logged.join(), new RegExp(`using the PostgreSQL of an earlier run .*process ${pid}`))
})

test('starts after it was killed together with the service', async (t) => {
  const { dataDir, start } = await prepareDataDir(t)
  const run = await runElsewhere(dataDir)
  const backend = await busyBackend(run.url)
  run.kill()
  process.kill(await postmaster(dataDir), 'SIGKILL')
  const { url } = await start()
  assert.equal(await isRunning(backend), false)
  assert.deepEqual(await runQuery(url, 'select 1 as one'), [{ one: 1 }])
})

test('ignores a process id that belongs to another program', async (t) => {
  const { dataDir, start } = await prepareDataDir(t)
  const first = await start()
  const note = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  await first.stop()
  await writeFile(
    join(dataDir, 'postgres', 'postmaster.pid'),
    note.replace(/^\d+/, String(process.pid)),
  )
  const second = await start()
  assert.notEqual(await postmaster(dataDir), process.pid)
  assert.deepEqual(await runQuery(second.url, 'select 1 as one'), [{ one: 1 }])
})
