// The service that `npm start` runs is a bundle, in which the bundler may rename functions.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createClient } from '@reelay/client'
import { createWorkRequest } from '../src/workrequests/contract.ts'
import { FIXTURES_TEMPLATE, databaseOn, onCluster } from './cluster.ts'
import { startService } from './service.ts'
import { TEST_ENCRYPTION_KEY, type TestIdentity } from './test-app.ts'

/** More than `compute` handles on the calling thread. */
const LINES = Array.from({ length: 200 }, (_none, index) => ({
  number: index + 1,
  text: `${index} ${'Lange Wörter '.repeat(50)}`.trim(),
  startTime: timeOf(index * 2),
  stopTime: timeOf(index * 2 + 1),
}))

function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(11, 19)},000`
}

test('runs tasks in worker threads', async (t) => {
  const { admin, a } = JSON.parse(process.env.TEST_FIXTURES!) as {
    admin: TestIdentity
    a: { asset: { _id: string } }
  }
  const { address } = await start(t)
  const headers = {
    authorization: `Basic ${btoa(`${admin.email}:token-${admin.token}`)}`,
    'content-type': 'application/json',
  }
  const client = createClient({ baseUrl: `${address}/api`, credential: admin })
  const { translation } = await client.call(createWorkRequest, {
    body: { asset: a.asset._id, language: 'deu' },
  })
  const at = `${address}/api/translations/${translation._id}`
  const put = await fetch(`${at}/lines`, { method: 'PUT', headers, body: JSON.stringify(LINES) })
  assert.equal(put.status, 200, await put.text())
  for (const path of ['export?format=srt', 'export?format=xlsx', 'qc', 'merge', 'lines']) {
    const reply = await fetch(`${at}/${path}`, { headers })
    const text = await reply.text()
    assert.equal(reply.status, 200, `${path}: ${text.slice(0, 300)}`)
  }
})

async function start(t: TestContext) {
  const cluster = process.env.TEST_CLUSTER!
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onCluster(cluster, `create database ${name} template ${FIXTURES_TEMPLATE}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-bundle-'))
  const service = await startService({
    DATABASE_URL: databaseOn(cluster, name),
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  })
  t.after(async () => {
    service.signal('SIGKILL')
    await service.ended
    await rm(dataDir, { recursive: true, force: true })
    await onCluster(cluster, `drop database ${name} with (force)`)
  })
  return service
}
