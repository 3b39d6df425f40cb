import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { newOrder, uploadFile } from '../../test/orders.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as assets from '../assets/contract.ts'
import * as files from '../files/contract.ts'
import * as contract from './contract.ts'

test('embeds the flags, permissions, embargo and feedback of the asset for each reader', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory, vendor } = a.people
  const { _id: id } = await territory.call(contract.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const readAsset = async (person: TestUser) => {
    const { asset } = await person.call(contract.getWorkRequest, { params: { id } })
    const [listed] = (await person.call(contract.listWorkRequests)).items
    assert.deepEqual(viewOf(listed!.asset), viewOf(asset), person.email)
    return viewOf(asset)
  }
  const alone = async (person: TestUser) =>
    viewOf(await person.call(assets.getAsset, { params: { id: a.asset._id } }))
  for (const person of [studio, territory, vendor]) {
    // The second read comes from the cached document.
    assert.deepEqual(await readAsset(person), await alone(person))
    assert.deepEqual(await readAsset(person), await alone(person))
  }
  assert.deepEqual((await readAsset(vendor)).$permissions.access, [])
  assert.ok((await readAsset(territory)).$permissions.access.includes('dialogue_Subtitled'))

  await vendor.call(assets.giveFeedback, { params: { id: a.asset._id }, body: { vote: 'up' } })
  assert.deepEqual((await readAsset(vendor)).$feedback, {
    share: '',
    vote: 'up',
    summary: [{ vote: 'up', count: 1 }],
  })
  assert.equal((await readAsset(studio)).$feedback.vote, '')

  const file = await uploadFile(studio, a)
  await studio.call(files.changeFile, {
    params: { id: file._id },
    body: { embargo: { end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  assert.deepEqual(
    [(await readAsset(vendor)).$embargo, (await readAsset(studio)).$embargo],
    [true, false],
  )
})

const viewOf = ({
  $flags,
  $permissions,
  $embargo,
  $feedback,
}: Pick<assets.Asset, '$flags' | '$permissions' | '$embargo' | '$feedback'>) => ({
  $flags,
  $permissions,
  $embargo,
  $feedback,
})

test('a vote on the asset changes the ETag and does not refuse an edit', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { territory } = a.people
  const { _id: id } = await territory.call(contract.createWorkRequest, { body: newOrder(a) })
  const read = (headers = {}) =>
    rawRequest(fixtures, `/api/workrequests/${id}`, { by: territory, headers })
  const etag = String((await read()).headers.etag)
  assert.equal((await read({ 'if-none-match': etag })).statusCode, 304)
  await territory.call(assets.giveFeedback, { params: { id: a.asset._id }, body: { vote: 'up' } })
  const voted = await read({ 'if-none-match': etag })
  assert.equal(voted.statusCode, 200)
  assert.notEqual(voted.headers.etag, etag)
  const change = (instructions: string) =>
    territory.call(contract.changeWorkRequest, {
      params: { id },
      body: { instructions },
      headers: { 'if-match': etag },
    })
  await change('Shorter, please.')
  await expectProblem(change('Longer, please.'), 412, 'record.changed')
})

test('leaves out the link of a missing thumbnail, and states the usages of the contract', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, studio } = a.people
  const { asset } = await territory.call(contract.createWorkRequest, { body: newOrder(a) })
  assert.deepEqual(
    [asset.thumbnail, Object.keys(asset.$links).toSorted()],
    [null, ['project', 'self', 'studio', 'type']],
  )
  const params = { id: a.asset._id }
  const read = await studio.call(assets.getAsset, { params })
  assert.deepEqual(Object.keys(read.$links).toSorted(), ['project', 'self', 'studio', 'type'])
  assert.deepEqual(Object.keys(read.usage).toSorted(), [...assets.MAIN_USAGES].toSorted())
  const changed = await studio.call(assets.changeAsset, {
    params,
    body: { usage: { imax3d: true } },
  })
  assert.deepEqual(changed.usage, { ...read.usage, imax3d: true })
  const again = await studio.call(assets.changeAsset, {
    params,
    body: { usage: { imax3d: false } },
  })
  assert.deepEqual(again.usage, read.usage)
})
