import assert from 'node:assert/strict'
import { chmodSync, chownSync, cpSync, globSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { openPool } from './connect.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { connectionOptions, parseHosts } from './primary.ts'

test('reads several hosts of a URL', () => {
  assert.deepEqual(
    parseHosts('postgres://ada:x%40y@one:6000,two,[::1]:7000/reelay?sslmode=require'),
    {
      url: 'postgres://ada:x%40y@one:6000/reelay?sslmode=require',
      hosts: [
        { host: 'one', port: 6000 },
        { host: 'two', port: 5432 },
        { host: '::1', port: 7000 },
      ],
    },
  )
})

test('leaves a URL with one host as it is', () => {
  const url = 'postgres://ada@/reelay?host=/run/postgresql'
  assert.deepEqual(connectionOptions(url), { connectionString: url })
})

test('follows a failover to the standby and loses no acknowledged row', async (t) => {
  const { primary, standby, url } = await startWithStandby(t)
  await migrate(url)
  const pool = openPool(url, { size: 2 })
  t.after(() => pool.end())
  await pool.query('create table fact (n int primary key)')
  const acknowledged: number[] = []
  let writing = true
  const writer = (async () => {
    for (let n = 0; writing; n++)
      await pool.query('insert into fact values ($1)', [n]).then(
        () => acknowledged.push(n),
        () => sleep(20),
      )
  })()
  const writeMore = async () => {
    const end = acknowledged.length + 50
    while (acknowledged.length < end) await sleep(5)
  }
  await writeMore()
  await primary.stop()
  await runOn(standby.url, 'select pg_promote()')
  await runOn(standby.url, `alter system set synchronous_standby_names = ''`)
  await runOn(standby.url, 'select pg_reload_conf()')
  await writeMore()
  writing = false
  await writer
  const rows = await runOn(standby.url, 'select n from fact')
  const kept = new Set(rows.map(({ n }) => n))
  assert.deepEqual(
    acknowledged.filter((n) => !kept.has(n)),
    [],
  )
})

test('waits while no host accepts writes', async (t) => {
  const { primary, standby, url } = await startWithStandby(t)
  await primary.stop()
  const pool = openPool(url, { size: 1 })
  t.after(() => pool.end())
  await assert.rejects(pool.query('select 1'))
  await runOn(standby.url, 'select pg_promote()')
  assert.equal((await pool.query('select 1 as one')).rowCount, 1)
})

/** Two servers with synchronous replication. The URL names the standby first. */
async function startWithStandby(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-standby-'))
  chmodSync(folder, 0o755)
  const started: Embedded[] = []
  t.after(async () => {
    for (const { stop } of started) await stop()
    await rm(folder, { recursive: true, force: true })
  })
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  await (await startEmbedded({ dataDir: one })).stop()
  copyWithOwners(one, two)
  const primary = await startEmbedded({ dataDir: one })
  started.push(primary)
  const { username, password, port } = new URL(primary.url)
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`
  for (const [name, text] of [
    ['standby.signal', ''],
    ['postgresql.auto.conf', `primary_conninfo = '${source}'\n`],
  ] as const)
    writeFileSync(join(two, 'postgres', name), text)
  copyOwner(one, two)
  const standby = await startEmbedded({ dataDir: two })
  started.push(standby)
  await runOn(primary.url, `alter system set synchronous_standby_names = '*'`)
  await runOn(primary.url, 'select pg_reload_conf()')
  const at = (address: string) => new URL(address).host
  const hosts = `${at(standby.url)},${at(primary.url)}`
  const url = primary.url.replace(/\?.*/, '').replace(at(primary.url), hosts)
  return { primary, standby, url }
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

async function runOn(url: string, statement: string): Promise<{ n: number }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ n: number }>(statement)).rows
  } finally {
    await client.end()
  }
}
