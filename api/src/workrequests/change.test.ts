import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeTranslation } from '../translations/contract.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import {
  changeRequest,
  orderWithoutMaterials,
  readRequest,
  createRequestAt,
} from '../../test/work-requests.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

test('changes a draft field by field and keeps absent fields', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory } = a.people
  const draft = await territory.call(contract.createWorkRequest, {
    body: newOrder(a, { aspectRatio: '4:3' }),
  })
  const changed = await changeRequest(territory, draft._id, {
    dng: { dialogue: ['Dubbed'] },
    uses: { items: ['Broadcast'] },
    due: null,
    aspectRatio: null,
    tags: [],
    language: 'fra',
    recipients: { Dcp: ['x'] },
  })
  assert.deepEqual(
    [
      changed.dng,
      changed.uses.items,
      changed.uses.details,
      changed.due,
      changed.aspectRatio,
      changed.tags,
    ],
    [{ ...draft.dng, dialogue: ['Dubbed'] }, ['Broadcast'], draft.uses.details, null, null, []],
  )
  assert.deepEqual(
    [
      changed.translation.language,
      changed.graphicsTranslation.language,
      changed.recipients.Dcp,
      changed.instructions,
    ],
    ['fra', 'fra', ['x'], draft.instructions],
  )
  assert.deepEqual(
    (await changeRequest(territory, draft._id, { recipients: { Online: ['y'] } })).recipients.Dcp,
    ['x'],
  )
})

test('accepts an unchanged record from every reader, in any status', async (t) => {
  const { a } = await loadFixtures(t)
  const file = await uploadFile(a.people.studio, a)
  const { _id: id, translation } = await a.people.territory.call(contract.createWorkRequest, {
    body: newOrder(a, {
      audioFile: file._id,
      recipients: { Online: ['agency'] },
      shippingAddresses: ['Köln'],
      status: 'submitted',
    }),
  })
  await a.people.vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: a.people.translator._id },
  })
  for (const role of ['studio', 'territory', 'vendor', 'translator', 'service'] as const) {
    const read = await readRequest(a.people[role], id)
    assert.deepEqual(await changeRequest(a.people[role], id, read as never), read, role)
  }
  assert.deepEqual((await readRequest(a.people.studio, id)).recipients.Online, ['agency'])
})

test('locks ordered fields after submission and leaves the open fields to the owner', async (t) => {
  const { a } = await loadFixtures(t)
  const id = await createRequestAt(a, 'awaiting-materials')
  const changes: contract.WorkRequestChange = {
    language: 'fra',
    territory: 'FR',
    due: null,
    deliveryDeadline: { date: 1, tz: 'UTC' },
    dng: { dialogue: ['Dubbed'] },
    uses: { items: ['Print'] },
    dcp: { items: ['x'] },
    aspectRatio: '1:1',
    audioFile: (await uploadFile(a.people.studio, a))._id,
    auto: true,
    autosubs: true,
    dualLanguages: true,
    autoMode: true,
  }
  for (const [name, value] of Object.entries(changes)) {
    const error = await expectProblem(
      changeRequest(a.people.territory, id, { instructions: 'changed', [name]: value }),
      409,
      'work-request.locked',
    )
    assert.deepEqual(
      error.errors.map(({ pointer }) => pointer),
      [`/${name}`],
    )
  }
  const { instructions, dng } = await readRequest(a.people.territory, id)
  assert.equal(instructions, 'Please keep the title card.')
  const carried = await changeRequest(a.people.territory, id, {
    instructions: 'new',
    tags: ['x'],
    recipients: { Online: ['y'] },
    shippingAddresses: ['z'],
    dng,
    uses: { items: ['Online'] },
  })
  assert.deepEqual(
    [carried.instructions, carried.tags, carried.recipients.Online, carried.shippingAddresses],
    ['new', ['x'], ['y'], ['z']],
  )
})

test('unlocks fields and recreates materials after a move back to incomplete', async (t) => {
  const { a } = await loadFixtures(t)
  const id = await createRequestAt(a, 'awaiting-materials')
  await changeRequest(a.people.territory, id, { status: 'incomplete' })
  await changeRequest(a.people.territory, id, { dng: { dialogue: ['Dubbed'], graphics: ['OV'] } })
  const again = await changeRequest(a.people.territory, id, { status: 'submitted' })
  assert.deepEqual(
    again.materials.map(({ name }) => name),
    ['Dubbed'],
  )
})

test('rejects changes to a final work request', async (t) => {
  const { a } = await loadFixtures(t)
  for (const status of ['complete', 'cancelled'] as const) {
    const id = await createRequestAt(a, status)
    await expectProblem(
      changeRequest(a.people.territory, id, { instructions: 'late' }),
      409,
      'work-request.locked',
    )
    await expectProblem(
      changeRequest(a.people.studio, id, { tags: ['late'] }),
      409,
      'work-request.locked',
    )
    await expectProblem(
      changeRequest(a.people.vendor, id, { files: [{ name: 'Late', files: [] }] }),
      status === 'complete' ? 409 : 404,
    )
    const read = await readRequest(a.people.territory, id)
    assert.deepEqual(await changeRequest(a.people.territory, id, read as never), read)
  }
})

test('rejects field changes by everyone but the owner and the studio', async (t) => {
  const { a, db } = await loadFixtures(t)
  const id = await createRequestAt(a, 'awaiting-materials')
  await sql`
    update membership set roles = '{territory}', territory_id = (select id from territory
    where code = 'DE') where person_id = ${a.people.guest._id}`.execute(db)
  for (const person of [a.people.vendor, a.people.service, a.people.guest]) {
    const error = await expectProblem(
      changeRequest(person, id, { instructions: 'mine', tags: ['x'] }),
      403,
      'field.protected',
    )
    assert.deepEqual(
      error.errors.map(({ pointer }) => pointer),
      ['/instructions', '/tags'],
    )
  }
  assert.equal(
    (await changeRequest(a.people.studio, id, { instructions: 'ours' })).instructions,
    'ours',
  )
})

test('rejects changes to computed fields and saves nothing of a rejected change', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { _id: id } = await a.people.territory.call(contract.createWorkRequest, {
    body: newOrder(a),
  })
  const before = await readRequest(a.people.territory, id)
  const put = (body: object) =>
    changeRequest(a.people.territory, id, { instructions: 'changed', ...body })
  for (const claim of [
    { from: a.people.studio._id },
    { project: b.project._id },
    { asset: b.asset._id },
    { history: [] },
    { estimate: { base: '0.00', applied: '0.00', currency: 'EUR' } },
    { created: 1 },
    { urls: { view: 'https://evil.example' } },
    { rejections: [{}] },
    { offlines: [{}] },
    { translation: 'f'.repeat(24) },
    { studio: b.studio._id },
  ]) {
    await expectProblem(put(claim), 403, 'field.protected')
  }
  await expectProblem(put({ _id: 'f'.repeat(24) }), 422, 'id.mismatch')
  await expectProblem(put({ colour: 'red' }), 400, 'body.unknown-field')
  await expectProblem(put({ due: { date: 1e12, tz: 'UTC' } }), 422, 'body.invalid')
  await expectProblem(put({ due: { date: 1, tz: 'Mars/X' } }), 422, 'time-zone.invalid')
  await expectProblem(put({ territory: 'FR' }), 403, 'territory.forbidden')
  await expectProblem(
    put({ audioFile: (await uploadFile(b.people.studio, b))._id }),
    422,
    'reference.not-found',
  )
  assert.deepEqual(await readRequest(a.people.territory, id), before)
})

test('hides prices from vendors and translators, and recipients from translators', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id, translation } = await a.people.territory.call(contract.createWorkRequest, {
    body: newOrder(a, {
      recipients: { Online: ['agency'] },
      shippingAddresses: ['Köln'],
      status: 'submitted',
    }),
  })
  await a.people.vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: a.people.translator._id },
  })
  const seen = async (by: TestUser) => {
    const { estimate, recipients, shippingAddresses } = await readRequest(by, id)
    return [estimate.base, recipients.Online, shippingAddresses]
  }
  for (const role of ['studio', 'territory'] as const)
    assert.deepEqual(await seen(a.people[role]), ['65.00', ['agency'], ['Köln']])
  assert.deepEqual(await seen(a.people.vendor), ['', ['agency'], ['Köln']])
  assert.deepEqual(await seen(a.people.translator), ['', [], []])
  const listed = (await a.people.vendor.call(contract.listWorkRequests)).items[0]!
  assert.deepEqual(listed.estimate, { base: '', applied: '', currency: '' })
})

test('shows the price to the owner in any role', async (t) => {
  const { a, db } = await loadFixtures(t)
  await sql`
    update membership set permissions = '{workrequest.create}'
    where person_id = ${a.people.vendor._id}`.execute(db)
  const { _id: id, estimate } = await a.people.vendor.call(contract.createWorkRequest, {
    body: orderWithoutMaterials(a, { recipients: { Online: ['agency'] } }),
  })
  assert.deepEqual(
    [estimate.base, (await readRequest(a.people.vendor, id)).recipients.Online],
    ['65.00', ['agency']],
  )
})

test('updates the price with the order and leaves out existing translations', async (t) => {
  const { a, db } = await loadFixtures(t)
  const first = await a.people.territory.call(contract.createWorkRequest, { body: newOrder(a) })
  assert.deepEqual(first.estimate, { base: '65.00', applied: '65.00', currency: 'EUR' })
  assert.deepEqual(
    (await changeRequest(a.people.territory, first._id, { uses: { items: ['Online', 'Print'] } }))
      .estimate,
    { base: '90.00', applied: '90.00', currency: 'EUR' },
  )
  await sql`update translation set status = 'approved' where id = ${first.translation._id}`.execute(
    db,
  )
  assert.deepEqual(
    (
      await a.people.territory.call(contract.createWorkRequest, {
        body: newOrder(a, { status: 'submitted' }),
      })
    ).estimate,
    { base: '65.00', applied: '25.00', currency: 'EUR' },
  )
})

test('reports work requests of others as unknown and hides drafts from other roles', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { _id: foreignId } = await b.people.territory.call(contract.createWorkRequest, {
    body: newOrder(b),
  })
  for (const role of ['studio', 'territory', 'vendor', 'translator', 'guest', 'service'] as const) {
    const by = a.people[role]
    await expectSameProblem(readRequest(by, foreignId), readRequest(by, 'f'.repeat(24)), 404)
    await expectSameProblem(
      changeRequest(by, foreignId, { status: 'cancelled' }),
      changeRequest(by, 'f'.repeat(24), { status: 'cancelled' }),
      404,
    )
  }
  for (const role of ['vendor', 'translator', 'guest'] as const)
    await expectProblem(readRequest(b.people[role], foreignId), 404, 'work-request.not-found')
})

test('rejects a stale copy and answers 304 for an unchanged one', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id } = await a.people.territory.call(contract.createWorkRequest, {
    body: newOrder(a),
  })
  const { headers } = await a.people.territory.send(contract.getWorkRequest, { params: { id } })
  const etag = headers.get('etag')!
  await expectProblem(
    a.people.territory.call(contract.getWorkRequest, {
      params: { id },
      headers: { 'if-none-match': etag },
    }),
    304,
  )
  const put = (body: contract.WorkRequestChange) =>
    a.people.territory.call(contract.changeWorkRequest, {
      params: { id },
      body,
      headers: { 'if-match': etag },
    })
  await put({ instructions: 'x' })
  await expectProblem(put({ instructions: 'y' }), 412, 'record.changed')
  await expectProblem(put({ status: 'submitted' }), 412, 'record.changed')
  assert.equal((await readRequest(a.people.territory, id)).status, 'incomplete')
})
