import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

async function put(
  { db }: Fixtures,
  job: { kind?: string; dead?: boolean; leased?: boolean; attempts?: number; error?: string } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('job')
    .values({
      kind: job.kind ?? 'unheard-of',
      payload: '{"file":"f1"}',
      attempts: job.attempts ?? 0,
      error: job.error ?? null,
      dead_at: job.dead ? new Date() : null,
      leased_until: job.leased ? new Date(Date.now() + 60_000) : null,
      run_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

test('what waits, runs and has failed is told apart, the failed first', async (t) => {
  const house = await loadFixtures(t)
  const ids = [
    await put(house),
    await put(house, { leased: true }),
    await put(house, { dead: true, attempts: 8, error: 'no ink' }),
  ]
  const { items, total } = await house.admin.call(contract.listJobs, {
    query: { kind: 'unheard-of' },
  })
  assert.equal(total, 3)
  assert.deepEqual(
    items.map(({ _id, state, error, about }) => [_id, state, error, about.file]),
    [
      [ids[2], 'failed', 'no ink', 'f1'],
      [ids[0], 'waiting', null, 'f1'],
      [ids[1], 'running', null, 'f1'],
    ],
  )
  assert.deepEqual(
    (await house.admin.call(contract.listJobs, { query: { state: 'failed' } })).items.map(
      ({ _id }) => _id,
    ),
    [ids[2]],
  )
  const kind = (await house.admin.call(contract.summariseJobs)).find(
    (one) => one.kind === 'unheard-of',
  )
  assert.deepEqual([kind!.waiting, kind!.running, kind!.failed], [1, 1, 1])
})

test('a failed job is tried again with all its tries; no other is', async (t) => {
  const house = await loadFixtures(t)
  const [failed, waiting] = [await put(house, { dead: true, attempts: 8 }), await put(house)]
  const again = await house.admin.call(contract.retryJob, { params: { id: failed } })
  assert.deepEqual([again.state, again.attempts], ['waiting', 0])
  await expectProblem(
    house.admin.call(contract.retryJob, { params: { id: waiting } }),
    409,
    'job.not-failed',
  )
  for (const id of ['0', '99999999999999999999', 'x', 'f'.repeat(24)])
    await expectProblem(house.admin.call(contract.getJob, { params: { id } }), 404)
})
