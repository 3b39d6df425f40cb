import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { listNotifications } from '../notifications/contract.ts'
import { assignReviewers, listReviewers } from './contract.ts'

test('assigns a reviewer and an approver, who are notified and awaited', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { studio, territory, vendor } = a.people
  const id = await createRequestAt(a, 'for-review')
  const params = { id }
  const candidates = await territory.call(listReviewers, { params })
  assert.deepEqual(
    candidates.map(({ _id }) => _id).toSorted(),
    [studio._id, territory._id].toSorted(),
  )
  const before = await readRequest(vendor, id)
  assert.deepEqual([before.reviewer, before.approver], [null, null])
  const assigned = await territory.call(assignReviewers, {
    params,
    body: { reviewer: studio._id, approver: territory._id },
  })
  assert.deepEqual([assigned.reviewer!._id, assigned.approver!._id], [studio._id, territory._id])
  const { reviewer, $missing } = await readRequest(vendor, id)
  assert.equal(reviewer!._id, studio._id)
  assert.ok($missing.some(({ step, who }) => step === 'offline.decide' && who === reviewer!.name))
  await runJobs()
  const { items } = await studio.call(listNotifications)
  assert.ok(items.some(({ type, event }) => type === 'wra' && event.details.role === 'reviewer'))
  const opened = await territory.call(assignReviewers, { params, body: { reviewer: null } })
  assert.deepEqual([opened.reviewer, opened.approver!._id], [null, territory._id])
})

test('lets only the owner and the studio assign, and only people who may approve', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, vendor, translator } = a.people
  const id = await createRequestAt(a, 'in-progress')
  const assign = (by: typeof studio, reviewer: string) =>
    by.call(assignReviewers, { params: { id }, body: { reviewer } })
  await expectProblem(assign(vendor, studio._id), 403, 'field.protected')
  await expectProblem(vendor.call(listReviewers, { params: { id } }), 403, 'field.protected')
  for (const person of [vendor, translator, b.people.studio])
    await expectProblem(assign(studio, person._id), 422)
  await expectProblem(assign(b.people.studio, studio._id), 404)
  const done = await createRequestAt(a, 'complete')
  await expectProblem(
    studio.call(assignReviewers, { params: { id: done }, body: { reviewer: studio._id } }),
    409,
  )
})
