import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FIXTURES_TEMPLATE, databaseOn, onCluster } from '../../api/test/cluster.ts'
import { startService } from '../../api/test/service.ts'
import { PASSWORD, TEST_ENCRYPTION_KEY, type TestIdentity } from '../../api/test/test-app.ts'
import { fuzz } from './run.ts'

test('answers fuzzed requests for every operation without an error of its own', async (t) => {
  const cluster = process.env.TEST_CLUSTER!
  const name = `fuzz_${randomUUID().replaceAll('-', '')}`
  await onCluster(cluster, `create database ${name} template ${FIXTURES_TEMPLATE}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-fuzz-'))
  const service = await startService({
    DATABASE_URL: databaseOn(cluster, name),
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    TRUST_PROXY: '127.0.0.1',
  })
  t.after(async () => {
    service.signal('SIGKILL')
    await service.ended
    await rm(dataDir, { recursive: true, force: true })
    await onCluster(cluster, `drop database ${name} with (force)`)
  })
  const { admin, a } = JSON.parse(process.env.TEST_FIXTURES!) as {
    admin: TestIdentity
    a: { people: Record<string, TestIdentity> }
  }
  const people = [admin, ...Object.values(a.people)].map((person) => ({
    ...person,
    password: PASSWORD,
  }))
  const { failures, requests, statuses, ...figures } = await fuzz(
    { port: service.port, people },
    { seed: 14, rounds: 3 },
  )
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(failures, [])
  assert.ok(statuses['200']! > requests / 20, 'some of the requests are valid')
})
