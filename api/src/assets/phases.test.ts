import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { createGroup } from '../groups/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { createWorkflow } from '../workflows/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser, type StudioFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const move = (by: TestUser, { asset }: StudioFixtures, phase: string, reason?: string) =>
  by.call(contract.changeAsset, {
    params: { id: asset._id },
    body: { workflow: { phase }, ...(reason !== undefined && { reason }) },
  })
const phase = (more: object = {}) => ({ groups: [], users: [], terminal: false, ...more })
const definition = (phases: object) =>
  ({
    phases,
    requireGraphicsApproval: true,
    requireOfflineApproval: true,
  }) as contract.Asset['workflow']['definition']

test('moves an asset from WIP to LOCK to FINAL and flags the terminal phase', async (t) => {
  const { a } = await loadFixtures(t)
  assert.equal((await move(a.people.service, a, 'LOCK')).workflow.phase, 'LOCK')
  const final = await move(a.people.studio, a, 'FINAL')
  assert.deepEqual([final.workflow.phase, final.$flags], ['FINAL', ['terminal']])
})

test('rejects skipped and unknown phases', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const skipped = await expectProblem(
    move(a.people.studio, a, 'FINAL'),
    409,
    'phase.move-not-allowed',
  )
  assert.deepEqual([skipped.problem.from, skipped.problem.to], ['WIP', 'FINAL'])
  await expectProblem(move(admin, a, 'DONE'), 422, 'phase.not-found')
  for (const bad of ['wip', '', 'WIP; drop'])
    await expectProblem(move(admin, a, bad), 422, 'body.invalid')
  assert.equal(
    (await admin.call(contract.getAsset, { params: { id: a.asset._id } })).workflow.phase,
    'WIP',
  )
})

test('lets only the studio move back to WIP, with a reason', async (t) => {
  const { a } = await loadFixtures(t)
  await move(a.people.studio, a, 'LOCK')
  await expectProblem(move(a.people.service, a, 'WIP', 'recut'), 403, 'phase.move-not-allowed')
  await expectProblem(move(a.people.studio, a, 'WIP'), 409, 'phase.move-not-allowed')
  assert.equal((await move(a.people.studio, a, 'WIP', 'recut')).workflow.phase, 'WIP')
})

test('lets only an admin leave FINAL, with a reason, and not through another definition', async (t) => {
  const { a, admin } = await loadFixtures(t)
  for (const to of ['LOCK', 'FINAL']) await move(a.people.studio, a, to)
  await expectProblem(move(a.people.studio, a, 'LOCK', 'recall'), 403, 'phase.move-not-allowed')
  await expectProblem(move(admin, a, 'WIP'), 409, 'phase.move-not-allowed')
  const put = (workflow: object) =>
    a.people.studio.call(contract.changeAsset, {
      params: { id: a.asset._id },
      body: { workflow, reason: 'x' },
    })
  const open = definition({
    WIP: phase({ terminal: true }),
    FINAL: phase({ transitions: ['WIP'] }),
  })
  await expectProblem(put({ definition: open }), 403, 'phase.move-not-allowed')
  await expectProblem(put({ definition: open, phase: 'WIP' }), 403, 'phase.move-not-allowed')
  const other = await admin.call(createWorkflow, { body: { name: 'Open', definition: open } })
  await expectProblem(put({ id: other._id }), 403, 'phase.move-not-allowed')
  assert.equal((await move(admin, a, 'WIP', 'recall')).workflow.phase, 'WIP')
})

test('ignores a repeated phase and does not fork the definition', async (t) => {
  const { a, db } = await loadFixtures(t)
  await move(a.people.studio, a, 'LOCK')
  const asset = await move(a.people.studio, a, 'LOCK')
  assert.deepEqual(
    await a.people.studio.call(contract.changeAsset, { params: { id: a.asset._id }, body: asset }),
    asset,
  )
  assert.equal((await a.people.studio.call(listEvents, { query: { type: 'aph' } })).total, 1)
  const { rows } = await sql<{
    definition: unknown
  }>`select definition from asset where id = ${a.asset._id}`.execute(db)
  assert.equal(rows[0]!.definition, null)
})

test('reports every error in a definition', async (t) => {
  const { a } = await loadFixtures(t)
  const put = (phases: object) =>
    a.people.studio.call(contract.changeAsset, {
      params: { id: a.asset._id },
      body: { workflow: { definition: definition(phases) } },
    })
  await expectProblem(put({}), 422, 'workflow.invalid')
  const errors = await expectProblem(
    put({ WIP: phase({ transitions: ['WIP', 'NOWHERE'] }) }),
    422,
    'workflow.invalid',
  )
  assert.equal(errors.errors.length, 3)
  await expectProblem(put({ DONE: phase({ terminal: true }) }), 422, 'phase.not-found')
  await expectProblem(put({ wip: phase() }), 422, 'body.invalid')
  await expectProblem(put({ WIP: { ...phase(), colour: 1 } }), 400, 'body.unknown-field')
})

test('notifies owners of open requests and the people of the new phase, but not the actor', async (t) => {
  const { a, b, runJobs } = await loadFixtures(t)
  const { studio, territory, vendor, guest } = a.people
  await territory.call(createWorkRequest, { body: newOrder(a, { status: 'submitted' }) })
  const phases = {
    WIP: phase({ transitions: ['LOCK'] }),
    LOCK: phase({
      users: [guest._id, studio._id, b.people.studio._id],
      groups: [{ id: a.vendors._id, dng: [], usages: [] }],
    }),
    FINAL: phase({ terminal: true }),
  }
  await studio.call(contract.changeAsset, {
    params: { id: a.asset._id },
    body: { workflow: { definition: definition(phases) } },
  })
  await move(studio, a, 'LOCK', 'picture is locked')
  await runJobs()
  const notificationsOf = async (by: TestUser) =>
    (await by.call(listNotifications, { query: { type: 'aph' } })).items
  for (const person of [territory, vendor, guest])
    assert.deepEqual(
      (await notificationsOf(person)).map(({ title }) => title),
      ['studio a moved an asset to another phase'],
    )
  for (const person of [studio, a.people.translator, b.people.studio, b.people.territory])
    assert.equal((await notificationsOf(person)).length, 0)
  const [event] = (await studio.call(listEvents, { query: { type: 'aph' } })).items
  assert.deepEqual(
    [event!.details, event!.assets, event!.projects![0]!.slug],
    [
      { from: 'WIP', to: 'LOCK', reason: 'picture is locked' },
      [{ _id: a.asset._id, name: 'Trailer a' }],
      'project-a',
    ],
  )
})

test('does not notify owners of completed requests or anybody after a rejected move', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  await createRequestAt(a, 'complete')
  await expectProblem(move(a.people.studio, a, 'FINAL'), 409)
  await move(a.people.studio, a, 'LOCK')
  await runJobs()
  assert.equal(
    (await a.people.territory.call(listNotifications, { query: { type: 'aph' } })).total,
    0,
  )
  assert.equal((await a.people.studio.call(listEvents, { query: { type: 'aph' } })).total, 1)
})

const waiting = async (by: TestUser) =>
  (await by.call(contract.listWorkflowNotify)).items.map(({ slug }) => slug)

test('lists an asset for the people and groups of its phase until it is terminal', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const regional = await admin.call(createGroup, {
    body: {
      name: 'Regional',
      type: 'rc',
      studios: [a.studio._id],
      users: [a.people.territory._id],
    },
  })
  const phases = {
    WIP: phase({
      users: [a.people.guest._id],
      groups: [{ id: regional._id, dng: [], usages: [] }],
      transitions: ['FINAL'],
    }),
    FINAL: phase({ users: [a.people.guest._id], terminal: true }),
  }
  await a.people.studio.call(contract.changeAsset, {
    params: { id: a.asset._id },
    body: { workflow: { definition: definition(phases) } },
  })
  assert.deepEqual(
    [
      await waiting(a.people.guest),
      await waiting(a.people.territory),
      await waiting(a.people.vendor),
    ],
    [['trailer-a'], ['trailer-a'], []],
  )
  await a.people.guest.call(contract.getAsset, { params: { id: a.asset._id } })
  assert.deepEqual(
    await waiting(a.people.guest),
    ['trailer-a'],
    'viewing does not clear a phase that lists the person',
  )
  await move(a.people.studio, a, 'FINAL')
  assert.deepEqual(await waiting(a.people.guest), [])
})

test('lists an asset with a changed phase for participants of open requests until they view it', async (t) => {
  const { a } = await loadFixtures(t)
  await createRequestAt(a, 'in-progress')
  assert.deepEqual(await waiting(a.people.territory), [])
  await move(a.people.studio, a, 'LOCK')
  assert.deepEqual(
    [await waiting(a.people.territory), await waiting(a.people.vendor)],
    [['trailer-a'], []],
    'the vendor has not acted on it yet',
  )
  await a.people.territory.call(contract.getAsset, { params: { id: 'trailer-a' } })
  assert.deepEqual(await waiting(a.people.territory), [])
  await move(a.people.studio, a, 'FINAL')
  assert.deepEqual(
    await waiting(a.people.territory),
    ['trailer-a'],
    'a terminal phase counts as a change',
  )
})

test('lists it for reviewers, translators and people who moved an open request', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { vendor, studio } = a.people
  const id = await createRequestAt(a, 'in-progress')
  await move(studio, a, 'LOCK')
  const parts = [
    sql`update work_request set reviewer_id = ${vendor._id}`,
    sql`update work_request set reviewer_id = null, approver_id = ${vendor._id}`,
    sql`with undone as (update work_request set approver_id = null)
      update translation set translator_id = ${vendor._id}`,
    sql`with undone as (update translation set translator_id = null)
      insert into work_request_history (studio_id, work_request_id, person_id, status)
      values (${a.studio._id}, ${id}, ${vendor._id}, 'in-progress')`,
  ]
  assert.deepEqual(await waiting(vendor), [])
  for (const part of parts) {
    await part.execute(db)
    assert.deepEqual(await waiting(vendor), ['trailer-a'])
  }
  await sql`update work_request set status = 'complete'`.execute(db)
  assert.deepEqual(await waiting(vendor), [])
})

test('the latest change comes first', async (t) => {
  const { a } = await loadFixtures(t)
  const phases = {
    WIP: phase({ users: [a.people.territory._id], transitions: ['LOCK'] }),
    LOCK: phase({ users: [a.people.territory._id] }),
    FINAL: phase({ terminal: true }),
  }
  const make = (slug: string) =>
    a.people.studio.call(contract.createAsset, {
      body: {
        name: slug,
        slug,
        project: a.project._id,
        type: 'promo',
        workflow: { definition: definition(phases) },
      },
    })
  const [first] = [await make('first'), await make('second')]
  assert.deepEqual(await waiting(a.people.territory), ['second', 'first'])
  await move(a.people.studio, { ...a, asset: first }, 'LOCK')
  assert.deepEqual(await waiting(a.people.territory), ['first', 'second'])
})
