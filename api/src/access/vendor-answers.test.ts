// A vendor reads a request to decide, works on it after it accepted, and loses it when it declines.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as comments from '../comments/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as translations from '../translations/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { answer, assign, createVendor, firstVendor, orderFor } from '../../test/vendor-fixtures.ts'
import { changeRequest, readRequest, uploadOffline } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'

const UNANSWERED = 'assignment.not-accepted'

test('a vendor reads a request before it accepts, and works on it afterwards', async (t) => {
  const { a } = await loadFixtures(t)
  const vendor = firstVendor(a)
  const { person } = vendor
  const { _id: id, translation } = await orderFor(a)
  await assign(a, id, vendor.group)
  const request = await readRequest(person, id)
  assert.deepEqual(request.$statuses, [])
  const moves = await person.call(workrequests.listMoves, { params: { id } })
  assert.ok(moves.every(({ may }) => !may))
  const file = await uploadFile(person, a, 'cut.mp4')
  const upload = () =>
    person.call(offlines.createOffline, { body: { workRequest: id, file: file._id } })
  const attach = () => changeRequest(person, id, { files: [{ name: 'Online', files: [file._id] }] })
  const params = { id: translation._id }
  const translate = () =>
    person.call(translations.translationLines.add, {
      params,
      body: { text: 'Hallo', startTime: '00:00:01,000', stopTime: '00:00:02,000' },
    })
  const delegate = () =>
    person.call(translations.changeTranslation, {
      params,
      body: { translator: a.people.translator._id },
    })
  for (const work of [upload, attach, translate, delegate])
    await expectProblem(work(), 409, UNANSWERED)
  const refused = await changeRequest(person, id, {
    status: 'awaiting-materials',
    reason: 'Wait',
  }).catch((error: { status: number; missing: { step: string }[] }) => error)
  assert.deepEqual((refused as { missing: { step: string }[] }).missing[0]?.step, 'assignment')
  await person.call(comments.createComment, { params: { id }, body: { text: 'Which cut?' } })
  await answer(vendor, id, { decision: 'accepted' })
  for (const work of [upload, attach, translate, delegate]) await work()
})

test('the studio, and a translator of its own, work on while the vendor has not answered', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id, translation } = await orderFor(a)
  await a.people.studio.call(translations.changeTranslation, {
    params: { id: translation._id },
    body: { translator: a.people.translator._id },
  })
  await assign(a, id, a.vendors._id)
  await a.people.translator.call(translations.translationLines.add, {
    params: { id: translation._id },
    body: { text: 'Hallo', startTime: '00:00:01,000', stopTime: '00:00:02,000' },
  })
  const file = await uploadFile(a.people.studio, a, 'cut.mp4')
  await a.people.studio.call(offlines.createOffline, {
    body: { workRequest: id, file: file._id },
  })
})

test('a vendor that declined sees only its answer', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const vendor = firstVendor(a)
  const { person } = vendor
  const { _id: id } = await orderFor(a)
  const offline = await uploadOffline(a, id)
  await assign(a, id, vendor.group)
  await fixtures.runJobs()
  assert.equal((await readRequest(person, id)).offlines.length, 1)
  const declined = await answer(vendor, id, { decision: 'declined', reason: 'No capacity' })
  assert.equal(declined.assignment!.decision, 'declined')
  assert.deepEqual(declined.$statuses, [])
  await fixtures.runJobs()
  await expectProblem(readRequest(person, id), 404)
  await expectProblem(person.call(offlines.getOffline, { params: { id: offline._id } }), 404)
  assert.deepEqual((await person.call(files.listFiles)).items, [])
  const page = await person.call(events.listEvents)
  assert.ok(page.items.every(({ workRequest }) => !workRequest))
  assert.equal((await person.call(workrequests.listWorkRequests)).total, 0)
  const own = await person.call(workrequests.listAssignments, { params: { id } })
  assert.deepEqual(
    own.items.map(({ vendor: group, decision, reason }) => [group, decision, reason]),
    [[vendor.group, 'declined', 'No capacity']],
  )
  const otherVendor = await createVendor(fixtures, a)
  await expectProblem(readRequest(otherVendor.person, id), 404)
  await expectProblem(
    otherVendor.person.call(workrequests.listAssignments, { params: { id } }),
    404,
  )
  const whole = await readRequest(a.people.studio, id)
  assert.deepEqual([whole.vendor, whole.offlines.length], [vendor.group, 1])
})

test('row-level security knows the answer', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, app } = fixtures
  const vendor = firstVendor(a)
  const { _id: id } = await orderFor(a)
  await assign(a, id, vendor.group)
  const db = app.database.as({
    person: vendor.person._id,
    studios: [a.studio._id],
    groups: [vendor.group],
    vendorStudios: [a.studio._id],
  })
  const move = () =>
    sql`
      insert into work_request_history (studio_id, work_request_id, person_id, status, reason)
      values (${a.studio._id}, ${id}, ${vendor.person._id}, 'in-progress', '')`.execute(db)
  const isSeen = async () =>
    (await sql`select from work_request where id = ${id}`.execute(db)).rows.length === 1
  await assert.rejects(move(), /row-level security/)
  assert.ok(await isSeen())
  await answer(vendor, id, { decision: 'accepted' })
  await move()
  await assign(a, id, null)
  await assign(a, id, vendor.group)
  await answer(vendor, id, { decision: 'declined', reason: 'No capacity' })
  assert.ok(!(await isSeen()))
})
