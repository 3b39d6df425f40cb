// Vendors of one studio see nothing of each other.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as assets from '../assets/contract.ts'
import * as comments from '../comments/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import {
  assign,
  assignAccepted,
  createVendor,
  firstVendor,
  orderFor,
} from '../../test/vendor-fixtures.ts'
import { changeRequest, readRequest, uploadOffline } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'

async function loadAssigned(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const [first, other] = [firstVendor(a), await createVendor(fixtures, a)]
  const { _id: id } = await orderFor(a)
  await assignAccepted(a, id, first)
  return { fixtures, a, first, other, id }
}

const filesOf = async ({ call }: { call: ReturnType<typeof firstVendor>['person']['call'] }) =>
  (await call(files.listFiles)).items.map(({ _id }) => _id)

test('hides a file from other vendors from the moment it is uploaded', async (t) => {
  const { a, first, other, id } = await loadAssigned(t)
  const file = await uploadFile(first.person, a, 'secret-cut.mp4')
  assert.deepEqual(await filesOf(other.person), [])
  await expectProblem(other.person.call(files.getFile, { params: { id: file._id } }), 404)
  const offline = await first.person.call(offlines.createOffline, {
    body: { workRequest: id, file: file._id },
  })
  assert.deepEqual(await filesOf(other.person), [])
  await expectProblem(other.person.call(offlines.getOffline, { params: { id: offline._id } }), 404)
  assert.deepEqual(await filesOf(first.person), [file._id])
  assert.deepEqual(await filesOf(a.people.studio), [file._id])
})

test('shows originals and the files of requests for all vendors to every vendor', async (t) => {
  const { a, first, other, id } = await loadAssigned(t)
  const original = await uploadFile(a.people.studio, a, 'original.mp4')
  const open = await orderFor(a)
  const shared = await uploadFile(first.person, a, 'shared.mp4')
  await first.person.call(offlines.createOffline, {
    body: { workRequest: open._id, file: shared._id },
  })
  assert.deepEqual((await filesOf(other.person)).toSorted(), [original._id, shared._id].toSorted())
  // A vendor cannot hide a file of the studio by attaching it.
  await changeRequest(first.person, id, { files: [{ name: 'Online', files: [original._id] }] })
  assert.ok((await filesOf(other.person)).includes(original._id))
  // What the studio uploads for a vendor is not for the others.
  const version = await uploadFile(a.people.studio, a, 'version.mp4')
  await changeRequest(a.people.studio, id, { files: [{ name: 'Online', files: [version._id] }] })
  assert.ok(!(await filesOf(other.person)).includes(version._id))
  assert.ok((await filesOf(first.person)).includes(version._id))
})

test('reassignment removes access at once and keeps the history for the studio', async (t) => {
  const { fixtures, a, first, other, id } = await loadAssigned(t)
  const offline = await uploadOffline(a, id)
  const { path } = await first.person.call(offlines.getOffline, { params: { id: offline._id } })
  await first.person.call(comments.createComment, {
    params: { id },
    body: { text: 'Ours is nearly done' },
  })
  const version = await uploadFile(first.person, a, 'version.mp4')
  await changeRequest(first.person, id, { files: [{ name: 'Online', files: [version._id] }] })
  const [download] = await first.person.call(downloads.startDownloads, {
    body: { files: [version._id] },
  })
  await fixtures.runJobs()
  await assign(a, id, other.group)

  await expectProblem(readRequest(first.person, id), 404)
  assert.deepEqual(await filesOf(first.person), [])
  for (const link of [path, download!.url]) {
    const response = await fixtures.app.fastify.inject({ url: new URL(link, 'http://x').href })
    assert.ok([403, 404].includes(response.statusCode), `${link}: ${response.statusCode}`)
  }
  assert.deepEqual((await first.person.call(downloads.listDownloads)).items, [])
  const remembered = await first.person.call(events.listEvents)
  assert.deepEqual(
    remembered.items.filter(({ workRequest }) => workRequest),
    [],
  )

  await fixtures.runJobs()
  const request = await readRequest(other.person, id)
  assert.deepEqual([request.offlines, request.files, request.reason], [[], [], ''])
  assert.ok(request.history.every(({ user }) => user._id !== first.person._id))
  for (const [endpoint, query] of [
    [comments.listComments, undefined],
    [workrequests.listAssignments, undefined],
  ] as const) {
    const { items } = await other.person.call(endpoint, { params: { id }, query })
    assert.ok(!JSON.stringify(items).includes(first.group))
    assert.ok(!JSON.stringify(items).includes('Ours is nearly done'))
  }
  const seen = JSON.stringify([
    // Who was details before the assignment: all vendor groups of the studio.
    (await other.person.call(events.listEvents)).items.map(
      ({ notify: _notify, ...event }) => event,
    ),
    (await other.person.call(offlines.listOfflines)).items,
  ])
  for (const hidden of [first.group, offline._id]) assert.ok(!seen.includes(hidden), hidden)

  const { studio } = a.people
  const whole = await readRequest(studio, id)
  assert.equal(whole.offlines.length, 1)
  const { items } = await studio.call(workrequests.listAssignments, { params: { id } })
  assert.deepEqual(
    items.map(({ vendor, decision }) => [vendor, decision]),
    [
      [other.group, null],
      [first.group, 'accepted'],
    ],
  )
})

test('a vendor that gets a request back sees its own work again', async (t) => {
  const { a, first, other, id } = await loadAssigned(t)
  const offline = await uploadOffline(a, id)
  await assign(a, id, other.group)
  await assign(a, id, first.group)
  assert.equal((await readRequest(first.person, id)).offlines[0]!._id, offline._id)
  assert.equal((await filesOf(first.person)).length, 1)
  await assign(a, id, null)
  assert.deepEqual(await filesOf(other.person), [])
  assert.equal((await readRequest(other.person, id)).offlines.length, 0)
})

test('the cached record of one vendor is not shown to the next', async (t) => {
  const { a, first, other, id } = await loadAssigned(t)
  await uploadOffline(a, id)
  await assign(a, id, other.group)
  for (const reader of [a.people.studio, other.person, a.people.studio, other.person]) {
    const { offlines } = await readRequest(reader, id)
    assert.equal(offlines.length, reader === a.people.studio ? 1 : 0)
  }
  await expectProblem(readRequest(first.person, id), 404)
})

test('the sources of an asset and its totals leave out requests of other vendors', async (t) => {
  const { fixtures, a, first, other, id } = await loadAssigned(t)
  await sql`update work_request set status = 'complete' where id = ${id}`.execute(fixtures.db)
  const languages = async ({ call }: typeof first.person) =>
    (await call(assets.getAsset, { params: { id: a.asset._id } })).$permissions.sources.requests
      .languages
  assert.deepEqual(await languages(first.person), ['deu'])
  assert.deepEqual(await languages(other.person), [])
  const { total } = await other.person.call(workrequests.listWorkRequests)
  assert.equal(total, 0)
})
