import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listEvents } from '../events/contract.ts'
import { createGroup } from '../groups/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { createWorkflow } from '../workflows/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser, type StudioFixtures } from '../../test/fixtures.ts'
import type { Db } from '../kernel/db/connect.ts'
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
  const skipped = await expectProblem(move(a.people.studio, a, 'FINAL'), 409, 'phase.refused')
  assert.deepEqual([skipped.problem.from, skipped.problem.to], ['WIP', 'FINAL'])
  await expectProblem(move(admin, a, 'DONE'), 422, 'phase.unknown')
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
  await expectProblem(move(a.people.service, a, 'WIP', 'recut'), 403, 'phase.refused')
  await expectProblem(move(a.people.studio, a, 'WIP'), 409, 'phase.refused')
  assert.equal((await move(a.people.studio, a, 'WIP', 'recut')).workflow.phase, 'WIP')
})

test('lets only an admin leave FINAL, with a reason, and not through another definition', async (t) => {
  const { a, admin } = await loadFixtures(t)
  for (const to of ['LOCK', 'FINAL']) await move(a.people.studio, a, to)
  await expectProblem(move(a.people.studio, a, 'LOCK', 'recall'), 403, 'phase.refused')
  await expectProblem(move(admin, a, 'WIP'), 409, 'phase.refused')
  const put = (workflow: object) =>
    a.people.studio.call(contract.changeAsset, {
      params: { id: a.asset._id },
      body: { workflow, reason: 'x' },
    })
  const open = definition({
    WIP: phase({ terminal: true }),
    FINAL: phase({ transitions: ['WIP'] }),
  })
  await expectProblem(put({ definition: open }), 403, 'phase.refused')
  await expectProblem(put({ definition: open, phase: 'WIP' }), 403, 'phase.refused')
  const other = await admin.call(createWorkflow, { body: { name: 'Open', definition: open } })
  await expectProblem(put({ id: other._id }), 403, 'phase.refused')
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
  await expectProblem(put({ DONE: phase({ terminal: true }) }), 422, 'phase.unknown')
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
    [event!.told, event!.assets, event!.projects![0]!.slug],
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

/** The plain computation of `open_requests_of`. */
const openRequestsOf = (person: string) => sql`
  select w.id from work_request w
  where w.status not in ('complete', 'cancelled') and (
    ${person} in (w.owner_id, w.reviewer_id, w.approver_id)
    or exists (
      select from work_request_history h
      where h.person_id = ${person} and h.work_request_id = w.id)
    or exists (
      select from translation tr
      where tr.work_request_id = w.id and tr.translator_id = ${person}))`

/** 600 moves of each request, yesterday. Triggers would mark the days of reports for each of them. */
const addMoves = (db: Db, person: string, requests: string[]) =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into work_request_history (studio_id, work_request_id, person_id, status, at)
      select w.studio_id, w.id, ${person}, 'in-progress', now() - interval '1 day'
      from work_request w cross join generate_series(1, 600)
      where w.id = any (${requests})`.execute(tx)
  })

test('finds the open requests in which somebody takes part, also if they moved many', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio, translator, guest } = a.people
  const open = await createRequestAt(a, 'for-review')
  const [reviewed, approved, translated, complete] = await Promise.all([
    createRequestAt(a, 'incomplete'),
    createRequestAt(a, 'in-progress'),
    createRequestAt(a, 'in-progress'),
    createRequestAt(a, 'complete'),
  ])
  await sql`
    update work_request set reviewer_id = ${guest._id}
    where id = any (${[reviewed, complete]})`.execute(db)
  await sql`update work_request set approver_id = ${guest._id} where id = ${approved}`.execute(db)
  await sql`
    update translation set translator_id = ${translator._id}
    where work_request_id = ${translated}`.execute(db)
  const expectSame = async (counts: Record<string, number>) => {
    for (const [name, { _id }] of Object.entries(a.people)) {
      const { rows } = await sql<{ same: boolean; count: number }>`
        select array(select open_requests_of(${_id}) order by 1)
            = array(${openRequestsOf(_id)} order by 1) as same,
          (select count(*)::int from open_requests_of(${_id})) as count`.execute(db)
      assert.deepEqual(rows[0], { same: true, count: counts[name] ?? 0 }, name)
    }
  }
  await expectSame({ territory: 4, vendor: 1, guest: 2, translator: 1 })
  await addMoves(db, studio._id, [open, complete])
  await expectSame({ territory: 4, vendor: 1, guest: 2, translator: 1, studio: 1 })
  await sql`
    insert into work_request_history (studio_id, work_request_id, person_id, status)
    values (${a.studio._id}, ${translated}, ${studio._id}, 'in-progress')`.execute(db)
  await expectSame({ territory: 4, vendor: 1, guest: 2, translator: 1, studio: 2 })
  await sql`update work_request set status = 'complete' where id = ${open}`.execute(db)
  await expectSame({ territory: 3, vendor: 0, guest: 2, translator: 1, studio: 1 })
  await sql`update work_request set status = 'rejected'`.execute(db)
  await expectSame({ territory: 5, vendor: 2, guest: 3, translator: 1, studio: 3 })
})

test('finds what somebody with many moves has moved once', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio } = a.people
  const [open, closed] = [
    await createRequestAt(a, 'in-progress'),
    await createRequestAt(a, 'cancelled'),
  ]
  await addMoves(db, studio._id, [open, closed])
  const find = async () =>
    (
      await sql<{ id: string }>`
        select id from open_requests_of(${studio._id}) mine (id) order by id`.execute(db)
    ).rows.map(({ id }) => id)
  assert.deepEqual(await find(), [open])
  await sql`update open_moved_request set requests = '{}'`.execute(db)
  assert.deepEqual(await find(), [])
  await sql`update work_request set status = 'submitted' where id = ${closed}`.execute(db)
  assert.deepEqual(await find(), [open, closed].toSorted())
  await sql`update open_moved_request set requests = '{}'`.execute(db)
  await sql`insert into cache_invalidation (dependency) values ('imported requests')`.execute(db)
  assert.deepEqual(await find(), [open, closed].toSorted())
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
