import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type StudioFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const names = async (by: TestUser) =>
  (await by.call(contract.listViews, { query: { list: 'workrequests' } })).items.map(
    ({ name }) => name,
  )
const save = (by: TestUser, { studio }: StudioFixtures, name: string, shared = false) =>
  by.call(contract.createView, {
    body: { studio: studio._id, list: 'workrequests', name, query: 'status=any', shared },
  })

test('keeps a view to its owner until it is shared', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, territory, vendor, guest } = a.people
  const { _id: id, own, shared } = await save(studio, a, 'Late')
  assert.deepEqual([own, shared, await names(studio)], [true, false, ['Late']])
  for (const other of [territory, vendor, guest, b.people.studio])
    assert.deepEqual(await names(other), [])
  await studio.call(contract.changeView, { params: { id }, body: { shared: true, name: 'Later' } })
  assert.deepEqual(await names(studio), ['Later'])
  for (const other of [territory, vendor, guest, b.people.studio])
    assert.deepEqual(await names(other), [], 'the home office shares with the home office')
})

test('shares the view of a vendor with that vendor, and of a territory with that territory', async (t) => {
  const { a } = await loadFixtures(t)
  await save(a.people.vendor, a, 'Vendor', true)
  await save(a.people.territory, a, 'Territory', true)
  assert.deepEqual(await names(a.people.vendor), ['Vendor'])
  assert.deepEqual(await names(a.people.territory), ['Territory'])
  assert.deepEqual(await names(a.people.studio), [])
  await expectProblem(save(a.people.guest, a, 'Guest', true), 403, 'view.not-shareable')
})

test('only the owner changes and removes a view', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, territory } = a.people
  const { _id: id } = await save(territory, a, 'Mine', true)
  for (const other of [studio, b.people.territory]) {
    await expectProblem(
      other.call(contract.changeView, { params: { id }, body: { name: 'Theirs' } }),
      404,
    )
    await expectProblem(other.call(contract.removeView, { params: { id } }), 404)
  }
  await territory.call(contract.removeView, { params: { id } })
  assert.deepEqual(await names(territory), [])
  await expectProblem(save(b.people.studio, a, 'Elsewhere'), 422)
})

test('saves a playlist like a view, and lists it apart from the views', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const query = `items=w${'a'.repeat(24)}.a${'b'.repeat(24)}`
  await studio.call(contract.createView, {
    body: { studio: a.studio._id, list: 'playlists', name: 'Monday', query, shared: true },
  })
  await save(studio, a, 'Late')
  const { items } = await studio.call(contract.listViews, { query: { list: 'playlists' } })
  assert.deepEqual(
    items.map(({ name, query: saved, shared }) => [name, saved, shared]),
    [['Monday', query, true]],
  )
  assert.deepEqual(await names(studio), ['Late'])
})
