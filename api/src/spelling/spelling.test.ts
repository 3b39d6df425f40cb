import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createTerm } from '../memory/contract.ts'
import { checkDictionaries } from '../operations/doctor/dictionaries.ts'
import * as scripts from '../scripts/contract.ts'
import * as translations from '../translations/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { newOrder } from '../../test/orders.ts'
import { statementsOf } from '../../test/statements-of.ts'
import * as contract from './contract.ts'
import { listDictionaries } from './queries/dictionaries.ts'

/** A translation into a language, with lines that nobody has checked yet. */
async function translated(t: TestContext, language: string, ...texts: string[]) {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { studio, territory, vendor } = a.people
  const request = await territory.call(createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const { _id } = await vendor.call(translations.createTranslation, {
    body: { workRequest: request._id, asset: a.asset._id, language },
  })
  const params = { id: _id }
  for (const [index, text] of texts.entries())
    await vendor.call(translations.translationLines.add, {
      params,
      body: {
        startTime: `00:00:0${index * 3},000`,
        stopTime: `00:00:0${index * 3 + 2},000`,
        text,
      },
    })
  const qc = async () => {
    const { spelling, findings } = await vendor.call(translations.getChecks, { params })
    return {
      state: spelling,
      words: findings.flatMap(({ words = [] }) => words.map(({ word }) => word)),
      findings: findings.filter(({ rule }) => rule === 'SPELLING'),
    }
  }
  const spell = (words: string[], by: TestUser = vendor) =>
    by.call(translations.checkSpelling, { params, body: { words } })
  return { ...fixtures, params, qc, spell, studio, vendor }
}

test('reports misspelled words with suggestions', async (t) => {
  const { qc } = await translated(
    t,
    'fra',
    '<i>Bonjuor</i>, Marie !<br>Il est 12h30 à la NASA.',
    'Une œuvre élevée.',
  )
  const { state, findings } = await qc()
  assert.equal(state, 'checked')
  const [finding, ...others] = findings
  assert.deepEqual(others, [])
  assert.deepEqual(
    [finding!.line, finding!.severity, finding!.value, finding!.fix],
    [1, 'warning', 'Bonjuor', undefined],
  )
  assert.ok(finding!.words![0]!.suggestions.includes('Bonjour'))
})

test('accepts the terms and names of the project, of any case at the start of a sentence', async (t) => {
  const { qc, studio, a } = await translated(t, 'fra', 'Zorblax et Krimmel. Vormelait.')
  assert.deepEqual((await qc()).words, ['Zorblax', 'Krimmel', 'Vormelait'])
  for (const [kind, source, target] of [
    ['name', 'Zorblax', ''],
    ['term', 'harsh', 'vormelait'],
  ] as const)
    await studio.call(createTerm, {
      params: { id: a.project._id },
      body: { kind, source, target, language: 'fra' },
    })
  assert.deepEqual((await qc()).words, ['Krimmel'])
})

test('accepts the names of speakers', async (t) => {
  const { qc, vendor, params } = await translated(t, 'fra')
  await vendor.call(translations.translationLines.add, {
    params,
    body: {
      startTime: '00:00:01,000',
      stopTime: '00:00:03,000',
      text: 'Krimmel, bonjour Vixtor.',
      speaker: 'Krimmel',
    },
  })
  assert.deepEqual((await qc()).words, ['Vixtor'])
})

test('adds a word to the dictionary of the studio, once, for one language', async (t) => {
  const { qc, studio, vendor, a, b } = await translated(t, 'fra', 'Krimmel.')
  const params = { id: a.studio._id }
  const body = { language: 'fra', word: 'Krimmel' }
  await expectProblem(
    vendor.call(contract.addStudioWord, { params, body }),
    403,
    'permission.required',
  )
  const added = await studio.call(contract.addStudioWord, { params, body })
  const again = await studio.call(contract.addStudioWord, { params, body })
  assert.equal(again._id, added._id)
  assert.deepEqual((await qc()).words, [])
  await expectProblem(vendor.call(contract.listStudioWords, { params }), 403, 'permission.required')
  const list = await studio.call(contract.listStudioWords, { params, query: { language: 'fra' } })
  assert.deepEqual(
    list.items.map(({ word }) => word),
    ['Krimmel'],
  )
  const other = await studio.call(contract.listStudioWords, { params, query: { language: 'deu' } })
  assert.equal(other.total, 0)
  await expectProblem(
    b.people.studio.call(contract.listStudioWords, { params }),
    404,
    'studio.not-found',
  )
  await studio.call(contract.removeStudioWord, { params: { ...params, word: added._id } })
  assert.deepEqual((await qc()).words, ['Krimmel'])
})

test('looks words up while people type', async (t) => {
  const { spell, b } = await translated(t, 'fra')
  const { state, words } = await spell(['bonjour', 'bonjuor', 'maison'])
  assert.equal(state, 'checked')
  assert.deepEqual(
    words.map(({ word }) => word),
    ['bonjuor'],
  )
  assert.ok(words[0]!.suggestions.includes('bonjour'))
  await expectProblem(spell(['bonjour'], b.people.studio), 404, 'translation.not-found')
  await expectProblem(spell(['a'.repeat(65)]), 422, 'body.invalid')
  await expectProblem(spell(Array.from({ length: 2_001 }, () => 'ab')), 422, 'body.invalid')
})

test('says that there is no dictionary, and uses one that the operator adds', async (t) => {
  const { qc, spell, app } = await translated(t, 'deu', 'Die Haustürr.')
  assert.deepEqual(await qc(), { state: 'no-dictionary', words: [], findings: [] })
  assert.deepEqual(await spell(['Haustürr']), { state: 'no-dictionary', words: [] })
  const folder = join(app.config.dataDir, 'dictionaries')
  await mkdir(folder)
  await writeFile(join(folder, 'deu.aff'), 'SET UTF-8\nTRY abcdehrstuü\n')
  await writeFile(join(folder, 'deu.dic'), '2\ndie\nHaustür\n')
  const { state, words } = await qc()
  assert.deepEqual([state, words], ['checked', ['Haustürr']])
  await writeFile(join(folder, 'deu.dic'), '3\ndie\nHaustür\nHaustürr\n')
  assert.deepEqual((await qc()).words, [])
})

test('checks the rest when the dictionary of the operator cannot be read', async (t) => {
  const { qc, app } = await translated(t, 'deu', 'Die  Haustürr.')
  const folder = join(app.config.dataDir, 'dictionaries')
  await mkdir(folder)
  await writeFile(join(folder, 'de.aff'), 'SET NOTHING-8\n')
  await writeFile(join(folder, 'de.dic'), '1\ndie\n')
  assert.deepEqual(await qc(), { state: 'unavailable', words: [], findings: [] })
})

/** A script of the same asset. */
async function scripted(t: TestContext, language: string, ...texts: string[]) {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { studio } = a.people
  const { _id: id } = await studio.call(scripts.createScript, {
    body: { asset: a.asset._id, part: 'graphics', language },
  })
  await studio.call(scripts.scriptLines.put, {
    params: { id },
    body: texts.map((text, index) => ({
      number: index + 1,
      startTime: `00:00:0${index * 2},000`,
      stopTime: `00:00:0${index * 2 + 1},000`,
      text,
    })),
  })
  return { ...fixtures, studio, params: { id } }
}

test('checks scripts, with the terms and words of the studio', async (t) => {
  const { a, b, studio, params } = await scripted(
    t,
    'eng',
    'A house.',
    '<i>Helllo</i> Krimmel',
    'Zorblax',
  )
  const check = async () => {
    const { state, lines } = await studio.call(scripts.getScriptSpelling, { params })
    return [state, lines.map(({ number, words }) => [number, words.map(({ word }) => word)])]
  }
  assert.deepEqual(await check(), [
    'checked',
    [
      [2, ['Helllo', 'Krimmel']],
      [3, ['Zorblax']],
    ],
  ])
  await studio.call(createTerm, {
    params: { id: a.project._id },
    body: { kind: 'name', source: 'Zorblax', target: 'Sorblax', language: 'deu' },
  })
  await studio.call(contract.addStudioWord, {
    params: { id: a.studio._id },
    body: { language: 'eng', word: 'Krimmel' },
  })
  assert.deepEqual(await check(), ['checked', [[2, ['Helllo']]]])
  const { words } = await studio.call(scripts.checkScriptSpelling, {
    params,
    body: { words: ['Zorblax', 'Krimmel', 'helllo', 'house'] },
  })
  assert.deepEqual(
    words.map(({ word }) => word),
    ['helllo'],
  )
  assert.ok(words[0]!.suggestions.includes('hello'))
  await expectProblem(
    b.people.studio.call(scripts.getScriptSpelling, { params }),
    404,
    'script.not-found',
  )
})

test('looks words up in two statements', async (t) => {
  const { spell, params, vendor } = await translated(t, 'fra')
  await spell(['bonjour'])
  const statements = await statementsOf(() =>
    vendor.call(translations.checkSpelling, { params, body: { words: ['maison'] } }),
  )
  const own = statements.filter((text) => /studio_word|from translation|project_term/.test(text))
  assert.equal(own.length, 2, statements.join('\n'))
})

test('lists dictionaries for the operator', async (t) => {
  const { app } = await loadFixtures(t)
  const { dataDir } = app.config
  assert.deepEqual(await listDictionaries(dataDir), {
    installed: ['eng', 'fra', 'nld', 'pol', 'por', 'rus'],
    added: [],
    unusable: [],
  })
  const folder = join(dataDir, 'dictionaries')
  await mkdir(folder)
  for (const name of ['deu.aff', 'deu.dic', 'de_AT.aff', 'de_AT.dic', 'ita.aff'])
    await writeFile(join(folder, name), 'SET UTF-8\n')
  const { added, unusable } = await listDictionaries(dataDir)
  assert.deepEqual([added, unusable], [['deu'], ['de_AT', 'ita']])
  assert.deepEqual(
    checkDictionaries(await listDictionaries(dataDir)).map(({ level, message }) => [
      level,
      message,
    ]),
    [
      [
        'warning',
        'Spelling can be checked in eng, fra, nld, pol, por, rus. Added by the operator: deu. Not used: de_AT, ita.',
      ],
    ],
  )
})
