import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProject } from '../projects/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const slugs = async (by: TestUser, query: Record<string, string | undefined> = {}) =>
  (await by.call(contract.listAssets, { query })).items.map(({ slug }) => slug)

async function createAssets(t: Parameters<typeof loadFixtures>[0]): Promise<Fixtures> {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const second = await studio.call(createProject, {
    body: { name: 'Second', slug: 'second', studio: fixtures.a.studio._id },
  })
  const add = (name: string, more: object) =>
    studio.call(contract.createAsset, {
      body: { name, project: second._id, type: 'promo', ...more },
    })
  await add('Éclair 100%', { slug: 'eclair' })
  await add('Plakat', { slug: 'plakat', type: 'poster', workflow: { phase: 'LOCK' } })
  return fixtures
}

test('lists visible assets, newest first', async (t) => {
  const { a, b, admin } = await createAssets(t)
  assert.deepEqual(await slugs(a.people.territory), ['plakat', 'eclair', 'trailer-a'])
  assert.deepEqual(await slugs(b.people.studio), ['trailer-b'])
  assert.deepEqual((await slugs(admin)).length, 4)
  for (const role of ['translator', 'guest'] as const)
    assert.deepEqual(await a.people[role].call(contract.listAssets), { items: [], total: 0 })
  for (const query of [{ studio: 'studio-b' }, { project: b.project._id }, { q: 'trailer b' }])
    assert.deepEqual(await slugs(a.people.studio, query), [])
})

test('selects assets by id, and only those that the person can see', async (t) => {
  const { a, b, admin } = await createAssets(t)
  const ids = `${b.asset._id},${a.asset._id}`
  assert.deepEqual((await slugs(admin, { ids })).toSorted(), ['trailer-a', 'trailer-b'])
  assert.deepEqual(await slugs(a.people.studio, { ids }), ['trailer-a'])
  assert.deepEqual(await slugs(a.people.guest, { ids }), [])
  await expectProblem(slugs(admin, { ids: 'trailer-a' }), 422)
})

test('filters by name, studio, project, type, media type, phase and time', async (t) => {
  const { a, admin, db } = await createAssets(t)
  assert.deepEqual(await slugs(admin, { q: 'eclair' }), ['eclair'])
  assert.deepEqual(await slugs(admin, { q: '0%' }), ['eclair'])
  assert.deepEqual(await slugs(admin, { q: '_' }), [])
  assert.deepEqual(await slugs(admin, { q: a.asset._id }), ['trailer-a'], 'by id')
  assert.deepEqual(await slugs(admin, { q: 'trailer-a' }), ['trailer-a'], 'by slug')
  assert.deepEqual(await slugs(admin, { studio: 'studio-a', type: 'trailer.intl' }), ['trailer-a'])
  assert.deepEqual(await slugs(admin, { project: 'second' }), ['plakat', 'eclair'])
  assert.deepEqual(await slugs(admin, { type: 'poster' }), ['plakat'])
  assert.deepEqual(await slugs(admin, { mediaType: 'image' }), ['plakat'])
  assert.deepEqual(await slugs(admin, { phase: 'LOCK' }), ['plakat'])
  await sql`update asset set created_at = '2020-05-05T12:00Z' where id = ${a.asset._id}`.execute(db)
  assert.deepEqual(await slugs(a.people.studio, { created: '2020-05-05-2020-05-05' }), [
    'trailer-a',
  ])
  assert.deepEqual(
    await slugs(a.people.studio, { created: '-1588680000' }),
    ['trailer-a'],
    'the last second is included',
  )
  assert.deepEqual(await slugs(a.people.studio, { created: '-1588679999' }), [])
  await expectProblem(slugs(admin, { created: 'yesterday' }), 400)
})

test('sorts by created, name, type and phase only', async (t) => {
  const { a } = await createAssets(t)
  const { studio } = a.people
  assert.deepEqual(await slugs(studio, { order: 'created' }), ['trailer-a', 'eclair', 'plakat'])
  assert.deepEqual((await slugs(studio, { order: 'name' })).toSorted(), [
    'eclair',
    'plakat',
    'trailer-a',
  ])
  assert.deepEqual(await slugs(studio, { order: 'type' }), ['plakat', 'eclair', 'trailer-a'])
  assert.deepEqual((await slugs(studio, { order: '-phase' }))[2], 'plakat')
  await expectProblem(slugs(studio, { order: 'studio' }), 400, 'order.unknown-field')
  await expectProblem(slugs(studio, { colour: 'red' }), 400, 'query.unknown-field')
})
