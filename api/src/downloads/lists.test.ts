import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAsset } from '../assets/contract.ts'
import { createProject } from '../projects/contract.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const find = async (by: TestUser, query: Record<string, string> = {}) =>
  (await by.call(contract.listDownloads, { query })).items.map(({ file }) => file.name)

/**
 * Four downloads in A, one of them by the studio, and one in B, a day apart, starting on 1 May
 * 2020.
 */
async function history(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { a, b, db } = fixtures
  const second = await a.people.studio.call(createProject, {
    body: { name: 'Été 2020', slug: 'ete', studio: a.studio._id },
  })
  const poster = await a.people.studio.call(createAsset, {
    body: { name: 'Plakat_100%', slug: 'plakat', project: second._id, type: 'poster' },
  })
  const files = [
    await uploadFile(a.people.vendor, a, 'Séance.mov', '1'),
    await uploadFile(a.people.vendor, { ...a, asset: poster }, 'print\\cmyk.pdf', '2'),
    await uploadFile(a.people.vendor, { ...a, asset: poster }, 'rgb.pdf', '3'),
    await uploadFile(b.people.vendor, b, 'theirs.mov', '4'),
  ]
  const take = (by: TestUser, index: number) =>
    by.call(contract.startDownloads, { body: { files: [files[index]!._id] } })
  await take(a.people.territory, 0)
  await take(a.people.territory, 1)
  await take(a.people.studio, 2)
  await take(a.people.territory, 0)
  await take(b.people.territory, 3)
  await sql`update download
    set created_at = '2020-05-01T12:00:00Z'::timestamptz + nth * interval '1 day'
    from (select id as which, row_number() over (order by created_at, id) - 1 as nth
    from download) numbered where id = which`.execute(db)
  return fixtures
}

test('lists own downloads, newest first, and with report.read those of the studios', async (t) => {
  const { a, b, admin } = await history(t)
  assert.deepEqual(await find(a.people.territory), ['Séance.mov', 'print\\cmyk.pdf', 'Séance.mov'])
  assert.deepEqual(await find(a.people.studio), [
    'Séance.mov',
    'rgb.pdf',
    'print\\cmyk.pdf',
    'Séance.mov',
  ])
  assert.deepEqual(await find(b.people.studio), ['theirs.mov'])
  assert.equal((await find(admin)).length, 5)
  for (const role of ['vendor', 'translator', 'guest', 'service'] as const)
    assert.deepEqual(await a.people[role].call(contract.listDownloads), { items: [], total: 0 })
})

test("never filters beyond the caller's scope", async (t) => {
  const { a, b } = await history(t)
  for (const query of [
    { user: b.people.territory._id },
    { user: 'territory-b@example.com' },
    { studios: 'studio-b' },
    { studios: b.studio._id },
    { projects: b.project._id },
    { q: 'theirs' },
  ]) {
    for (const by of [a.people.territory, a.people.studio])
      assert.deepEqual(await by.call(contract.listDownloads, { query: query }), {
        items: [],
        total: 0,
      })
  }
  assert.deepEqual(await find(a.people.territory, { user: a.people.studio._id }), [])
  assert.equal((await find(a.people.territory, { studios: 'studio-a,studio-b' })).length, 3)
})

test('finds parts of names regardless of case and accents, and takes wildcards literally', async (t) => {
  const { a } = await history(t)
  for (const by of [a.people.territory, a.people.studio]) {
    const count = async (q: string, order = '') =>
      (await find(by, { q, ...(order && { order }) })).length
    for (const order of ['', 'created', 'file']) {
      assert.equal(await count('SEANCE', order), 2, 'the file name')
      assert.equal(await count('plakat', order), by === a.people.studio ? 2 : 1, 'the asset name')
      assert.equal(await count('ete 2', order), by === a.people.studio ? 2 : 1, 'the project name')
      assert.equal(await count('0%', order), by === a.people.studio ? 2 : 1)
      assert.equal(await count('t_1', order), by === a.people.studio ? 2 : 1)
      assert.equal(await count('t%1', order), 0)
      assert.equal(await count('t\\cm', order), 1)
      assert.equal(await count("' or true --", order), 0)
    }
  }
})

test('filters by studio, project, type and user', async (t) => {
  const { a, admin } = await history(t)
  const { studio } = a.people
  assert.equal((await find(admin, { studios: `studio-b, ${a.studio._id}` })).length, 5)
  assert.deepEqual(await find(admin, { studios: 'studio-b' }), ['theirs.mov'])
  assert.deepEqual(await find(studio, { projects: 'ete' }), ['rgb.pdf', 'print\\cmyk.pdf'])
  assert.deepEqual(await find(studio, { projects: `${a.project._id},no-such` }), [
    'Séance.mov',
    'Séance.mov',
  ])
  assert.deepEqual(await find(studio, { types: 'poster,banner' }), ['rgb.pdf', 'print\\cmyk.pdf'])
  assert.deepEqual(await find(studio, { type: 'trailer.intl' }), ['Séance.mov', 'Séance.mov'])
  assert.deepEqual(
    await find(studio, { types: 'poster', type: 'trailer.intl' }),
    [],
    'both must match',
  )
  assert.deepEqual(await find(studio, { user: 'me' }), ['rgb.pdf'])
  assert.equal((await find(studio, { user: 'TERRITORY-a@example.com' })).length, 3)
  assert.equal((await find(studio, { user: a.people.territory._id, q: 'seance' })).length, 2)
  assert.deepEqual(await find(studio, { user: 'nobody' }), [])
})

test('filters by a time span with open ends, in seconds or dates', async (t) => {
  const { a } = await history(t)
  const count = async (created: string) => (await find(a.people.studio, { created })).length
  const noon = Date.parse('2020-05-01T12:00:00Z') / 1000
  assert.equal(await count(`${noon}-${noon}`), 1)
  assert.equal(await count(`${noon + 1}-`), 3)
  assert.equal(await count(`-${noon + 86_400}`), 2)
  assert.equal(await count('2020-05-02-2020-05-03'), 2, 'the last day is included')
  assert.equal(await count('2020-05-03-'), 2)
  assert.equal(await count('-2020-05-01'), 1)
  assert.equal(await count('2020-05-01T12:00:00Z-2020-05-01T12:00:00Z'), 1)
  assert.equal(await count('2020-05-01T14:00+02:00-2020-05-01T14:00+02:00'), 1)
  assert.equal(await count(`2020-05-01T12:00:01-${noon + 86_400}`), 1, 'and both')
  for (const bad of [
    '-',
    'yesterday',
    '1-2-3',
    '2020-5-1-',
    '2020-13-01-',
    '1.5-',
    '123456789012-',
    'NaN-',
    "1'-",
  ])
    await expectProblem(count(bad), 400)
})

test('sorts by created, asset, project or file only', async (t) => {
  const { a, admin } = await history(t)
  for (const by of [a.people.studio, a.people.territory, admin]) {
    for (const order of ['created', 'asset', 'project', 'file'])
      assert.deepEqual(
        (await find(by, { order })).toReversed(),
        await find(by, { order: `-${order}` }),
      )
    for (const order of [
      'user',
      'user.password',
      'file.name',
      '__proto__',
      'created;--',
      '-',
      '--created',
      'created desc',
    ])
      await expectProblem(find(by, { order }), 400, 'order.unknown-field')
  }
  assert.deepEqual(
    (await find(a.people.studio, { order: 'asset' })).slice(2),
    ['Séance.mov', 'Séance.mov'],
    'Plakat, then Trailer',
  )
  await expectProblem(find(a.people.studio, { colour: 'red' }), 400, 'query.unknown-field')
})

test('hides the downloads of a studio the person left', async (t) => {
  const { a, db } = await history(t)
  await sql`delete from membership where person_id in (${a.people.territory._id},
    ${a.people.studio._id})`.execute(db)
  for (const by of [a.people.territory, a.people.studio])
    assert.deepEqual(await by.call(contract.listDownloads), { items: [], total: 0 })
})
