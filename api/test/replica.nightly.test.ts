// Reports that are read from a streaming standby.
import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { openReplica } from '../src/kernel/db/replica.ts'
import { connectService } from '../src/kernel/db/service-database.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { createWorkRequest } from '../src/workrequests/contract.ts'
import { createAsset, signIn, type DrillAccount } from './drill-account.ts'
import { startService } from './service.ts'
import { runOn, startWithStandby, type ReplicatedDatabase } from './standby.ts'

const MAX_AGE = 4

test(
  'reads reports from a standby while it is young enough, and from the primary otherwise',
  { timeout: 240_000 },
  async (t) => {
    const { primary, standby, account } = await startReplicated(t)
    const asset = await createAsset(account.call)
    const order = () =>
      account.call(createWorkRequest, { body: { asset, language: 'deu', instructions: 'Replica' } })
    await order()
    await readUntil(account, ({ age, ordered }) => age !== null && ordered === 1)
    for (const report of ['turnaround', 'rejections', 'volume?format=csv'])
      await waitFor(async () => (await readAge(account, `/reports/${report}`)) !== null)

    await runOn(standby.url, 'select pg_wal_replay_pause()')
    await waitFor(async () => (await pauseState(standby.url)) === 'paused')
    await order()
    const list = await read(account, '/workrequests')
    assert.deepEqual([list.age, list.body.length], [null, 2], 'records come from the primary')
    const behind = await readUntil(account, ({ age }) => age === null)
    assert.equal(behind.ordered, 2)

    await runOn(standby.url, 'select pg_wal_replay_resume()')
    await readUntil(account, ({ age, ordered }) => age !== null && ordered === 2)
    await checkRowSecurity(primary.url, standby.url)

    await runOn(primary.url, 'alter system reset synchronous_standby_names')
    await runOn(primary.url, 'select pg_reload_conf()')
    await standby.stop()
    assert.equal((await readReport(account)).ordered, 2)
    await readUntil(account, ({ age }) => age === null)
  },
)

/** The replica shows a caller the same rows as the primary, and refuses writes. */
async function checkRowSecurity(primaryUrl: string, standbyUrl: string) {
  const primary = connectService(primaryUrl, { size: 1 })
  const options = { size: 1, maxAgeSeconds: 60 }
  const replica = openReplica(standbyUrl, primary.system, options)
  const promoted = openReplica(primaryUrl, primary.system, options)
  try {
    await waitFor(async () => replica.find() !== undefined)
    const { database } = replica.find()!
    const { rows } = await sql<{ id: string }>`select id from studio`.execute(primary.system)
    const countFor = async (studios: string[]) => {
      const caller = database.as({ person: null, studios })
      return (await sql`select from work_request`.execute(caller)).rows.length
    }
    assert.deepEqual([await countFor([]), await countFor(rows.map(({ id }) => id))], [0, 2])
    await assert.rejects(
      sql`delete from work_request`.execute(database.system),
      /in a read-only transaction/,
    )
    assert.equal(promoted.find(), undefined, 'a server that accepts writes is not a replica')
    replica.suspend()
    assert.equal(replica.find(), undefined)
    await waitFor(async () => replica.find() !== undefined)
  } finally {
    await Promise.all([replica.close(), promoted.close()])
    await primary.close()
  }
}

const pauseState = async (url: string): Promise<string> =>
  (await runOn<{ state: string }>(url, 'select pg_get_wal_replay_pause_state() as state'))[0]!.state

async function waitFor(isReached: () => Promise<boolean>) {
  while (!(await isReached())) await sleep(20)
}

async function fetchText({ api, authorization }: DrillAccount, path: string) {
  const response = await fetch(api + path, { headers: { authorization } })
  assert.equal(response.status, 200)
  const age = response.headers.get('x-data-age')
  return { age: age === null ? null : Number(age), text: await response.text() }
}

const readAge = async (account: DrillAccount, path: string) => (await fetchText(account, path)).age

async function read(account: DrillAccount, path: string) {
  const { age, text } = await fetchText(account, path)
  return { age, body: JSON.parse(text) as unknown[] }
}

async function readReport(account: DrillAccount) {
  const { age, body } = await read(account, '/reports/volume')
  assert.ok(age === null || (age >= 0 && age <= MAX_AGE), `${age} s old`)
  return { age, ordered: (body as unknown as { total: { ordered: number } }).total.ordered }
}
type Reading = Awaited<ReturnType<typeof readReport>>

async function readUntil(account: DrillAccount, matches: (report: Reading) => boolean) {
  for (;;) {
    const report = await readReport(account)
    if (matches(report)) return report
    await sleep(50)
  }
}

async function startReplicated(
  t: TestContext,
): Promise<ReplicatedDatabase & { account: DrillAccount }> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-replica-'))
  chmodSync(folder, 0o755)
  const servers = await startWithStandby(folder)
  const service = await startService({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: servers.primary.url,
    DATABASE_REPLICA_URL: servers.standby.url,
    DATABASE_REPLICA_MAX_AGE: String(MAX_AGE),
    ROLE: 'api',
  })
  t.after(async () => {
    service.signal('SIGTERM')
    await service.ended
    await servers.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { ...servers, account: await signIn(service) }
}
