import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

async function insertJob(
  { db }: Fixtures,
  job: { kind?: string; dead?: boolean; leased?: boolean; attempts?: number; error?: string } = {},
): Promise<string> {
  const { rows } = await sql<{ id: number }>`insert into job ${sql.values({
    kind: job.kind ?? 'test-kind',
    payload: '{"file":"f1"}',
    attempts: job.attempts ?? 0,
    error: job.error ?? null,
    dead_at: job.dead ? new Date() : null,
    leased_until: job.leased ? new Date(Date.now() + 60_000) : null,
    run_at: new Date(Date.now() + 3_600_000),
  })} returning id`.execute(db)
  const { id } = rows[0]!
  return String(id)
}

test('lists jobs with their state, failed ones first', async (t) => {
  const testApp = await loadFixtures(t)
  const ids = [
    await insertJob(testApp),
    await insertJob(testApp, { leased: true }),
    await insertJob(testApp, { dead: true, attempts: 8, error: 'out of disk space' }),
  ]
  const { items, total } = await testApp.admin.call(contract.listJobs, {
    query: { kind: 'test-kind' },
  })
  assert.equal(total, 3)
  assert.deepEqual(
    items.map(({ _id, state, error, about }) => [_id, state, error, about.file]),
    [
      [ids[2], 'failed', 'out of disk space', 'f1'],
      [ids[0], 'waiting', null, 'f1'],
      [ids[1], 'running', null, 'f1'],
    ],
  )
  assert.deepEqual(
    (await testApp.admin.call(contract.listJobs, { query: { state: 'failed' } })).items.map(
      ({ _id }) => _id,
    ),
    [ids[2]],
  )
  const kind = (await testApp.admin.call(contract.summarizeJobs)).find(
    (one) => one.kind === 'test-kind',
  )
  assert.deepEqual([kind!.waiting, kind!.running, kind!.failed], [1, 1, 1])
})

test('retries a failed job with all its attempts, and no other job', async (t) => {
  const testApp = await loadFixtures(t)
  const [failed, waiting] = [
    await insertJob(testApp, { dead: true, attempts: 8 }),
    await insertJob(testApp),
  ]
  const retried = await testApp.admin.call(contract.retryJob, { params: { id: failed } })
  assert.deepEqual([retried.state, retried.attempts], ['waiting', 0])
  await expectProblem(
    testApp.admin.call(contract.retryJob, { params: { id: waiting } }),
    409,
    'job.not-failed',
  )
  for (const id of ['0', '99999999999999999999', 'x', 'f'.repeat(24)])
    await expectProblem(testApp.admin.call(contract.getJob, { params: { id } }), 404)
})
