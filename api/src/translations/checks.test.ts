import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as memory from '../memory/contract.ts'
import { createPreview } from '../previews/contract.ts'
import * as scripts from '../scripts/contract.ts'
import { changeStudio } from '../studios/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { uploadBytes } from '../../test/clips.ts'
import { newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import type { LineInput } from '../lines/contract.ts'
import * as contract from './contract.ts'

const lineAt = (second: number, text: string, source = ''): LineInput => ({
  startTime: `00:00:0${second},000`,
  stopTime: `00:00:0${second},900`,
  text,
  source,
})

async function ordered(t: Parameters<typeof loadFixtures>[0], ...lines: LineInput[]) {
  const fixtures = await loadFixtures(t)
  const { studio, territory, vendor } = fixtures.a.people
  const request = await territory.call(createWorkRequest, {
    body: newOrder(fixtures.a, { status: 'submitted' }),
  })
  const params = { id: request.translation._id }
  for (const line of lines) await vendor.call(contract.translationLines.add, { params, body: line })
  const checks = (query = {}) => vendor.call(contract.getChecks, { params, query })
  const move = (by: TestUser, status: contract.TranslationStatus, reason?: string) =>
    by.call(contract.changeTranslation, { params, body: { status, ...(reason && { reason }) } })
  const read = async () =>
    (await vendor.call(contract.translationLines.list, { params })).map(({ text }) => text)
  return { ...fixtures, request, params, checks, move, read, studio, territory, vendor }
}

test('checks a translation against the studio profile, or another profile', async (t) => {
  const { checks, vendor, params, studio, a } = await ordered(
    t,
    lineAt(1, 'Wir sehen nichts.'),
    lineAt(2, '', 'Nothing.'),
  )
  const { profile, errors, findings } = await checks()
  assert.deepEqual(
    [
      profile,
      errors,
      findings.filter(({ severity }) => severity === 'error').map(({ rule, line }) => [rule, line]),
    ],
    ['standard', 1, [['UNTRANSLATED', 2]]],
  )
  const [, second] = await vendor.call(contract.translationLines.list, { params })
  assert.equal(findings.find(({ rule }) => rule === 'UNTRANSLATED')!._id, second!._id)
  assert.equal((await checks({ profile: 'bbc' })).profile, 'bbc')
  await expectProblem(checks({ profile: 'nettflix' }), 422, 'profile.not-found')
  await studio.call(changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { subtitleLimits: { charactersPerLine: 10 } } },
  })
  assert.ok(
    (await checks()).findings.some(
      ({ rule, line, limit }) => rule === 'CPL' && line === 1 && limit === 10,
    ),
  )
})

test('blocks a submission with errors and lists them, and stores warnings', async (t) => {
  const { checks, move, vendor, params } = await ordered(t, lineAt(1, '', 'Hello'))
  const rejection = await expectProblem(move(vendor, 'submitted'), 422, 'translation.checks-failed')
  assert.match(rejection.message, /^One error blocks the submission\. Line 1 /)
  assert.deepEqual(
    [rejection.errors[0]!.pointer, (rejection.problem.findings as { rule: string }[])[0]!.rule],
    ['/lines/0', 'UNTRANSLATED'],
  )
  assert.equal((await vendor.call(contract.getTranslation, { params })).status, 'incomplete')
  const [line] = await vendor.call(contract.translationLines.list, { params })
  await vendor.call(contract.translationLines.change, {
    params: { ...params, line: line!._id },
    body: { text: 'Hello' },
  })
  const { errors, warnings } = await checks()
  assert.ok(errors === 0 && warnings > 0, 'text equal to the source is only a warning')
  await move(vendor, 'submitted')
  assert.deepEqual(
    (await checks()).remarks.map(({ rule }) => rule),
    ['SAME-AS-SOURCE'],
  )
})

test('counts lines after the end of the film, and blocks the approval with errors', async (t) => {
  const { checks, move, vendor, territory, studio, a, db } = await ordered(
    t,
    ...[1, 3, 5, 7].map((second) => lineAt(second, `Satz Nummer ${second}.`)),
  )
  await move(vendor, 'submitted')
  const { _id: file } = await uploadBytes(studio, a, Buffer.from('film'), 'film.mov')
  const probe = { kind: 'video', duration: 4, video: { frameRate: '25/1', aspect: '16:9' } }
  await sql`delete from job where payload ->> 'file' = ${file}`.execute(db)
  await sql`
    insert into media (studio_id, file_id, probe)
    select studio_id, id, ${JSON.stringify(probe)}::jsonb from file where id = ${file}
    on conflict (studio_id, file_id) do update set probe = excluded.probe`.execute(db)
  await sql`update file set verified_at = now() where id = ${file}`.execute(db)
  await studio.call(createPreview, { body: { asset: a.asset._id, file } })
  const { errors, findings } = await checks()
  assert.deepEqual(
    [errors, findings.filter(({ rule }) => rule === 'FILM-end').map(({ line }) => line)],
    [2, [3, 4]],
  )
  const rejection = await expectProblem(
    move(territory, 'approved'),
    422,
    'translation.checks-failed',
  )
  assert.match(rejection.message, /^2 errors block the approval\. Line 3 starts at 5 s/)
})

test('applies safe fixes of all or some rules, as a revision', async (t) => {
  const { checks, params, vendor, read } = await ordered(
    t,
    lineAt(1, 'Wir  sehen...'),
    lineAt(3, 'Gar  nichts...'),
  )
  const fixable = async () =>
    (await checks()).findings.filter(({ fix }) => fix).map(({ rule, line }) => `${rule} ${line}`)
  assert.deepEqual(await fixable(), ['SPACES 1', 'ELLIPSIS 1', 'SPACES 2', 'ELLIPSIS 2'])
  await vendor.call(contract.fixTranslation, { params, body: { rules: ['SPACES'] } })
  assert.deepEqual(await read(), ['Wir sehen...', 'Gar nichts...'])
  const left = await vendor.call(contract.fixTranslation, { params, body: {} })
  assert.deepEqual(
    [await read(), left.lines.length, await fixable()],
    [['Wir sehen…', 'Gar nichts…'], 2, []],
  )
  assert.equal(
    (await vendor.call(contract.translationLines.revisions, { params })).items[0]!.deed,
    'fixed',
  )
  await expectProblem(
    vendor.call(contract.fixTranslation, { params, body: { rules: ['BEAUTY'] as never } }),
    422,
    'body.invalid',
  )
})

test('checks the names and terms of the project', async (t) => {
  const { checks, studio, a } = await ordered(
    t,
    lineAt(1, 'Willkommen in Welmara.', 'Welcome to Velmarra.'),
  )
  await studio.call(memory.createTerm, {
    params: { id: a.project._id },
    body: { kind: 'name', source: 'Velmarra' },
  })
  assert.ok((await checks()).findings.some(({ rule, line }) => rule === 'NAME' && line === 1))
})

test('adds approved lines to the memory and removes them when the approval is withdrawn', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory, vendor } = a.people
  const script = await studio.call(scripts.createScript, {
    body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
  })
  await studio.call(scripts.scriptLines.add, {
    params: { id: script._id },
    body: lineAt(1, 'Who taught you to fly?'),
  })
  const request = await territory.call(createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const params = { id: request.translation._id }
  const [line] = await vendor.call(contract.translationLines.list, { params })
  await vendor.call(contract.translationLines.change, {
    params: { ...params, line: line!._id },
    body: { text: 'Wer hat dich gelehrt?' },
  })
  const offered = async () =>
    (
      await vendor.call(memory.suggest, {
        query: {
          studio: a.studio._id,
          sourceLanguage: 'eng',
          language: 'deu',
          source: 'Who taught you to fly?',
        },
      })
    ).map(({ target, score }) => [target, score])
  const move = (by: TestUser, status: contract.TranslationStatus, reason?: string) =>
    by.call(contract.changeTranslation, { params, body: { status, ...(reason && { reason }) } })
  await move(vendor, 'submitted')
  assert.deepEqual(await offered(), [], 'not before it is approved')
  await move(territory, 'approved')
  assert.deepEqual(
    (await offered()).map(([target]) => target),
    ['Wer hat dich gelehrt?'],
  )
  await move(territory, 'incomplete', 'one more change')
  assert.deepEqual(await offered(), [])
})
