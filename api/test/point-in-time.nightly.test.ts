// The drill of docs/run/point-in-time.md: somebody destroys the database of a busy service, and it is
// recovered to the moment before from a base backup and archived WAL.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import type { Call } from '@reelay/client'
import type { Embedded } from '../src/kernel/db/embedded.ts'
import { removeFile } from '../src/files/contract.ts'
import { createWorkRequest } from '../src/workrequests/contract.ts'
import { runAdmin } from './admin.ts'
import { createAsset, download, signIn, upload } from './drill-account.ts'
import { startService, type TestService } from './service.ts'
import { runOn } from './standby.ts'
import { recoverTo, startArchiving } from './wal-archive.ts'

const MEBIBYTE = 1024 * 1024
const WRITERS = 4
/** Before the base backup ends, before the moment, and after it. */
const ORDERS = 20

test(
  'recovers every acknowledged order up to a moment, and nothing after it',
  { timeout: 300_000 },
  async (t) => {
    const { home, serve, started } = await createHome(t)
    const { server, archive, takeBaseBackup, archiveEverything } = await startArchiving(home)
    started.push(server)
    const restored = join(home, 'restored')
    const service = await serve(server.url)
    const account = await signIn(service)
    const asset = await createAsset(account.call)
    const first = await upload(account, asset, 3 * MEBIBYTE)
    const orders = keepOrdering(account.call, asset)

    await orders.more()
    await takeBaseBackup(restored)
    const second = await upload(account, asset, MEBIBYTE)
    await orders.more()
    const before = orders.acknowledged()
    const moment = await readClock(server.url)
    const sentBefore = orders.sent()
    await orders.more()
    const late = await upload(account, asset, MEBIBYTE)
    await account.call(removeFile, { params: { id: second.id } })
    const after = (await orders.stop()).filter((key) => !sentBefore.has(key))
    assert.ok(after.length > 0, 'orders were placed after the moment')
    await runOn(server.url, 'truncate project cascade')
    await archiveEverything()
    service.signal('SIGKILL')
    await service.ended
    await server.stop()

    const recovered = await recoverTo(moment, { dataDir: restored, archive })
    started.push(recovered)
    const rows = await runOn<{ key: string; entries: number }>(
      recovered.url,
      `select w.instructions as key, count(h.*)::int as entries
       from work_request w
         left join work_request_history h on h.studio_id = w.studio_id and h.work_request_id = w.id
       group by w.studio_id, w.id`,
    )
    const keys = new Set(rows.map(({ key }) => key))
    assert.equal(keys.size, rows.length, 'no order is there twice')
    assert.deepEqual(
      [...before].filter((key) => !keys.has(key)),
      [],
      'acknowledged before the moment',
    )
    assert.deepEqual(
      after.filter((key) => keys.has(key)),
      [],
      'placed after the moment',
    )
    assert.ok(
      rows.every(({ entries }) => entries === 1),
      'each order has its history',
    )

    const again = await signIn(await serve(recovered.url))
    for (const { id, sha256 } of [first, second])
      assert.equal(hash('sha256', await download(again, id)), sha256)
    await assert.rejects(download(again, late.id), /404/)
    assert.equal((await upload(again, asset, 1000)).id.length, 24, 'accepts new uploads')
    const { findings } = await runAdmin(['doctor'], {
      DATA_DIR: join(home, 'data'),
      DATABASE_URL: recovered.url,
    })
    assert.deepEqual(
      findings.filter(({ check }) => check === 'objects').map(({ message }) => message),
      ['All 3 objects are present.'],
    )
    // A later restore follows the new history, and the WAL of the former one is not overwritten.
    assert.ok((await readdir(archive)).includes('00000002.history'))
  },
)

const readClock = async (url: string): Promise<string> =>
  (await runOn<{ now: string }>(url, 'select clock_timestamp()::text as now'))[0]!.now

/** Places orders until it is stopped. The instructions of an order are its key. */
function keepOrdering(call: Call, asset: string) {
  const [sent, acknowledged] = [new Set<string>(), new Set<string>()]
  let running = true
  const write = async () => {
    while (running) {
      const key = `order-${sent.size}`
      sent.add(key)
      await call(createWorkRequest, { body: { asset, instructions: key, language: 'deu' } })
      acknowledged.add(key)
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, write))
  return {
    sent: () => new Set(sent),
    acknowledged: () => new Set(acknowledged),
    async more() {
      const end = acknowledged.size + ORDERS
      while (acknowledged.size < end) await Promise.race([sleep(5), writers])
    },
    async stop() {
      running = false
      await writers
      return [...acknowledged]
    },
  }
}

async function createHome(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'reelay-moment-'))
  chmodSync(home, 0o755)
  const [services, started]: [TestService[], Embedded[]] = [[], []]
  t.after(async () => {
    for (const service of services) {
      service.signal('SIGTERM')
      await service.ended
    }
    for (const server of started) await server.stop()
    await rm(home, { recursive: true, force: true })
  })
  /** The objects and the key are the same, whatever database it uses. */
  const serve = async (url: string) => {
    const service = await startService({
      DATA_DIR: join(home, 'data'),
      DATABASE_URL: url,
      ROLE: 'api',
    })
    services.push(service)
    return service
  }
  return { home, serve, started }
}
