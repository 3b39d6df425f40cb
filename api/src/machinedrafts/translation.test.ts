import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../kernel/db/transaction.ts'
import { storeUnits } from '../memory/commands/store-units.ts'
import { createTerm, listUnits } from '../memory/contract.ts'
import { listAudit } from '../audit/contract.ts'
import { changeTranslation, getChecks, translationLines } from '../translations/contract.ts'
import { loadDraftFixtures } from '../../test/draft-fixtures.ts'
import { TEST_KEY } from '../../test/draft-server.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import * as contract from './contract.ts'

test('drafts the empty lines, marks them, and leaves written lines alone', async (t) => {
  const { put, start, latest, lines, runJobs, server, params, a } = await loadDraftFixtures(t, [
    'Where is he?',
    '<i>We have to<br>leave now.</i>',
    '- Who?<br>- Me.',
    'Stay.',
  ])
  const { vendor } = a.people
  await put()
  const last = (await lines())[3]!
  await vendor.call(translationLines.change, {
    params: { ...params, line: last._id },
    body: { text: 'Bleib.' },
  })
  const waiting = await start()
  assert.deepEqual([waiting.status, waiting.total], ['waiting', 3])
  await runJobs()
  assert.deepEqual(
    (await lines()).map(({ text, machine, custom }) => [text, machine, custom]),
    [
      ['WHERE IS HE?', true, false],
      ['<i>WE HAVE TO<br>LEAVE NOW.</i>', true, false],
      ['- WHO?<br>- ME.', true, false],
      ['Bleib.', false, true],
    ],
  )
  const run = await latest()
  assert.deepEqual(
    [run.status, run.kind, run.fromProvider, run.skipped, run.requests, run.user._id],
    ['done', 'libretranslate', 3, 0, 1, vendor._id],
  )
  assert.equal(run.characters, 'Where is he?We have to leave now.Who?Me.'.length)
  assert.deepEqual(server.requests[0]!.body, {
    q: ['Where is he?', 'We have to leave now.', 'Who?', 'Me.'],
    source: 'en',
    target: 'de',
    format: 'text',
    api_key: TEST_KEY,
  })
  const { items } = await vendor.call(translationLines.revisions, { params })
  assert.equal(items[0]!.deed, 'drafted')
  await expectProblem(start(), 409, 'draft.no-empty-lines')
})

test('counts unconfirmed lines as warnings until a person confirms or rewrites them', async (t) => {
  const { put, start, lines, runJobs, params, a } = await loadDraftFixtures(t, [
    'One',
    'Two',
    'Six',
  ])
  const { vendor, territory, studio } = a.people
  await put()
  await start()
  await runJobs()
  const unconfirmed = async () =>
    (await vendor.call(getChecks, { params })).findings
      .filter(({ rule }) => rule === 'MACHINE')
      .map(({ line, severity }) => `${line} ${severity}`)
  assert.deepEqual(await unconfirmed(), ['1 warning', '2 warning', '3 warning'])
  const [one, two] = await lines()
  await vendor.call(translationLines.edit, {
    params,
    body: {
      kind: 'write',
      lines: [
        { _id: one!._id, version: one!.version, machine: false, custom: true },
        { _id: two!._id, version: two!.version, text: 'Zwei' },
      ],
    },
  })
  assert.deepEqual(await unconfirmed(), ['3 warning'])

  await vendor.call(changeTranslation, { params, body: { status: 'submitted' } })
  const { remarks } = await territory.call(getChecks, { params })
  assert.ok(
    remarks.some(({ rule, line }) => rule === 'MACHINE' && line === 3),
    'the reviewer sees what was not confirmed',
  )
  await territory.call(changeTranslation, { params, body: { status: 'approved' } })
  const { items } = await studio.call(listUnits, { query: { studio: a.studio._id } })
  assert.deepEqual(items.map(({ target }) => target).toSorted(), ['ONE', 'Zwei'])
})

test('takes the memory and the glossary first, and sends terms translated', async (t) => {
  const { put, start, latest, lines, runJobs, server, db, a, params } = await loadDraftFixtures(t, [
    'Where is he?',
    'The Harbour',
    'Meet me at the harbour & wait.',
  ])
  const { studio, territory } = a.people
  await inTransaction(db, (tx) =>
    storeUnits(tx, {
      studio: a.studio._id,
      project: a.project._id,
      asset: a.asset._id,
      translation: params.id,
      sourceLanguage: 'eng',
      language: 'deu',
      approvedBy: territory._id,
      lines: [{ _id: '1', source: 'Where is he?', text: 'Wo ist er?' }],
    }),
  )
  for (const [source, target] of [
    ['The Harbour', 'Der Hafen'],
    ['harbour', 'Hafen'],
  ])
    await studio.call(createTerm, {
      params: { id: a.project._id },
      body: { kind: 'name', source: source!, target: target!, language: 'deu' },
    })
  await put({ kind: 'deepl' })
  await start()
  await runJobs()
  assert.deepEqual(
    (await lines()).map(({ text, machine }) => [text, machine]),
    [
      ['Wo ist er?', true],
      ['Der Hafen', true],
      ['MEET ME AT Der Hafen &amp; WAIT.', true],
    ],
  )
  const { fromMemory, fromGlossary, fromProvider } = await latest()
  assert.deepEqual([fromMemory, fromGlossary, fromProvider], [1, 1, 1])
  assert.deepEqual(server.requests, [
    {
      path: '/v2/translate',
      authorization: `DeepL-Auth-Key ${TEST_KEY}`,
      body: {
        text: ['Meet me at <x>Der Hafen</x> &amp; wait.'],
        source_lang: 'EN',
        target_lang: 'DE',
        tag_handling: 'xml',
        ignore_tags: ['x'],
      },
    },
  ])
})

test('asks an OpenAI-compatible server again in smaller parts if its answer does not fit', async (t) => {
  const { put, start, latest, lines, runJobs, server } = await loadDraftFixtures(t, [
    'One',
    'Two',
    'Three',
  ])
  await put({ kind: 'openai', model: 'small', url: `${server.url}/v1` })
  server.chat((sources) =>
    sources.length > 1
      ? 'Here you are: {"lines": ["only one"]}'
      : sources[0] === 'Two'
        ? 'I cannot translate this.'
        : `\`\`\`json\n${JSON.stringify({ lines: sources.map((text) => `<${text}>`) })}\n\`\`\``,
  )
  await start()
  await runJobs()
  assert.deepEqual(
    (await lines()).map(({ text, machine }) => [text, machine]),
    [
      ['&lt;One&gt;', true],
      ['', false],
      ['&lt;Three&gt;', true],
    ],
  )
  const { status, fromProvider, skipped, requests, tokens } = await latest()
  assert.deepEqual([status, fromProvider, skipped, requests, tokens], ['done', 2, 1, 5, 14])
  assert.equal(server.requests[0]!.body.model, 'small')
})

test('retries a busy server, and says why a run failed', async (t) => {
  const { put, start, latest, lines, runJobs, server } = await loadDraftFixtures(t, ['One'])
  await put()
  server.fail(503, 429)
  await start()
  await runJobs()
  assert.deepEqual([(await latest()).status, (await latest()).requests], ['done', 3])
  assert.equal((await lines())[0]!.text, 'ONE')
})

for (const [name, prepare, code] of [
  ['a wrong key', { secret: 'wrong' }, 'draft.rejected'],
  ['a path that is not there', { kind: 'openai', model: 'm', secret: 'x' }, 'draft.not-translated'],
] as const)
  test(`ends a run with a reason for ${name}, and keeps the lines`, async (t) => {
    const { put, start, latest, lines, runJobs, server } = await loadDraftFixtures(t, ['One'])
    await put(prepare)
    await start()
    await runJobs()
    const { status, reason } = await latest()
    assert.deepEqual([status, reason!.code], ['failed', code])
    assert.ok(reason!.message.startsWith(new URL(server.url).host))
    assert.ok(!reason!.message.includes('wrong'))
    assert.equal((await lines())[0]!.text, '')
  })

test('does not overwrite a line that somebody writes meanwhile', async (t) => {
  const { put, start, latest, lines, runJobs, server, params, a } = await loadDraftFixtures(t, [
    'One',
    'Two',
  ])
  await put()
  const [one] = await lines()
  server.before(async () => {
    await a.people.vendor.call(translationLines.change, {
      params: { ...params, line: one!._id },
      body: { text: 'Eins' },
    })
  })
  await start()
  await runJobs()
  assert.deepEqual(
    (await lines()).map(({ text, machine }) => [text, machine]),
    [
      ['Eins', false],
      ['TWO', true],
    ],
  )
  const { fromProvider, skipped } = await latest()
  assert.deepEqual([fromProvider, skipped], [1, 1])
})

test('runs once at a time, can be cancelled, and goes on with the rest', async (t) => {
  const sources = Array.from({ length: 40 }, (_, index) => `Line ${index}`)
  const { put, start, latest, lines, runJobs, server, params, a } = await loadDraftFixtures(
    t,
    sources,
  )
  const { vendor } = a.people
  const cancel = () => vendor.call(contract.cancelTranslationDraft, { params })
  await put()
  await expectProblem(cancel(), 409, 'draft.not-running')
  await start()
  await expectProblem(start(), 409, 'draft.running')
  let isFirst = true
  server.before(async () => {
    if (isFirst) await cancel()
    isFirst = false
  })
  await runJobs()
  const drafted = async () => (await lines()).filter(({ text }) => text).length
  assert.deepEqual([(await latest()).status, await drafted()], ['cancelled', 25])
  assert.ok((await latest()).characters > 0, 'what was sent is counted')
  await start()
  await runJobs()
  assert.deepEqual([(await latest()).status, await drafted()], ['done', 40])
})

test('records who sent how much to whom', async (t) => {
  const { put, start, runJobs, admin, a, server } = await loadDraftFixtures(t, ['One'])
  await put()
  await start()
  await runJobs()
  const { items } = await admin.call(listAudit, { query: {} })
  const finished = items.find(({ act }) => act === 'job draft-translation')!
  assert.equal(finished.by!._id, a.people.vendor._id)
  assert.deepEqual(finished.asked, {
    status: 'done',
    provider: 'libretranslate',
    host: new URL(server.url).host,
    characters: 3,
    requests: 1,
    fromMemory: 0,
    fromGlossary: 0,
    fromProvider: 1,
    skipped: 0,
  })
  assert.ok(!JSON.stringify(items).includes(TEST_KEY), 'the key is not in the audit log')
  const runs = await a.people.studio.call(contract.listDraftRuns, { params: { id: a.studio._id } })
  assert.deepEqual([runs.total, runs.items[0]!.characters], [1, 3])
})
