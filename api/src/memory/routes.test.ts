import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../kernel/db/transaction.ts'
import { removeProject } from '../projects/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { checkRecordConventions } from '../../test/conventions.ts'
import { newOrder } from '../../test/orders.ts'
import { tokenAuth } from '../../test/raw-http.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import {
  loadFixtures,
  type TestUser,
  type StudioFixtures,
  type Fixtures,
} from '../../test/fixtures.ts'
import { storeUnits } from './commands/store-units.ts'
import * as contract from './contract.ts'
import { loadCheckTerms } from './queries/terms.ts'

async function approve(
  { db }: Fixtures,
  side: StudioFixtures,
  lines: [string, string][],
  language = 'deu',
) {
  const { territory } = side.people
  const { translation } = await territory.call(createWorkRequest, {
    body: newOrder(side, { status: 'submitted' }),
  })
  await inTransaction(db, (tx) =>
    storeUnits(tx, {
      studio: side.studio._id,
      project: side.project._id,
      asset: side.asset._id,
      translation: translation._id,
      sourceLanguage: 'eng',
      language,
      approvedBy: territory._id,
      lines: lines.map(([source, target], at) => ({ id: String(at), source, target })),
    }),
  )
}

const LINES: [string, string][] = [
  ['Where is he?', 'Wo ist er?'],
  ['Tom &amp; <i>Ann</i><br>left at 9.', 'Tom und <i>Ann</i><br>gingen um 9.'],
  ['100% café', '100 % Café'],
]
const tmx = (...lines: [string, string][]) =>
  `<?xml version="1.0" encoding="UTF-8"?><tmx version="1.4"><header srclang="en"/><body>${lines.map(([source, target]) => `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="de-DE"><seg>${target}</seg></tuv></tu>`).join('')}</body></tmx>`
const load = (by: TestUser, side: StudioFixtures, body: string | Uint8Array, headers = {}) =>
  by.call(contract.importMemory, { query: { studio: side.studio._id }, body, headers })
const unload = async (by: TestUser, side: StudioFixtures, more: object = {}) =>
  new TextDecoder().decode(
    await by.call(contract.exportMemory, { query: { studio: side.studio._id, ...more } }),
  )

test('lists units by text, language and project, reads them and removes them', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { territory, studio, vendor } = a.people
  await approve(fixtures, a, LINES)
  await approve(fixtures, a, [['Where is he?', 'Où est-il ?']], 'fra')
  const list = async (query: object = {}) =>
    (await territory.call(contract.listUnits, { query })).items.map(({ target }) => target)
  assert.deepEqual(await list({ q: 'CAFE' }), ['100 % Café'])
  assert.deepEqual(await list({ q: '0%' }), ['100 % Café'], 'a percent sign means itself')
  assert.deepEqual(
    await list({ q: 'where', language: 'fra', studio: 'studio-a', project: 'project-a' }),
    ['Où est-il ?'],
  )
  assert.deepEqual(await list({ project: 'project-b' }), [])
  assert.equal(
    (await territory.call(contract.listUnits, { range: { first: 1, last: 2 } })).items.length,
    2,
  )
  await expectProblem(vendor.call(contract.listUnits), 403, 'right.missing')

  const [unit] = (await territory.call(contract.listUnits, { query: { language: 'fra' } })).items
  assert.deepEqual(await territory.call(contract.getUnit, { params: { id: unit!._id } }), unit)
  assert.deepEqual(
    [unit!.origin, unit!.asset, unit!.project, unit!.approvedBy!._id, unit!.sourceLanguage],
    ['approved', a.asset._id, a.project._id, territory._id, 'eng'],
  )
  await expectProblem(
    territory.call(contract.removeUnit, { params: { id: unit!._id } }),
    403,
    'right.missing',
  )
  await expectProblem(
    studio.call(contract.removeUnit, {
      params: { id: unit!._id },
      headers: { 'if-match': '"stale"' },
    }),
    412,
  )
  assert.deepEqual(await studio.call(contract.removeUnit, { params: { id: unit!._id } }), {
    _id: unit!._id,
    removed: true,
  })
  await expectSameProblem(
    studio.call(contract.getUnit, { params: { id: unit!._id } }),
    studio.call(contract.getUnit, { params: { id: 'f'.repeat(24) } }),
    404,
  )
})

test('exports a memory as TMX and imports it with its context', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin } = fixtures
  await approve(fixtures, a, LINES)
  const file = await unload(a.people.studio, a)
  assert.deepEqual(await load(b.people.studio, b, file), { read: 3, new: 3, known: 0 })
  assert.deepEqual(await load(b.people.studio, b, file), { read: 3, new: 0, known: 3 })
  assert.deepEqual(
    await load(a.people.studio, a, file),
    { read: 3, new: 0, known: 3 },
    'what was approved here is known',
  )
  const { items } = await b.people.studio.call(contract.listUnits)
  assert.deepEqual(
    new Set(items.map(({ source, target }) => `${source} ${target}`)),
    new Set(LINES.map((line) => line.join(' '))),
  )
  assert.deepEqual(
    items.map(({ origin, asset, project, translation, approvedBy }) => [
      origin,
      asset,
      project,
      translation,
      approvedBy!._id,
    ])[0],
    ['import', null, null, null, b.people.studio._id],
  )
  const ask = {
    studio: b.studio._id,
    sourceLanguage: 'eng',
    language: 'deu',
    source: LINES[1]![0],
    before: LINES[0]![0],
    after: LINES[2]![0],
  }
  const [found] = await b.people.translator.call(contract.suggest, { query: ask })
  assert.deepEqual(
    [found!.score, found!.kind, found!.provenance.origin, found!.provenance.project],
    [99, 'context', 'import', null],
  )
  assert.equal((await unload(admin, b, { language: 'fra' })).includes('<tu '), false)
  const { headers } = await a.people.studio.send(contract.exportMemory, {
    query: { studio: 'studio-a', language: 'deu' },
  })
  assert.deepEqual(
    [headers.get('content-disposition'), headers.get('content-type')],
    ['attachment; filename="studio-a-deu.tmx"', 'application/x-tmx+xml; charset=utf-8'],
  )
})

test('streams a large memory completely', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const lines = Array.from({ length: 2500 }, (_none, at): [string, string] => [
    `Line number ${at}`,
    `Zeile ${at}`,
  ])
  assert.deepEqual(await load(studio, fixtures.a, tmx(...lines, lines[0]!)), {
    read: 2501,
    new: 2500,
    known: 1,
  })
  const file = await unload(studio, fixtures.a)
  assert.equal(file.split('<tu ').length - 1, 2500)
  assert.deepEqual(await load(studio, fixtures.a, file), { read: 2500, new: 0, known: 2500 })
})

test('rejects a broken file with its position, and stores nothing', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory } = a.people
  const broken = `${tmx(...LINES.slice(0, 1)).replace('</body></tmx>', '')}\n  <tu><tuv xml:lang="en"><seg>x</tuv></tu>`
  const refusal = await expectProblem(load(studio, a, broken), 422, 'tmx.invalid')
  assert.match(
    refusal.message,
    /^Line 2, column 32: the file closes <\/tuv> where <seg> is open\.$/,
  )
  assert.deepEqual(refusal.errors, [
    { line: 2, column: 32, message: 'closes </tuv> where <seg> is open' },
  ] as never)
  await expectProblem(
    load(studio, a, '<!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/hostname">]><tmx>&a;</tmx>'),
    422,
    'tmx.invalid',
  )
  await expectProblem(
    load(studio, a, Buffer.from([0x3c, 0x74, 0xff, 0xfe, 0x3e])),
    422,
    'tmx.encoding',
  )
  await expectProblem(
    load(studio, a, '<?xml version="1.0" encoding="ebcdic"?><tmx/>'),
    422,
    'tmx.encoding',
  )
  await expectProblem(load(studio, a, ''), 422, 'tmx.invalid')
  await expectProblem(load(territory, a, tmx()), 403, 'right.missing')
  assert.equal((await studio.call(contract.listUnits)).total, 0)
})

test('reads UTF-16 and declared encodings', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const wide = Buffer.from(`\ufeff${tmx(['Night', 'Nächte'])}`, 'utf16le')
  assert.equal((await load(studio, a, wide)).new, 1)
  assert.equal((await load(studio, a, wide.swap16())).known, 1)
  assert.equal(
    (
      await load(
        studio,
        a,
        Buffer.from(tmx(['Night', 'Nächte']).replace('UTF-8', 'ISO-8859-1'), 'latin1'),
      )
    ).known,
    1,
  )
})

test('rejects a body over the limit, with and without an idempotency key', async (t) => {
  const { a, app } = await loadFixtures(t)
  const { studio } = a.people
  assert.equal((await load(studio, a, tmx(LINES[0]!), { 'idempotency-key': 'k' })).new, 1)
  assert.equal((await load(studio, a, tmx(LINES[0]!), { 'idempotency-key': 'k' })).known, 1)
  const { statusCode } = await app.fastify.inject({
    method: 'POST',
    url: `/api/memory/import?studio=${a.studio._id}`,
    headers: { ...tokenAuth(studio), 'content-type': 'application/xml' },
    payload: Buffer.alloc(contract.MAX_TMX_BYTES + 1, 32),
  })
  assert.equal(statusCode, 413)
})

test('stores each line once when two imports run at the same time', async (t) => {
  const { a } = await loadFixtures(t)
  const lines = Array.from({ length: 50 }, (_none, at): [string, string] => [
    `Line ${at}`,
    `Zeile ${at}`,
  ])
  const counts = await Promise.all(
    [lines, lines.toReversed(), lines].map((all) => load(a.people.studio, a, tmx(...all))),
  )
  assert.equal(
    counts.reduce((sum, { new: fresh }) => sum + fresh, 0),
    50,
  )
})

test('serves the terms of a project by the common conventions', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { territory, vendor, translator } = a.people
  const { body: term, headers } = await territory.send(contract.createTerm, {
    params: { id: 'project-a' },
    body: {
      kind: 'term',
      source: 'warp core',
      language: 'deu',
      target: 'Warpkern',
      forbidden: ['Warp-Core'],
      note: 'As in the first film',
    },
  })
  const { _id, created, $links, ...rest } = term
  assert.deepEqual(rest, {
    project: a.project._id,
    kind: 'term',
    source: 'warp core',
    language: 'deu',
    target: 'Warpkern',
    forbidden: ['Warp-Core'],
    note: 'As in the first film',
  })
  assert.ok(created > 0)
  assert.deepEqual(
    [headers.get('location'), $links.self],
    [$links.self, `//reelay.test/api/projects/${a.project._id}/terms/${_id}`],
  )
  assert.deepEqual(
    await vendor.call(contract.getTerm, { params: { id: a.project._id, term: _id } }),
    term,
  )
  await checkRecordConventions(fixtures, territory, `/projects/${a.project._id}/terms/${_id}`, {
    note: 'Changed',
  })
  await expectProblem(
    vendor.call(contract.changeTerm, {
      params: { id: a.project._id, term: _id },
      body: { note: 'x' },
    }),
    403,
    'right.missing',
  )
  await expectProblem(
    territory.call(contract.createTerm, {
      params: { id: a.project._id },
      body: { kind: 'name', source: 'Warp Core', language: 'deu' },
    }),
    409,
    'record.taken',
  )
  await expectProblem(
    territory.call(contract.createTerm, {
      params: { id: a.project._id },
      body: { kind: 'word' as never, source: '' },
    }),
    422,
    'body.invalid',
  )
  await expectProblem(
    translator.call(contract.listTerms, { params: { id: a.project._id } }),
    404,
    'project.unknown',
  )
  assert.deepEqual(
    await territory.call(contract.removeTerm, { params: { id: a.project._id, term: _id } }),
    { _id, removed: true },
  )
  assert.equal(
    (await territory.call(contract.listTerms, { params: { id: a.project._id } })).total,
    0,
  )
})

test('finds terms by text, kind and language, and removes them with the project', async (t) => {
  const { a, admin, db } = await loadFixtures(t)
  const { studio } = a.people
  const add = (body: contract.NewProjectTerm) =>
    studio.call(contract.createTerm, { params: { id: a.project._id }, body })
  await add({ kind: 'name', source: 'Élodie' })
  await add({ kind: 'title', source: 'The Salt Road', language: 'deu', target: 'Die Salzstraße' })
  await add({ kind: 'title', source: 'The Salt Road' })
  await add({ kind: 'term', source: 'captain', language: 'fra', target: 'capitaine' })
  await add({ kind: 'term', source: 'ship', target: '', forbidden: ['Kahn'] })
  await add({ kind: 'date', source: 'May 4', language: 'deu', target: '4. Mai' })
  const list = async (query: object = {}) =>
    (await studio.call(contract.listTerms, { params: { id: a.project._id }, query })).items.map(
      ({ source, language }) => source + language,
    )
  assert.deepEqual(await list(), [
    'captainfra',
    'May 4deu',
    'ship',
    'The Salt Road',
    'The Salt Roaddeu',
    'Élodie',
  ])
  assert.deepEqual(await list({ q: 'elod' }), ['Élodie'])
  assert.deepEqual(await list({ kind: 'title', language: 'fra' }), ['The Salt Road'])
  assert.deepEqual(await loadCheckTerms(db, { project: a.project._id, language: 'deu' }), {
    names: [
      { source: 'Élodie' },
      { source: 'The Salt Road', target: 'Die Salzstraße' },
      { source: 'May 4', target: '4. Mai' },
    ],
    glossary: [{ source: 'ship', target: 'ship', forbidden: ['Kahn'] }],
  })
  await expectProblem(
    admin.call(removeProject, { params: { id: a.project._id } }),
    409,
    'record.in-use',
  )
  assert.equal((await list()).length, 6)
})

test('answers 404 for a term of another studio, under any project', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { _id: term } = await b.people.studio.call(contract.createTerm, {
    params: { id: b.project._id },
    body: { kind: 'name', source: 'Velmarra' },
  })
  const get = (id: string, which: string) =>
    a.people.studio.call(contract.getTerm, { params: { id, term: which } })
  const change = (id: string, which: string) =>
    a.people.studio.call(contract.changeTerm, { params: { id, term: which }, body: { note: 'x' } })
  for (const ask of [get, change])
    for (const project of [a.project._id, b.project._id])
      await expectSameProblem(ask(project, term), ask('f'.repeat(24), 'f'.repeat(24)), 404)
})
