import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadOffline, changeRequest, createRequestAt } from '../../test/work-requests.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { expectSameProblem } from '../../test/expect-problem.ts'
import {
  OWN_SERVICE,
  loadFixtures,
  type TestUser,
  type StudioFixtures,
} from '../../test/fixtures.ts'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as files from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as previews from '../previews/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { coverageReport } from './contract.ts'

const query = { project: 'project-a' }
const states = async (person: TestUser, filter = query) =>
  Object.fromEntries(
    (await person.call(coverageReport, { query: filter })).cells.map(({ request, use, state }) => [
      `${request} ${use}`,
      state,
    ]),
  )
const another = (side: StudioFixtures, name: string) =>
  side.people.studio.call(assets.createAsset, {
    body: {
      name,
      project: side.project._id,
      type: 'trailer.intl',
      usage: { broadcast: true, online: true },
    },
  })

test('shows each use of each order from ordered to downloaded', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory } = a.people
  const side = async (name: string): Promise<StudioFixtures> => ({
    ...a,
    asset: await another(a, name),
  })
  const sides = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(side))
  const [ordered, working, approved, done] = [
    await createRequestAt(sides[0]!, 'awaiting-materials'),
    await createRequestAt(sides[1]!, 'rejected'),
    await createRequestAt(sides[2]!, 'approved'),
    await createRequestAt(sides[3]!, 'complete'),
  ]
  const draft = await createRequestAt(sides[4]!, 'incomplete')
  assert.deepEqual(await states(studio), {
    [`${ordered} Online`]: 'ordered',
    [`${working} Online`]: 'in-work',
    [`${approved} Online`]: 'approved',
    [`${done} Online`]: 'delivered',
  })

  const { files: bundles } = await changeRequest(studio, done, {})
  await territory.call(downloads.startDownloads, { body: { files: bundles[0]!.files } })
  assert.equal((await states(studio))[`${done} Online`], 'downloaded')
  assert.equal(
    (await states(territory))[`${done} Online`],
    'downloaded',
    'they downloaded it themselves',
  )
  assert.equal(
    (await states(a.people.vendor))[`${done} Online`],
    'delivered',
    'a vendor does not see the downloads of others',
  )

  const { assets: listed, territories, cells } = await studio.call(coverageReport, { query })
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['Trailer a', 'five', 'four', 'one', 'three', 'two'],
  )
  assert.deepEqual(territories, [{ code: 'DE', name: 'Germany' }])
  assert.ok(
    cells.every(
      ({ territory: code, language, request }) =>
        code === 'DE' && language === 'deu' && request !== draft,
    ),
  )
})

test('counts the newer of two orders and treats a DCP as a use', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory } = a.people
  const [older, newer] = [
    await createRequestAt(a, 'complete'),
    await createRequestAt(a, 'in-progress'),
  ]
  assert.deepEqual(await states(studio), { [`${newer} Online`]: 'in-work' })
  await changeRequest(studio, newer, { status: 'cancelled', reason: 'no' })
  assert.deepEqual(await states(studio), { [`${older} Online`]: 'delivered' })
  const { _id } = await territory.call(createWorkRequest, {
    body: newOrder(a, {
      status: 'submitted',
      uses: { items: ['Broadcast'], details: {} },
      dcp: { items: ['2D Flat'], details: [] },
    }),
  })
  assert.deepEqual(await states(studio), {
    [`${older} Online`]: 'delivered',
    [`${_id} Broadcast`]: 'ordered',
    [`${_id} Dcp`]: 'ordered',
  })
})

test('marks a version as old cut after a preview of a newer revision', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio } = a.people
  const file = (await uploadFile(studio, a))._id
  const preview = (more: object) =>
    studio.call(previews.createPreview, { body: { asset: a.asset._id, file, ...more } })
  await preview({ revision: '1' })
  const done = await createRequestAt(a, 'complete')
  const state = async () => (await states(studio))[`${done} Online`]
  assert.equal(await state(), 'delivered')
  await preview({ revision: '1', label: 'Again, with better colours' })
  assert.equal(await state(), 'delivered', 'the same revision is the same cut')
  await preview({ revision: 'v', language: 'deu' })
  assert.equal(await state(), 'delivered', 'a localized preview is not a cut of the original')
  const second = await preview({ revision: '2' })
  const {
    cells: [cell],
  } = await studio.call(coverageReport, { query })
  assert.deepEqual([cell!.state, cell!.since], ['old-cut', second.created])
  await sql`update offline set created_at = now() + interval '1 second'`.execute(db)
  assert.equal(await state(), 'delivered', 'a version made from the new cut is current')
})

test('ignores embargoed files, downloads and cuts', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio, vendor, territory } = a.people
  const done = await createRequestAt(a, 'complete')
  const approved = await createRequestAt({ ...a, asset: await another(a, 'other') }, 'approved')
  const secret = await uploadFile(studio, a, 'cut-2.mp4')
  await changeRequest(vendor, done, {})
  const before = await vendor.call(coverageReport, { query })
  await studio.call(files.changeFile, {
    params: { id: secret._id },
    body: { embargo: { end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  await studio.call(previews.createPreview, {
    body: { asset: a.asset._id, file: secret._id, revision: '2' },
  })
  const { rows } = await sql<{
    asset_id: string
  }>`select asset_id from work_request where id = ${approved}`.execute(db)
  const other = rows[0]!
  await sql`
    insert into work_request_file (studio_id, work_request_id, name, file_id, position)
    values (${secret.studio}, ${approved}, 'Online', ${secret._id}, 0)`.execute(db)
  await sql`update file set asset_id = ${other.asset_id} where id = ${secret._id}`.execute(db)
  await sql`update preview set created_at = now() + interval '1 minute'`.execute(db)
  await studio.call(downloads.startDownloads, { body: { files: [secret._id] } })
  for (const person of [vendor, territory])
    assert.deepEqual(await person.call(coverageReport, { query }), before)
  assert.deepEqual(
    await states(studio),
    { [`${done} Online`]: 'old-cut', [`${approved} Online`]: 'downloaded' },
    'while the studio sees all of it',
  )
})

test('reports foreign projects as unknown and exports the same table', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const { studio, guest } = a.people
  for (const project of [b.project._id, b.project.slug])
    await expectSameProblem(
      studio.call(coverageReport, { query: { project } }),
      studio.call(coverageReport, { query: { project: 'none' } }),
      404,
    )
  await expectSameProblem(
    guest.call(coverageReport, { query }),
    guest.call(coverageReport, { query: { project: 'none' } }),
    404,
  )
  const id = await createRequestAt(a, 'in-progress')
  await uploadOffline(a, id)
  const { body } = await rawRequest(
    fixtures,
    '/api/reports/coverage?project=project-a&format=csv',
    {
      by: studio,
    },
  )
  const {
    cells: [cell],
  } = await studio.call(coverageReport, { query })
  const since = new Date(cell!.since * 1000).toISOString().slice(0, 19)
  assert.deepEqual(body.split('\r\n'), [
    'asset,name,territory,use,language,state,since,request',
    `${a.asset._id},Trailer a,DE,Online,deu,in-work,${since}Z,${id}`,
    '',
  ])
})

test('logs no error after a CSV report', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const errors: unknown[] = []
  fixtures.app.fastify.addHook('onRequest', async (_request, reply) => {
    reply.log = Object.assign(Object.create(reply.log) as typeof reply.log, {
      error: (about: unknown) => errors.push(about),
    })
  })
  for (const report of ['risk', 'volume', 'rejections', 'turnaround', 'downloads']) {
    const { statusCode } = await rawRequest(fixtures, `/api/reports/${report}?format=csv`, {
      by: fixtures.a.people.studio,
    })
    assert.equal(statusCode, 200)
  }
  assert.deepEqual(errors, [])
})
