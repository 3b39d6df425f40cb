import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { uploadFile } from '../../test/orders.ts'
import {
  uploadOffline,
  changeRequest,
  orderWithoutMaterials,
  readRequest,
  createRequestAt,
} from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import * as contract from './contract.ts'

const eventTypes = async (by: TestUser) =>
  (await by.call(listEvents, { range: { first: 0, last: 99 } })).items
    .map(({ type }) => type)
    .filter((type) => type.startsWith('w'))
    .toSorted()

test('accepts underscores in statuses and never returns them', async (t) => {
  const { a } = await loadFixtures(t)
  const id = await createRequestAt(a, 'in-progress')
  await uploadOffline(a, id)
  assert.equal(
    (await changeRequest(a.people.vendor, id, { status: 'for_review' })).status,
    'for-review',
  )
  const { history } = await readRequest(a.people.vendor, id)
  assert.ok(history.every(({ status }) => !status.includes('_')))
})

test('keeps reason and code of a rejection and resumes with a new offline', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor, studio } = a.people
  const id = await createRequestAt(a, 'for-review')
  const error = await expectProblem(
    changeRequest(territory, id, { status: 'rejected' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.deepEqual(
    [
      error.problem.from,
      error.problem.to,
      (error.problem.missing as { code: string }[]).map(({ code }) => code),
    ],
    ['for-review', 'rejected', ['reason', 'code']],
  )
  await expectProblem(
    changeRequest(territory, id, { status: 'rejected', reason: 'x', code: 'colour' as never }),
    422,
    'body.invalid',
  )
  const rejected = await changeRequest(territory, id, {
    status: 'rejected',
    reason: 'The sound drifts',
    code: 'sound',
  })
  assert.deepEqual(
    rejected.rejections.map(({ reason, code, user }) => [reason, code, user._id]),
    [['The sound drifts', 'sound', territory._id]],
  )
  assert.deepEqual([rejected.status, rejected.reason], ['rejected', 'The sound drifts'])
  await uploadOffline(a, id)
  assert.deepEqual(
    [(await readRequest(vendor, id)).status, await eventTypes(studio)],
    ['in-progress', ['wip', 'wip', 'wrj', 'wrv', 'wsu']],
  )
  assert.equal((await changeRequest(vendor, id, { status: 'for-review' })).status, 'for-review')
})

test('resumes a rejected request without an offline but does not review it again', async (t) => {
  const { a } = await loadFixtures(t)
  const id = await createRequestAt(a, 'rejected')
  assert.equal(
    (await changeRequest(a.people.vendor, id, { status: 'in-progress' })).status,
    'in-progress',
  )
  await expectProblem(
    changeRequest(a.people.vendor, id, { status: 'for-review' }),
    409,
    'work-request.move-not-allowed',
  )
})

test('starts work without a material for a reason and pauses when one is reopened', async (t) => {
  const { a } = await loadFixtures(t)
  const { vendor } = a.people
  const id = await createRequestAt(a, 'awaiting-materials')
  const error = await expectProblem(
    changeRequest(vendor, id, { status: 'in-progress' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.equal((error.problem.missing as unknown[]).length, 2)
  assert.equal(
    (
      await changeRequest(vendor, id, { status: 'in-progress', reason: 'time is short' })
    ).history.at(-1)!.reason,
    'time is short',
  )
  await expectProblem(
    changeRequest(vendor, id, { status: 'awaiting-materials' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.equal(
    (await changeRequest(vendor, id, { status: 'awaiting_materials', reason: 'no graphics' }))
      .status,
    'awaiting-materials',
  )
})

test('lets the owner cancel before work begins and the studio later, with a reason', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, studio, vendor } = a.people
  for (const status of ['incomplete', 'awaiting-materials'] as const)
    assert.equal(
      (await changeRequest(territory, await createRequestAt(a, status), { status: 'cancelled' }))
        .status,
      'cancelled',
    )
  const id = await createRequestAt(a, 'in-progress')
  await expectProblem(
    changeRequest(territory, id, { status: 'cancelled', reason: 'x' }),
    403,
    'work-request.move-not-allowed',
  )
  await expectProblem(
    changeRequest(vendor, id, { status: 'cancelled', reason: 'x' }),
    403,
    'work-request.move-not-allowed',
  )
  await expectProblem(
    changeRequest(studio, id, { status: 'cancelled' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.equal(
    (await changeRequest(studio, id, { status: 'cancelled', reason: 'recut' })).reason,
    'recut',
  )
})

test('lets only an admin reopen a final request, with a reason', async (t) => {
  const { a, admin } = await loadFixtures(t)
  for (const status of ['complete', 'cancelled'] as const) {
    const id = await createRequestAt(a, status)
    await expectProblem(
      changeRequest(a.people.studio, id, { status: 'in-progress', reason: 'x' }),
      403,
      'work-request.move-not-allowed',
    )
    await expectProblem(
      changeRequest(admin, id, { status: 'in-progress' }),
      409,
      'work-request.move-not-allowed',
    )
    assert.equal(
      (await changeRequest(admin, id, { status: 'in-progress', reason: 'a last change' })).status,
      'in-progress',
    )
    assert.equal((await readRequest(a.people.vendor, id)).status, 'in-progress')
  }
})

test('rejects skipped steps', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const id = await createRequestAt(a, 'incomplete')
  for (const status of [
    'in-progress',
    'for-review',
    'rejected',
    'approved',
    'complete',
    'awaiting-materials',
  ] as const) {
    const error = await expectProblem(
      changeRequest(admin, id, { status, reason: 'x', code: 'other' }),
      409,
      'work-request.move-not-allowed',
    )
    assert.deepEqual([error.problem.from, error.problem.to], ['incomplete', status])
  }
  assert.equal((await readRequest(admin, id)).history.length, 1)
})

test('ignores a repeated move, also submitted after an automatic move', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, studio } = a.people
  const id = await createRequestAt(a, 'awaiting-materials')
  const before = await readRequest(territory, id)
  assert.deepEqual(await changeRequest(territory, id, { status: 'submitted' }), before)
  assert.deepEqual(await changeRequest(territory, id, { status: 'awaiting-materials' }), before)
  assert.deepEqual(await eventTypes(studio), ['wam', 'wsu'])
})

test('blocks submission when the due date is too near by the database clock', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { _id: id } = await a.people.territory.call(contract.createWorkRequest, {
    body: orderWithoutMaterials(a),
  })
  await sql`
    update work_request set due_at = now() + interval '23 hours 59 minutes'
    where id = ${id}`.execute(db)
  await expectProblem(
    changeRequest(a.people.territory, id, { status: 'submitted' }),
    409,
    'work-request.move-not-allowed',
  )
  await sql`
    update work_request set due_at = now() + interval '24 hours 1 minute'
    where id = ${id}`.execute(db)
  assert.equal(
    (await changeRequest(a.people.territory, id, { status: 'submitted' })).status,
    'in-progress',
  )
})

test('changes fields and status in one transaction', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id } = await a.people.territory.call(contract.createWorkRequest, {
    body: { asset: a.asset._id, language: 'deu' },
  })
  await expectProblem(
    changeRequest(a.people.territory, id, { instructions: 'lost', status: 'submitted' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.equal((await readRequest(a.people.territory, id)).instructions, '')
  const { asset: _asset, ...rest } = orderWithoutMaterials(a)
  assert.equal(
    (await changeRequest(a.people.territory, id, { ...rest, status: 'submitted' })).status,
    'in-progress',
  )
})

test('keeps a rejection that raced with a new offline', async (t) => {
  const { a, db } = await loadFixtures(t)
  const id = await createRequestAt(a, 'for-review')
  const file = await uploadFile(a.people.vendor, a)
  let rejecting!: Promise<contract.WorkRequest>
  await inTransaction(db, async (tx) => {
    await sql`select from work_request where id = ${id} for update`.execute(tx)
    rejecting = changeRequest(a.people.territory, id, {
      status: 'rejected',
      reason: 'x',
      code: 'sound',
    })
    while ((await sql`select from pg_locks where not granted`.execute(tx)).rows.length === 0);
    await sql`
      insert into offline
      (studio_id, project_id, asset_id, work_request_id, from_id, file_id, version, created_at)
    values (${a.studio._id}, ${a.project._id}, ${a.asset._id}, ${id}, ${a.people.vendor._id},
      ${file._id}, 2, clock_timestamp())`.execute(tx)
  })
  assert.equal((await rejecting).status, 'rejected')
})
