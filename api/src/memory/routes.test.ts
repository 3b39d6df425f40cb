import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../kernel/db/transaction.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
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
      lines: lines.map(([source, target], index) => ({
        _id: String(index),
        source,
        text: target,
      })),
    }),
  )
}

const LINES: [string, string][] = [
  ['Where is he?', 'Wo ist er?'],
  ['Tom &amp; <i>Ann</i><br>left at 9.', 'Tom und <i>Ann</i><br>gingen um 9.'],
  ['100% café', '100 % Café'],
]
const tmx = (...lines: [string, string][]) => {
  const variant = (language: string, text: string) =>
    `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`
  const units = lines.map(
    ([source, target]) => `<tu>${variant('en', source)}${variant('de-DE', target)}</tu>`,
  )
  const head = '<?xml version="1.0" encoding="UTF-8"?><tmx version="1.4"><header srclang="en"/>'
  return `${head}<body>${units.join('')}</body></tmx>`
}
const importTmx = (by: TestUser, side: StudioFixtures, body: string | Uint8Array, headers = {}) =>
  by.call(contract.importMemory, { query: { studio: side.studio._id }, body, headers })
const exportTmx = async (by: TestUser, side: StudioFixtures, more: object = {}) =>
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
  assert.deepEqual(await list({ q: '0%' }), ['100 % Café'], 'a percent sign is not a wildcard')
  assert.deepEqual(
    await list({ q: 'where', language: 'fra', studio: 'studio-a', project: 'project-a' }),
    ['Où est-il ?'],
  )
  assert.deepEqual(await list({ project: 'project-b' }), [])
  assert.equal(
    (await territory.call(contract.listUnits, { range: { first: 1, last: 2 } })).items.length,
    2,
  )
  await expectProblem(vendor.call(contract.listUnits), 403, 'permission.required')

  const [unit] = (await territory.call(contract.listUnits, { query: { language: 'fra' } })).items
  assert.deepEqual(await territory.call(contract.getUnit, { params: { id: unit!._id } }), unit)
  assert.deepEqual(
    [unit!.origin, unit!.asset, unit!.project, unit!.approvedBy!._id, unit!.sourceLanguage],
    ['approved', a.asset._id, a.project._id, territory._id, 'eng'],
  )
  await expectProblem(
    territory.call(contract.removeUnit, { params: { id: unit!._id } }),
    403,
    'permission.required',
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
  const file = await exportTmx(a.people.studio, a)
  assert.deepEqual(await importTmx(b.people.studio, b, file), { read: 3, new: 3, known: 0 })
  assert.deepEqual(await importTmx(b.people.studio, b, file), { read: 3, new: 0, known: 3 })
  assert.deepEqual(
    await importTmx(a.people.studio, a, file),
    { read: 3, new: 0, known: 3 },
    'approved units are already known',
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
  assert.equal((await exportTmx(admin, b, { language: 'fra' })).includes('<tu '), false)
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
  const lines = Array.from({ length: 2500 }, (_none, index): [string, string] => [
    `Line number ${index}`,
    `Zeile ${index}`,
  ])
  assert.deepEqual(await importTmx(studio, fixtures.a, tmx(...lines, lines[0]!)), {
    read: 2501,
    new: 2500,
    known: 1,
  })
  const file = await exportTmx(studio, fixtures.a)
  assert.equal(file.split('<tu ').length - 1, 2500)
  assert.deepEqual(await importTmx(studio, fixtures.a, file), { read: 2500, new: 0, known: 2500 })
})

test('rejects a broken file with its position, and stores nothing', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory } = a.people
  const broken = `${tmx(...LINES.slice(0, 1)).replace('</body></tmx>', '')}\n  <tu><tuv xml:lang="en"><seg>x</tuv></tu>`
  const refusal = await expectProblem(importTmx(studio, a, broken), 422, 'tmx.invalid')
  assert.match(
    refusal.message,
    /^Line 2, column 32: the file closes <\/tuv> where <seg> is open\.$/,
  )
  assert.deepEqual(refusal.errors, [
    { line: 2, column: 32, message: 'closes </tuv> where <seg> is open' },
  ] as never)
  await expectProblem(
    importTmx(
      studio,
      a,
      '<!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/hostname">]><tmx>&a;</tmx>',
    ),
    422,
    'tmx.invalid',
  )
  await expectProblem(
    importTmx(studio, a, Buffer.from([0x3c, 0x74, 0xff, 0xfe, 0x3e])),
    422,
    'tmx.encoding-invalid',
  )
  await expectProblem(
    importTmx(studio, a, '<?xml version="1.0" encoding="ebcdic"?><tmx/>'),
    422,
    'tmx.encoding-invalid',
  )
  await expectProblem(importTmx(studio, a, ''), 422, 'tmx.invalid')
  await expectProblem(importTmx(territory, a, tmx()), 403, 'permission.required')
  assert.equal((await studio.call(contract.listUnits)).total, 0)
})

test('reads UTF-16 and declared encodings', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const wide = Buffer.from(`\ufeff${tmx(['Night', 'Nächte'])}`, 'utf16le')
  assert.equal((await importTmx(studio, a, wide)).new, 1)
  assert.equal((await importTmx(studio, a, wide.swap16())).known, 1)
  assert.equal(
    (
      await importTmx(
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
  assert.equal((await importTmx(studio, a, tmx(LINES[0]!), { 'idempotency-key': 'k' })).new, 1)
  assert.equal((await importTmx(studio, a, tmx(LINES[0]!), { 'idempotency-key': 'k' })).known, 1)
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
  const lines = Array.from({ length: 50 }, (_none, index): [string, string] => [
    `Line ${index}`,
    `Zeile ${index}`,
  ])
  const counts = await Promise.all(
    [lines, lines.toReversed(), lines].map((all) => importTmx(a.people.studio, a, tmx(...all))),
  )
  assert.equal(
    counts.reduce((sum, { new: fresh }) => sum + fresh, 0),
    50,
  )
})
