// On a machine that cannot isolate codecs, the service accepts files and does not process them.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { createClient, type Call } from '@reelay/client'
import { toneWav } from '../demo/sample-files.ts'
import * as files from '../src/files/contract.ts'
import { FIXTURES_TEMPLATE, databaseOn, onCluster } from './cluster.ts'
import { startService } from './service.ts'
import { TEST_ENCRYPTION_KEY, type TestIdentity } from './test-app.ts'

const OLD_KERNEL = new URL('../../sandbox/src/old-kernel.fixture.ts', import.meta.url)
const [LOOK_MS, SECONDS_TO_PROCESS] = [3_000, 60]

test(
  'keeps media jobs queued without a sandbox, until it is allowed to do without',
  { skip: process.platform !== 'linux' && 'needs seccomp to remove Landlock', timeout: 120_000 },
  async (t) => {
    const installation = await createInstallation(t)
    const refusing = await installation.start('0')
    const file = await uploadTone(refusing.call)
    await sleep(LOOK_MS)
    assert.deepEqual(await statusesOf(refusing.call, file), ['waiting'])
    refusing.service.signal('SIGTERM')
    assert.equal(await refusing.service.ended, 0)

    const { call } = await installation.start('1')
    const end = Date.now() + SECONDS_TO_PROCESS * 1000
    while ((await statusesOf(call, file)).some((status) => status !== 'ready')) {
      assert.ok(Date.now() < end, 'the file is processed')
      await sleep(250)
    }
  },
)

const { admin, a } = JSON.parse(process.env.TEST_FIXTURES!) as {
  admin: TestIdentity
  a: { asset: { _id: string } }
}

async function uploadTone(call: Call): Promise<string> {
  const { _id } = await call(files.registerFile, {
    body: { name: 'tone.wav', asset: a.asset._id },
  })
  await call(files.receiveContent, { params: { id: _id }, body: toneWav(440) })
  return _id
}

async function statusesOf(call: Call, id: string): Promise<string[]> {
  const { media } = await call(files.getFile, { params: { id } })
  return media!.steps.map(({ status }) => status)
}

async function createInstallation(t: TestContext) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const cluster = process.env.TEST_CLUSTER!
  await onCluster(cluster, `create database ${name} template ${FIXTURES_TEMPLATE}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-unsandboxed-'))
  t.after(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await onCluster(cluster, `drop database ${name} with (force)`)
  })
  return {
    async start(allowed: '0' | '1') {
      const service = await startService({
        DATABASE_URL: databaseOn(cluster, name),
        DATA_DIR: dataDir,
        ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
        ALLOW_UNSANDBOXED_MEDIA: allowed,
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${OLD_KERNEL.href}`,
        WITHOUT_SECCOMP: '1',
      })
      t.after(async () => {
        service.signal('SIGKILL')
        await service.ended
      })
      const client = createClient({ baseUrl: `${service.address}/api`, credential: admin })
      return { service, call: client.call }
    },
  }
}
