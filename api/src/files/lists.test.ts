import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAsset } from '../assets/contract.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser, type StudioFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const register = (
  by: TestUser,
  side: StudioFixtures,
  name: string,
  more: Partial<contract.NewFile> = {},
) => by.call(contract.registerFile, { body: { name, asset: side.asset._id, ...more } })
const namesOf = ({ items }: { items: contract.File[] }) => items.map(({ name }) => name).toSorted()

test('finds files by name regardless of case and accents, and takes wildcards literally', async (t) => {
  const { a } = await loadFixtures(t)
  for (const name of ['Séance d’été.mov', '100%_done.mov', '100x done.mov', 'back\\slash.mov'])
    await register(a.people.vendor, a, name)
  const find = async (q: string) =>
    namesOf(await a.people.territory.call(contract.listFiles, { query: { q } }))
  assert.deepEqual(await find('SEANCE'), ['Séance d’été.mov'])
  assert.deepEqual(await find('été'), ['Séance d’été.mov'])
  assert.deepEqual(await find('%'), ['100%_done.mov'])
  assert.deepEqual(await find('_'), ['100%_done.mov'])
  assert.deepEqual(await find('\\'), ['back\\slash.mov'])
  assert.deepEqual(await find("';--"), [])
  assert.equal((await find('.mov')).length, 4)
})

test('filters by parent and by attributes', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const other = await a.people.studio.call(createAsset, {
    body: { name: 'Poster', project: a.project._id, type: 'poster' },
  })
  await register(a.people.vendor, a, 'german', {
    language: 'deu',
    country: 'DE',
    tags: ['master', 'hd'],
  })
  await register(a.people.vendor, a, 'french', { language: 'fra', country: 'FR', tags: ['proxy'] })
  await register(a.people.vendor, a, 'poster', { asset: other._id })
  const find = async (query: { [name: string]: string }) =>
    namesOf(await admin.call(contract.listFiles, { query }))
  assert.deepEqual(await find({ asset: a.asset._id }), ['french', 'german'])
  assert.deepEqual(await find({ asset: 'poster' }), ['poster'])
  assert.deepEqual(await find({ project: 'project-a' }), ['french', 'german', 'poster'])
  assert.deepEqual(await find({ studio: a.studio._id, language: 'fra' }), ['french'])
  assert.deepEqual(await find({ country: 'DE' }), ['german'])
  assert.deepEqual(await find({ tag: 'hd' }), ['german'])
  assert.deepEqual(await find({ tag: 'h' }), [], 'matches whole tags')
  assert.deepEqual(await find({ studio: 'studio-b' }), [])
  assert.deepEqual(await find({ asset: 'no-such' }), [])
})

test('sorts by created, name and length only', async (t) => {
  const { a } = await loadFixtures(t)
  for (const [name, bytes] of [
    ['b', '1'],
    ['c', '333'],
    ['a', '22'],
  ] as const)
    await uploadFile(a.people.vendor, a, name, bytes)
  const list = async (order?: string) =>
    (await a.people.vendor.call(contract.listFiles, { query: { ...(order && { order }) } })).items
      .map(({ name }) => name)
      .join('')
  assert.equal(await list(), 'acb', 'newest first')
  assert.equal(await list('created'), 'bca')
  assert.equal(await list('name'), 'abc')
  assert.equal(await list('-name'), 'cba')
  assert.equal(await list('length'), 'bac')
  assert.equal(await list('-length'), 'cab')
  for (const order of ['sha256', 'owner', '__proto__', 'name;drop', '--name']) {
    const error = await expectProblem(list(order), 400, 'order.unknown-field')
    assert.match(error.message, /created, name, length/)
  }
  await expectProblem(
    a.people.vendor.call(contract.listFiles, { query: { colour: 'red' } as never }),
    400,
    'query.unknown-field',
  )
})

test('_slug finds files by slug or id of studio, project and asset, newest first', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  for (const name of ['first', 'second']) await register(a.people.vendor, a, name)
  await register(b.people.vendor, b, 'theirs')
  const find = async (
    by: TestUser,
    query: { studio?: string; project?: string; asset?: string } = {},
  ) => (await by.call(contract.listFilesBySlug, { query })).items.map(({ name }) => name)
  assert.deepEqual(await find(admin, { studio: 'studio-a' }), ['second', 'first'])
  assert.deepEqual(await find(admin, { project: b.project._id }), ['theirs'])
  assert.deepEqual(
    await find(admin, { studio: 'studio-a', project: 'project-a', asset: 'trailer-a' }),
    ['second', 'first'],
  )
  assert.deepEqual(
    await find(admin, { studio: 'studio-a', asset: 'trailer-b' }),
    [],
    'all must match',
  )
  assert.deepEqual(await find(admin), ['theirs', 'second', 'first'])
  assert.deepEqual(
    await find(a.people.studio),
    ['second', 'first'],
    'without filters, everything the caller sees',
  )
  await expectProblem(
    admin.call(contract.listFilesBySlug, { query: { q: 'x' } as never }),
    400,
    'query.unknown-field',
  )
})

test('neither lists nor counts files of others', async (t) => {
  const { a, b } = await loadFixtures(t)
  await register(b.people.vendor, b, 'theirs')
  for (const role of ['studio', 'territory', 'vendor', 'translator', 'guest', 'service'] as const) {
    for (const query of [
      {},
      { studio: 'studio-b' },
      { project: b.project._id },
      { asset: 'trailer-b' },
    ]) {
      assert.deepEqual(await a.people[role].call(contract.listFiles, { query }), {
        items: [],
        total: 0,
      })
      assert.deepEqual(await a.people[role].call(contract.listFilesBySlug, { query }), {
        items: [],
        total: 0,
      })
    }
  }
  assert.deepEqual(
    (await b.people.translator.call(contract.listFiles)).total,
    0,
    'a translator works from the preview',
  )
  assert.deepEqual(
    (await b.people.guest.call(contract.listFiles)).total,
    0,
    'a guest sees what a phase lists them for',
  )
})

test('returns every file once in pages of any size, even with equal timestamps', async (t) => {
  const { a, db } = await loadFixtures(t)
  for (let n = 0; n < 23; n++) await register(a.people.vendor, a, `file ${n % 5}`)
  await sql`update file set created_at = '2026-01-01'`.execute(db)
  const all = (
    await a.people.vendor.call(contract.listFiles, { range: { first: 0, last: 99 } })
  ).items.map(({ _id }) => _id)
  assert.equal(new Set(all).size, 23)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom('created', '-created', 'name', '-name', 'length'),
      async (width, order) => {
        const seen: string[] = []
        for (let first = 0; first < 23; first += width) {
          const { items, total } = await a.people.vendor.call(contract.listFiles, {
            query: { order },
            range: { first, last: first + width - 1 },
          })
          assert.equal(total, 23)
          assert.equal(items.length, Math.min(width, 23 - first))
          seen.push(...items.map(({ _id }) => _id))
        }
        assert.deepEqual(seen.toSorted(), all.toSorted())
      },
    ),
    { numRuns: 12 },
  )
  const { headers, body } = await a.people.vendor.send(contract.listFiles, {
    range: { first: 23, last: 40 },
  })
  assert.deepEqual([body.items, headers.get('content-range')], [[], 'resources */23'])
})
