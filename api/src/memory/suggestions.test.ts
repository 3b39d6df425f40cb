import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAsset, createAsset } from '../assets/contract.ts'
import { changeFile } from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { createProject } from '../projects/contract.ts'
import * as translations from '../translations/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import {
  loadFixtures,
  type TestUser,
  type StudioFixtures,
  type Fixtures,
} from '../../test/fixtures.ts'
import { removeUnits, storeUnits } from './commands/store-units.ts'
import * as contract from './contract.ts'

/** The id of a new translation of the asset. */
const translationOf = async (side: StudioFixtures, more: Parameters<typeof newOrder>[1] = {}) =>
  (
    await side.people.territory.call(createWorkRequest, {
      body: newOrder(side, { status: 'submitted', ...more }),
    })
  ).translation._id

const approve = (
  { db }: Fixtures,
  side: StudioFixtures,
  translation: string,
  lines: [source: string, target: string][],
  more: { project?: string; asset?: string; language?: string } = {},
) =>
  inTransaction(db, (tx) =>
    storeUnits(tx, {
      studio: side.studio._id,
      project: side.project._id,
      asset: side.asset._id,
      translation,
      sourceLanguage: 'eng',
      language: 'deu',
      approvedBy: side.people.territory._id,
      lines: lines.map(([source, target], index) => ({
        _id: String(index + 1),
        source,
        text: target,
      })),
      ...more,
    }),
  )

const suggest = (by: TestUser, side: StudioFixtures, source: string, more: object = {}) =>
  by.call(contract.suggest, {
    query: { studio: side.studio._id, sourceLanguage: 'eng', language: 'deu', source, ...more },
  })
const summarize = (suggestions: contract.Suggestion[]) =>
  suggestions.map(({ score, kind, target }) => [score, kind, target])

const LINES: [string, string][] = [
  ['Where is he?', 'Wo ist er?'],
  ['We have to leave <i>now</i>.', 'Wir müssen <i>jetzt</i> los.'],
  ['In 3 days it is over.', 'In 3 Tagen ist es vorbei.'],
  ['Run!', ''],
]

test('suggests approved translations with their provenance', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const translation = await translationOf(a)
  await approve(fixtures, a, translation, LINES)
  const [suggestion, ...others] = await suggest(a.people.vendor, a, 'We have to leave <i>now</i>.')
  assert.deepEqual(others, [])
  const { unit, approved, approvedBy, ...provenance } = suggestion!.provenance
  assert.deepEqual(
    { ...suggestion, provenance },
    {
      score: 100,
      kind: 'exact',
      source: 'We have to leave <i>now</i>.',
      target: 'Wir müssen <i>jetzt</i> los.',
      adapted: false,
      provenance: {
        origin: 'approved',
        asset: { _id: a.asset._id, name: a.asset.name },
        project: { _id: a.project._id, name: a.project.name },
        translation,
        times: 1,
      },
    },
  )
  assert.ok(unit && approved > 0)
  assert.equal(approvedBy!._id, a.people.territory._id)
})

test('suggests context matches, similar lines and adapted numbers', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  await approve(fixtures, a, await translationOf(a), LINES)
  const { vendor } = a.people
  assert.deepEqual(
    summarize(
      await suggest(vendor, a, LINES[1]![0], { before: 'where is he', after: LINES[2]![0] }),
    ),
    [[101, 'context', LINES[1]![1]]],
  )
  assert.deepEqual(
    summarize(
      await suggest(vendor, a, LINES[1]![0], { before: 'Where is he?', asset: a.asset._id }),
    ),
    [[101, 'context', LINES[1]![1]]],
  )
  assert.deepEqual(summarize(await suggest(vendor, a, LINES[1]![0], { before: 'Where is he?' })), [
    [100, 'exact', LINES[1]![1]],
  ])
  const [similar] = await suggest(vendor, a, 'We have to leave them now.')
  assert.ok(
    similar!.kind === 'fuzzy' && similar!.score > 75 && similar!.score < 90,
    String(similar?.score),
  )
  const [days] = await suggest(vendor, a, 'In 12 days it is over.')
  assert.deepEqual(
    [days!.score, days!.target, days!.adapted],
    [95, 'In 12 Tagen ist es vorbei.', true],
  )
  assert.deepEqual(await suggest(vendor, a, 'Run!'), [], 'its translation is empty')
  assert.deepEqual(await suggest(vendor, a, 'A wholly different sentence.'), [])
  assert.deepEqual(await suggest(vendor, a, 'Where is he?', { language: 'fra' }), [])
  assert.deepEqual(await suggest(vendor, a, 'Where is he?', { sourceLanguage: 'spa' }), [])
})

test('subtracts a point for another project and counts repeated translations', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { studio, vendor } = a.people
  const project = (
    await studio.call(createProject, { body: { name: 'Other', studio: a.studio._id } })
  )._id
  await approve(fixtures, a, await translationOf(a), [
    ['Thank you.', 'Danke.'],
    ['So long.', 'Bis dann.'],
    ['Thank you.', 'Danke.'],
  ])
  await approve(fixtures, a, await translationOf(a), [['Thank you.', 'Vielen Dank.']], { project })
  assert.deepEqual(summarize(await suggest(vendor, a, 'Thank you.', { project: a.project.slug })), [
    [100, 'exact', 'Danke.'],
    [99, 'exact', 'Vielen Dank.'],
  ])
  assert.deepEqual(summarize(await suggest(vendor, a, 'Thank you.', { project })), [
    [100, 'exact', 'Vielen Dank.'],
    [99, 'exact', 'Danke.'],
  ])
  const both = await suggest(vendor, a, 'Thank you!')
  assert.deepEqual(
    both.map(({ score, target, provenance: { times } }) => [score, target, times]),
    [
      [99, 'Vielen Dank.', 1],
      [99, 'Danke.', 2],
    ],
    'the newest first',
  )
})

test('finds lines in any script', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  await approve(fixtures, a, await translationOf(a), [
    ['Мы должны уйти сегодня ночью', 'a'],
    ['今夜は雨が降りそうだから早く帰ろう', 'b'],
    ['هل رأيت السفينة في الميناء أمس؟', 'c'],
  ])
  for (const [source, target] of [
    ['Мы должны уйти сегодня вечером', 'a'],
    ['今夜は雪が降りそうだから早く帰ろう', 'b'],
    ['هل رأيت السفينة في الميناء اليوم؟', 'c'],
  ] as const) {
    assert.deepEqual(
      (await suggest(a.people.vendor, a, source)).map((suggestion) => [
        suggestion.kind,
        suggestion.target,
      ]),
      [['fuzzy', target]],
    )
  }
})

test('updates units on a new approval and removes them when it is withdrawn', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const translation = await translationOf(a)
  await approve(fixtures, a, translation, LINES)
  const list = async () =>
    (await a.people.studio.call(contract.listUnits)).items
      .map(({ _id, target }) => [_id, target])
      .toSorted(([a], [b]) => a!.localeCompare(b!))
  const first = await list()
  await approve(fixtures, a, translation, LINES)
  assert.deepEqual(await list(), first, 'a repeated approval changes nothing')
  await approve(fixtures, a, translation, [
    LINES[0]!,
    ['We have to leave <i>now</i>.', 'Wir müssen weg.'],
  ])
  assert.deepEqual(
    new Set((await list()).map(([, target]) => target)),
    new Set(['Wir müssen weg.', 'Wo ist er?']),
  )
  await inTransaction(db, (tx) => removeUnits(tx, translation))
  assert.deepEqual(await list(), [])
})

test('keeps the lines of one approval when two run at the same time', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const translation = await translationOf(a)
  const version = (name: string): [string, string][] =>
    Array.from({ length: 20 + name.length }, (_none, index) => [
      `Line ${index} of it`,
      `${name} ${index}`,
    ])
  await Promise.all(
    ['one', 'three', 'seventh'].map((name) => approve(fixtures, a, translation, version(name))),
  )
  const { items } = await a.people.studio.call(contract.listUnits, {
    range: { first: 0, last: 99 },
  })
  const names = new Set(items.map(({ target }) => target.split(' ')[0]!))
  assert.equal(names.size, 1)
  assert.equal(items.length, 20 + [...names][0]!.length)
})

test('suggests only released or visible lines to a translator, without names they cannot see', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { translator, studio, vendor } = a.people
  const secret = await studio.call(createAsset, {
    body: { name: 'Secret teaser', project: a.project._id, type: 'promo', usage: { online: true } },
  })
  const side = { ...a, asset: secret }
  const translation = await translationOf(side)
  await approve(fixtures, side, translation, [
    ['She was the captain all along.', 'Sie war immer der Kapitän.'],
  ])
  const suggestTo = (by: TestUser) => suggest(by, a, 'She was the captain all along.')
  assert.deepEqual(await suggestTo(translator), [], 'not yet released')
  assert.equal((await suggestTo(vendor)).length, 1)

  for (const phase of ['LOCK', 'FINAL'])
    await studio.call(changeAsset, { params: { id: secret._id }, body: { workflow: { phase } } })
  const [suggestion] = await suggestTo(translator)
  assert.deepEqual(
    [
      suggestion!.provenance.asset,
      suggestion!.provenance.project,
      suggestion!.provenance.translation,
      suggestion!.provenance.times,
    ],
    [null, null, null, 1],
  )
  assert.ok(
    !JSON.stringify(suggestion).includes('Secret') &&
      !JSON.stringify(suggestion).includes(secret._id),
  )

  const file = await uploadFile(studio, side)
  await studio.call(changeFile, {
    params: { id: file._id },
    body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  assert.deepEqual(await suggestTo(translator), [], 'embargoed again')
  assert.equal((await suggestTo(studio)).length, 1)
  assert.equal(
    (await suggestTo(vendor)).length,
    1,
    'vendors can read the lines of orders they work on',
  )

  await vendor.call(translations.changeTranslation, {
    params: { id: translation },
    body: { translator: translator._id },
  })
  assert.equal(
    (await suggestTo(translator))[0]!.provenance.translation,
    translation,
    'the assigned translator can read it',
  )
})

test('does not suggest lines of an asset under embargo', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { territory, studio } = a.people
  const translation = await translationOf(a)
  await approve(fixtures, a, translation, LINES)
  // A work request of another territory, whose lines this person cannot read.
  await sql`update work_request set territory = 'AT', owner_id = ${studio._id}
    where id = (select work_request_id from translation where id = ${translation})`.execute(
    fixtures.db,
  )
  const suggestTo = async () =>
    (await suggest(territory, a, 'Where is he?')).map(({ provenance }) => [
      provenance.asset?.name,
      provenance.translation,
    ])
  assert.deepEqual(await suggestTo(), [[a.asset.name, null]])
  const file = await uploadFile(studio, a)
  await studio.call(changeFile, {
    params: { id: file._id },
    body: { embargo: { event: true, end: null } },
  })
  assert.deepEqual(await suggestTo(), [])
  assert.equal((await territory.call(contract.listUnits)).total, 0)
})

test('suggests nothing of another studio, and answers 404 for it', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  await approve(fixtures, b, await translationOf(b), LINES)
  assert.deepEqual(await suggest(a.people.studio, a, 'Where is he?'), [])
  assert.equal((await a.people.studio.call(contract.listUnits)).total, 0)
  const as = (studio: string, more: object = {}) =>
    a.people.vendor.call(contract.suggest, {
      query: { studio, sourceLanguage: 'eng', language: 'deu', source: 'Where is he?', ...more },
    })
  await expectSameProblem(as(b.studio._id), as('f'.repeat(24)), 404)
  await expectSameProblem(
    as(a.studio._id, { project: b.project._id }),
    as(a.studio._id, { project: 'f'.repeat(24) }),
    404,
  )
  await expectSameProblem(
    as(a.studio._id, { asset: b.asset._id }),
    as(a.studio._id, { asset: 'f'.repeat(24) }),
    404,
  )
})

test('rejects an invalid query', async (t) => {
  const { a } = await loadFixtures(t)
  const { vendor, guest } = a.people
  await expectProblem(suggest(guest, a, 'x'), 403, 'permission.required')
  await expectProblem(suggest(vendor, a, '<script>'), 422, 'query.invalid')
  await expectProblem(suggest(vendor, a, 'x', { before: '<i>' }), 422, 'query.invalid')
  await expectProblem(suggest(vendor, a, 'x'.repeat(2001)), 422, 'query.invalid')
  await expectProblem(suggest(vendor, a, 'x', { language: 'de' }), 422, 'query.invalid')
  await expectProblem(suggest(vendor, a, 'x', { colour: 'red' }), 400, 'query.unknown-field')
  for (const source of [' ', '…', '<br>', "'; drop table memory_unit; --", 'x '.repeat(999)])
    assert.deepEqual(await suggest(vendor, a, source), [])
})
