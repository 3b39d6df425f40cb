import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as events from '../events/contract.ts'
import * as groups from '../groups/contract.ts'
import * as notifications from '../notifications/contract.ts'
import * as studios from '../studios/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type StudioFixtures, type TestUser } from '../../test/fixtures.ts'
import { answer, assign, createVendor, firstVendor, orderFor } from '../../test/vendor-fixtures.ts'
import { readRequest } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const setAssignment = (
  { studio, people }: StudioFixtures,
  assignment: Partial<studios.AssignmentSettings>,
) =>
  people.studio.call(studios.changeStudio, {
    params: { id: studio._id },
    body: {
      settings: {
        assignment: { rules: [], pool: false, respondWithinHours: null, ...assignment },
      },
    },
  })

const typesFor = async (person: TestUser) =>
  (await person.call(notifications.listNotifications)).items.map(({ type }) => type)

const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600

test('the studio assigns a vendor, who accepts', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { _id } = await orderFor(a)
  const respondBy = inHours(24)
  const assigned = await assign(a, _id, a.vendors._id, { respondBy })
  assert.equal(assigned.vendor, a.vendors._id)
  assert.equal(assigned.assignment!.respondBy, respondBy)
  assert.equal(assigned.assignment!.decision, null)
  const accepted = await answer(firstVendor(a), _id, { decision: 'accepted' })
  assert.equal(accepted.assignment!.decision, 'accepted')
  await fixtures.runJobs()
  assert.ok((await typesFor(a.people.vendor)).includes('was'))
  assert.ok((await typesFor(a.people.studio)).includes('wac'))
  const again = await answer(firstVendor(a), _id, { decision: 'accepted' })
  assert.deepEqual(again.assignment, accepted.assignment)
})

test('a vendor declines with a reason, and the studio can ask it again', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { _id } = await orderFor(a)
  await assign(a, _id, a.vendors._id)
  const vendor = firstVendor(a)
  await expectProblem(answer(vendor, _id, { decision: 'declined' }), 422, 'reason.required')
  const { assignment } = await answer(vendor, _id, { decision: 'declined', reason: 'No capacity' })
  assert.equal(assignment!.reason, 'No capacity')
  await expectProblem(answer(vendor, _id, { decision: 'accepted' }), 404)
  await fixtures.runJobs()
  const { items } = await a.people.studio.call(events.listEvents, { query: { type: 'wde' } })
  assert.equal(items[0]!.details.reason, 'No capacity')
  const again = await assign(a, _id, a.vendors._id)
  assert.deepEqual([again.vendor, again.assignment!.decision], [a.vendors._id, null])
  await answer(vendor, _id, { decision: 'accepted' })
  await expectProblem(
    answer(vendor, _id, { decision: 'declined', reason: 'Too late' }),
    409,
    'assignment.already-decided',
  )
})

test('only the studio assigns, and only the assigned vendor answers', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const { _id: id } = await orderFor(a)
  const { territory, vendor, studio } = a.people
  for (const person of [territory, vendor])
    await expectProblem(
      person.call(contract.assignVendor, { params: { id }, body: { vendor: a.vendors._id } }),
      403,
      'permission.required',
    )
  await expectProblem(
    studio.call(contract.answerAssignment, { params: { id }, body: { decision: 'accepted' } }),
    403,
    'permission.required',
  )
  await expectProblem(
    answer(firstVendor(a), id, { decision: 'accepted' }),
    409,
    'assignment.not-assigned',
  )
  await expectProblem(assign(a, id, b.vendors._id), 422, 'reference.not-found')
  await expectProblem(
    assign(a, id, a.vendors._id, { respondBy: inHours(-1) }),
    422,
    'assignment.deadline-in-past',
  )
})

test('the first matching rule assigns a submitted request', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const other = await createVendor(fixtures, a)
  await setAssignment(a, {
    respondWithinHours: 48,
    rules: [
      { territory: 'DE', language: 'fra', vendor: other.group },
      { project: a.project._id, vendor: a.vendors._id },
      { vendor: other.group },
    ],
  })
  const request = await orderFor(a)
  assert.equal(request.vendor, a.vendors._id)
  assert.equal(request.assignment!.automatic, true)
  assert.deepEqual(request.assignment!.rule, {
    territory: null,
    project: a.project._id,
    language: null,
  })
  assert.ok(request.assignment!.respondBy! > inHours(47))
  await fixtures.runJobs()
  assert.deepEqual(await typesFor(other.person), [])
  assert.ok((await typesFor(a.people.vendor)).includes('was'))
  const automatic = await orderFor(a, { auto: true })
  assert.equal(automatic.vendor, null)
  await expectProblem(assign(a, automatic._id, other.group), 409, 'assignment.automatic')
  const draft = await a.people.territory.call(contract.createWorkRequest, {
    body: { asset: a.asset._id },
  })
  assert.equal(draft.vendor, null)
})

test('an assignment by a rule names the rule and nobody', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  await setAssignment(a, { rules: [{ territory: 'DE', vendor: a.vendors._id }] })
  await orderFor(a)
  await fixtures.runJobs()
  const { items } = await a.people.vendor.call(notifications.listNotifications, {
    query: { type: 'was' },
  })
  const { title, emailSubject, event } = items[0]!
  assert.equal(title, 'A work request is assigned to a vendor (automatic, by the rule for Germany)')
  assert.ok(emailSubject.endsWith(title))
  assert.deepEqual(event.automatic, { cause: 'assignment-rule' })
  assert.equal(event.details.territory, 'DE')
  const { rows } = await sql<{ text: string }>`
    select text from mail where to_address = ${a.people.vendor.email}
      and subject like '%assigned%'`.execute(fixtures.db)
  assert.ok(rows.every(({ text }) => /automatic, by the rule for Germany/.test(text)))
})

test('refuses rules that name records of other studios, and shows rules only to managers', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin } = fixtures
  const { errors } = await expectProblem(
    setAssignment(a, {
      rules: [
        { vendor: a.vendors._id },
        { vendor: b.vendors._id },
        { vendor: a.vendors._id, project: b.project._id, territory: 'XX' },
      ],
    }),
    422,
    'reference.not-found',
  )
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['1/vendor', '2/project', '2/territory'].map((path) => `/settings/assignment/rules/${path}`),
  )
  await setAssignment(a, { rules: [{ vendor: a.vendors._id }], pool: true })
  const { settings } = await a.people.vendor.call(studios.getStudio, {
    params: { id: a.studio._id },
  })
  assert.deepEqual(settings.assignment, { rules: [], pool: true, respondWithinHours: null })
  await expectProblem(
    admin.call(groups.removeGroup, { params: { id: a.vendors._id } }),
    409,
    'record.in-use',
  )
})

test('one vendor takes a request from the pool, and it disappears for the others', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const other = await createVendor(fixtures, a)
  const { _id: id } = await orderFor(a)
  const take = ({ group, person }: { group: string; person: TestUser }) =>
    person.call(contract.assignVendor, { params: { id }, body: { vendor: group } })
  await expectProblem(take(other), 403, 'permission.required')
  await setAssignment(a, { pool: true })
  await expectProblem(take({ ...other, group: a.vendors._id }), 403, 'permission.required')
  const outcomes = await Promise.allSettled([take(other), take(firstVendor(a))])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const taken = await readRequest(a.people.studio, id)
  assert.equal(taken.assignment!.decision, 'accepted')
  const loser = taken.vendor === other.group ? a.people.vendor : other.person
  await expectProblem(readRequest(loser, id), 404)
})

test('tells the studio once when no answer came in time', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { _id } = await orderFor(a)
  await assign(a, _id, a.vendors._id, { respondBy: inHours(1) })
  const pass = async () => {
    await sql`update job set run_at = now() where kind = 'assignment-deadline'`.execute(db)
    await fixtures.runJobs()
  }
  await pass()
  assert.ok(!(await typesFor(a.people.studio)).includes('wnr'))
  await assign(a, _id, a.vendors._id, { respondBy: inHours(2) })
  await sql`update work_request_assignment set respond_by = now()`.execute(db)
  await pass()
  await assign(a, _id, a.vendors._id)
  await pass()
  const notified = (await typesFor(a.people.studio)).filter((type) => type === 'wnr')
  assert.equal(notified.length, 1)
  assert.ok(!(await typesFor(a.people.vendor)).includes('wnr'))
})

test('says nothing when the vendor answered in time', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { _id } = await orderFor(a)
  await assign(a, _id, a.vendors._id, { respondBy: inHours(1) })
  await answer(firstVendor(a), _id, { decision: 'accepted' })
  await sql`update work_request_assignment set respond_by = now()`.execute(db)
  await sql`update job set run_at = now() where kind = 'assignment-deadline'`.execute(db)
  await fixtures.runJobs()
  assert.ok(!(await typesFor(a.people.studio)).includes('wnr'))
})

test('filters by vendor', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const [open, assigned] = [await orderFor(a), await orderFor(a)]
  await assign(a, assigned._id, a.vendors._id)
  const listed = async (vendor: string, by = a.people.studio) =>
    (await by.call(contract.listWorkRequests, { query: { vendor } })).items.map(({ _id }) => _id)
  assert.deepEqual(await listed('none'), [open._id])
  assert.deepEqual(await listed(a.vendors._id), [assigned._id])
  assert.deepEqual(await listed('me'), [])
  assert.deepEqual(await listed('me', a.people.vendor), [assigned._id])
})

test('refuses to assign a final request, and keeps a group that has requests', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, admin } = fixtures
  const { _id: id } = await orderFor(a)
  await assign(a, id, a.vendors._id)
  await expectProblem(admin.call(groups.removeGroup, { params: { id: a.vendors._id } }), 409)
  await a.people.studio.call(contract.changeWorkRequest, {
    params: { id },
    body: { status: 'cancelled', reason: 'Not needed' },
  })
  await expectProblem(assign(a, id, null), 409, 'assignment.request-closed')
})
