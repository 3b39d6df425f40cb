import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { runOn, startWithStandby, type ReplicatedDatabase } from '../../../test/standby.ts'
import { openPool } from './connect.ts'
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
  const { primary, standby, url } = await startServers(t)
  await migrate(url)
  const pool = openPool(url, { size: 2, name: 'test' })
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
  const rows = await runOn<{ n: number }>(standby.url, 'select n from fact')
  const survivors = new Set(rows.map(({ n }) => n))
  assert.deepEqual(
    acknowledged.filter((n) => !survivors.has(n)),
    [],
  )
})

test('waits while no host accepts writes', async (t) => {
  const { primary, standby, url } = await startServers(t)
  await primary.stop()
  const pool = openPool(url, { size: 1, name: 'test' })
  t.after(() => pool.end())
  await assert.rejects(pool.query('select 1'))
  await runOn(standby.url, 'select pg_promote()')
  assert.equal((await pool.query('select 1 as one')).rowCount, 1)
})

/** In a folder of its own. */
async function startServers(t: TestContext): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-standby-'))
  chmodSync(folder, 0o755)
  const servers = await startWithStandby(folder)
  t.after(async () => {
    await servers.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return servers
}
