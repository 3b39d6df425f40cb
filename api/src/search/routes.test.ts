import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import {
  EMBARGOED,
  LIFTED,
  loadEmbargoFixtures,
  OUTSIDERS,
  setEmbargo,
} from '../../test/embargo-fixtures.ts'
import { loadFixtures, type StudioFixtures, type TestUser } from '../../test/fixtures.ts'
import { newOrder } from '../../test/orders.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { assign, createVendor, firstVendor } from '../../test/vendor-fixtures.ts'
import { createAsset } from '../assets/contract.ts'
import { createComment } from '../comments/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { changeTranslation, translationLines } from '../translations/contract.ts'
import { createWorkRequest, type WorkRequest } from '../workrequests/contract.ts'
import * as contract from './contract.ts'

const search = async (by: TestUser, q: string) =>
  (await by.call(contract.search, { query: { q } })).map(({ kind, name }) => `${kind} ${name}`)

/** A German order of “Seven Kites” with a line and a comment. */
async function orderKites({ people, ...side }: StudioFixtures): Promise<WorkRequest> {
  const { studio, territory, vendor } = people
  const asset = await studio.call(createAsset, {
    body: { name: 'Seven Kites', project: side.project._id, type: 'promo' },
  })
  const request = await territory.call(createWorkRequest, {
    body: newOrder({ people, ...side }, { asset: asset._id, status: 'submitted' }),
  })
  await vendor.call(translationLines.put, {
    params: { id: request.translation._id },
    body: [
      { number: 1, text: 'Der Wind dreht', startTime: '00:00:01,000', stopTime: '00:00:02,000' },
    ],
  })
  await vendor.call(createComment, {
    params: { id: request._id },
    body: { text: 'The ferry bell is too loud' },
  })
  return request
}

test('finds a request by words of the asset and the name of its language or territory', async (t) => {
  const { a, b } = await loadFixtures(t)
  const request = await orderKites(a)
  for (const q of ['kites german', 'GERMAN kite', 'seven deutsch', 'kites DE'])
    assert.deepEqual(await search(a.people.studio, q), ['workrequest Seven Kites'], q)
  assert.deepEqual(await search(a.people.studio, 'kites french'), [])
  const hits = ['workrequest Seven Kites']
  assert.deepEqual(await search(a.people.studio, request._id), hits, 'by its id')
  assert.deepEqual(await search(b.people.studio, request._id), [])
  assert.deepEqual(await search(a.people.guest, request._id), [])
  assert.deepEqual(await search(a.people.studio, 'kites'), [
    'asset Seven Kites',
    'workrequest Seven Kites',
  ])
  assert.deepEqual(await search(a.people.vendor, 'german kites'), ['workrequest Seven Kites'])
  for (const outsider of [b.people.studio, b.people.vendor, a.people.translator, a.people.guest])
    assert.deepEqual(await search(outsider, 'kites german'), [])
})

test('finds dialogue and comments that the reader may see', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const request = await orderKites(a)
  const other = await createVendor(fixtures, a)
  for (const reader of [a.people.studio, a.people.territory, a.people.vendor, other.person]) {
    assert.deepEqual(await search(reader, 'wind dreht'), ['line Der Wind dreht'])
    assert.deepEqual(await search(reader, 'bell ferry'), ['comment The ferry bell is too loud'])
  }
  await assign(a, request._id, firstVendor(a).group)
  for (const outsider of [other.person, a.people.translator, a.people.guest, b.people.studio])
    for (const q of ['wind dreht', 'ferry bell', 'kites german'])
      assert.deepEqual(await search(outsider, q), [], q)
  await a.people.studio.call(changeTranslation, {
    params: { id: request.translation._id },
    body: { translator: a.people.translator._id },
  })
  assert.deepEqual(await search(a.people.translator, 'wind'), ['line Der Wind dreht'])
})

test('names the list that a line is in', async (t) => {
  const { a } = await loadFixtures(t)
  const request = await orderKites(a)
  await a.people.vendor.call(translationLines.put, {
    params: { id: request.graphicsTranslation._id },
    body: [{ number: 1, text: 'Der Wind', startTime: '00:00:01,000', stopTime: '00:00:02,000' }],
  })
  const hits = await a.people.studio.call(contract.search, { query: { q: 'wind' } })
  assert.deepEqual(hits.map(({ name, part }) => `${name}: ${part}`).toSorted(), [
    'Der Wind dreht: dialogue',
    'Der Wind: graphics',
  ])
})

test('finds neither a file nor a comment under embargo', async (t) => {
  const fixtures = await loadEmbargoFixtures(t)
  const { a, word } = fixtures
  await setEmbargo(fixtures, LIFTED)
  assert.ok((await search(a.people.vendor, word)).length >= 2)
  await setEmbargo(fixtures, EMBARGOED)
  for (const role of OUTSIDERS) assert.deepEqual(await search(a.people[role], word), [], role)
  assert.ok((await search(a.people.studio, word)).length >= 2)
})

test('answers with two statements, and refuses an empty search', async (t) => {
  const { a } = await loadFixtures(t)
  await search(a.people.studio, 'kites')
  const statements = await statementsOf(() => search(a.people.studio, 'kites german'))
  assert.ok(statements.length <= 3, statements.join('\n'))
  await expectProblem(search(a.people.studio, ''), 422)
  for (const q of ['a', '%', '_', '\\', "'", '   '])
    assert.deepEqual(await search(a.people.studio, q), [], q)
})

test('finds the newest records with a common word, only of the studio', async (t) => {
  const { a, b, db } = await loadFixtures(t)
  const rare = await orderKites(a)
  for (const [side, word] of [
    [a, 'Harbour'],
    [b, 'Harbour of others'],
  ] as const) {
    await sql`
      insert into asset (studio_id, project_id, type_id, slug, name, media_type, workflow_id, phase,
        created_at)
      select studio_id, project_id, type_id, 'harbour-' || n, ${word} || ' ' || n, media_type,
        workflow_id, phase, now() - n * interval '1 minute'
      from asset cross join generate_series(1, 60) n where id = ${side.asset._id}`.execute(db)
    await sql`
      insert into file (studio_id, project_id, asset_id, owner_id, name, created_at, removed_at)
      select studio_id, project_id, id, ${side.people.studio._id}, ${word} || ' ' || n || '.mov',
        now() - n * interval '1 minute', case when n < 3 then now() end
      from asset cross join generate_series(1, 60) n where id = ${side.asset._id}`.execute(db)
  }
  assert.deepEqual(await search(a.people.studio, 'harbour'), [
    ...[1, 2, 3, 4, 5].map((n) => `asset Harbour ${n}`),
    ...[3, 4, 5, 6, 7].map((n) => `file Harbour ${n}.mov`),
  ])
  assert.deepEqual(await search(a.people.studio, 'harbour 55'), [
    'asset Harbour 55',
    'file Harbour 55.mov',
  ])
  assert.deepEqual(await search(a.people.translator, 'harbour'), [])
  await sql`update work_request set instructions = 'Harbour' where id = ${rare._id}`.execute(db)
  assert.ok((await search(a.people.studio, 'harbour')).includes('workrequest Seven Kites'))
})
