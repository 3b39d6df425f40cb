import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeTranslation } from '../translations/contract.ts'
import { uploadFile } from '../../test/orders.ts'
import { readRequest, createRequestAt } from '../../test/work-requests.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser, type StudioFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const read = (by: TestUser, { asset }: StudioFixtures) =>
  by.call(contract.getAsset, { params: { id: asset._id } })
const phase = (more: object = {}) => ({ groups: [], users: [], terminal: false, ...more })
const define = ({ people, asset }: StudioFixtures, phases: object) =>
  people.studio.call(contract.changeAsset, {
    params: { id: asset._id },
    body: {
      workflow: {
        definition: { phases, requireGraphicsApproval: true, requireOfflineApproval: true },
      },
    } as never,
  })

test('returns 404 for an asset of another studio, by id and by slug', async (t) => {
  const { a, b } = await loadFixtures(t)
  for (const role of ['studio', 'territory', 'vendor', 'translator', 'guest', 'service'] as const) {
    const get = (id: string) => a.people[role].call(contract.getAsset, { params: { id } })
    await expectSameProblem(get(b.asset._id), get('f'.repeat(24)), 404)
    await expectSameProblem(get('trailer-b'), get('no-such-slug'), 404)
  }
  await expectProblem(
    a.people.territory.call(contract.giveFeedback, {
      params: { id: b.asset._id },
      body: { vote: 'up' },
    }),
    404,
    'asset.not-found',
  )
  await expectProblem(
    a.people.studio.call(contract.archiveAsset, { params: { id: b.asset._id } }),
    404,
    'asset.not-found',
  )
})

test('shows an asset and its files to a guest while its phase lists them', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  const file = await uploadFile(a.people.studio, a)
  await define(a, {
    WIP: phase({ transitions: ['FINAL'] }),
    FINAL: phase({ users: [guest._id], terminal: true }),
  })
  await expectProblem(read(guest, a), 404, 'asset.not-found')
  await a.people.studio.call(contract.changeAsset, {
    params: { id: a.asset._id },
    body: { workflow: { phase: 'FINAL' }, thumbnail: file._id },
  })
  const asset = await read(guest, a)
  assert.deepEqual(
    [asset.thumbnail, asset.$permissions.access, asset.$permissions.ingest],
    [file._id, [], []],
    'but cannot order',
  )
  assert.equal((await guest.call(contract.listAssets)).total, 1)
})

test('shows an asset without its files to its translator', async (t) => {
  const { a } = await loadFixtures(t)
  const { translator, vendor, studio } = a.people
  const file = await uploadFile(studio, a)
  await studio.call(contract.changeAsset, {
    params: { id: a.asset._id },
    body: { thumbnail: file._id },
  })
  const { translation } = await readRequest(studio, await createRequestAt(a, 'awaiting-materials'))
  await expectProblem(read(translator, a), 404, 'asset.not-found')
  const give = (to: string | null) =>
    vendor.call(changeTranslation, { params: { id: translation._id }, body: { translator: to } })
  await give(translator._id)
  assert.equal((await read(translator, a)).thumbnail, null)
  await give(null)
  await expectProblem(read(translator, a), 404, 'asset.not-found')
})

test('limits what a person may order by phase: groups, users or everyone', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor, studio } = a.people
  assert.equal(
    (await read(territory, a)).$permissions.access.length,
    26,
    'an empty list means everyone',
  )
  assert.deepEqual((await read(vendor, a)).$permissions.access, [], 'vendors cannot order')
  await define(a, {
    WIP: phase({
      users: [studio._id],
      groups: [{ id: a.vendors._id, dng: ['Subtitled'], usages: ['online'] }],
    }),
    FINAL: phase({ terminal: true }),
  })
  assert.deepEqual((await read(territory, a)).$permissions.access, [])
  assert.equal((await read(studio, a)).$permissions.access.length, 26)
})

test('limits uploads by permission and asset type', async (t) => {
  const { a } = await loadFixtures(t)
  assert.ok((await read(a.people.vendor, a)).$permissions.ingest.includes('subtitle'))
  assert.deepEqual((await read(a.people.territory, a)).$permissions.ingest, [])
  const poster = await a.people.studio.call(contract.createAsset, {
    body: { name: 'Poster', project: a.project._id, type: 'poster', usage: { dcp3d: true } },
  })
  assert.deepEqual(poster.$permissions.ingest, ['original', 'preview', 'graphics'])
  assert.deepEqual(poster.$permissions.tags, {
    online: false,
    broadcast: false,
    dcp: true,
    cmyk: true,
    rgb: true,
  })
})

test('offers completed requests as sources', async (t) => {
  const { a } = await loadFixtures(t)
  assert.deepEqual((await read(a.people.territory, a)).$permissions.sources, {
    requests: { languages: [], countries: [] },
    autosubs: { languages: [], countries: [] },
  })
  await createRequestAt(a, 'complete')
  const { sources, canAutosub } = (await read(a.people.territory, a)).$permissions
  assert.deepEqual(
    [sources.requests, canAutosub],
    [{ languages: ['deu'], countries: ['DE'] }, false],
  )
})

test('gives each person one vote that they can change and withdraw', async (t) => {
  const { a } = await loadFixtures(t)
  const give = (by: TestUser, body: { vote?: 'up' | 'down' | ''; share?: string }) =>
    by.call(contract.giveFeedback, { params: { id: a.asset._id }, body })
  assert.deepEqual((await read(a.people.vendor, a)).$feedback, { share: '', vote: '', summary: [] })
  await give(a.people.territory, { vote: 'down' })
  await give(a.people.vendor, { vote: 'up', share: 'with the agency' })
  assert.deepEqual((await give(a.people.territory, { vote: 'up' })).$feedback, {
    share: '',
    vote: 'up',
    summary: [{ vote: 'up', count: 2 }],
  })
  assert.deepEqual(
    (await give(a.people.vendor, { vote: '' })).$feedback,
    { share: 'with the agency', vote: '', summary: [{ vote: 'up', count: 1 }] },
    'the other field keeps its value',
  )
  await expectProblem(give(a.people.vendor, { vote: 'sideways' as never }), 422, 'body.invalid')
  await expectProblem(give(a.people.vendor, { stars: 5 } as never), 400, 'body.unknown-field')
  await expectProblem(give(a.people.guest, { vote: 'up' }), 404, 'asset.not-found')
})
