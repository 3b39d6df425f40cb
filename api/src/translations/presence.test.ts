import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line, LineInput } from '../lines/contract.ts'
import { createTerm } from '../memory/contract.ts'
import { check } from '@reelay/subtitles/checks'
import { readRequest, createRequestAt } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const { translationLines } = contract
const lineAt = (second: number, text: string, source = ''): LineInput => ({
  startTime: `00:00:0${second},000`,
  stopTime: `00:00:0${second},900`,
  text,
  source,
})

async function createTranslation(t: Parameters<typeof loadFixtures>[0], ...texts: string[]) {
  const fixtures = await loadFixtures(t)
  const request = await readRequest(
    fixtures.a.people.studio,
    await createRequestAt(fixtures.a, 'awaiting-materials'),
  )
  const params = { id: request.translation._id }
  const { vendor, territory, studio } = fixtures.a.people
  const lines: Line[] = []
  for (const [index, text] of texts.entries())
    lines.push(await vendor.call(translationLines.add, { params, body: lineAt(index + 1, text) }))
  const reportPresence = (by: TestUser, line: string | null = null) =>
    by.call(contract.bePresent, { params, body: { line } })
  const write = (by: TestUser, ...changes: object[]) =>
    by.call(translationLines.edit, { params, body: { kind: 'write', lines: changes } as never })
  const changes = (since: number) =>
    vendor.call(translationLines.changes, { params, query: { since: String(since) } })
  return { ...fixtures, params, lines, reportPresence, write, changes, vendor, territory, studio }
}

test('shows who has the translation open and at which line, until a timeout', async (t) => {
  const {
    reportPresence,
    lines: [first],
    vendor,
    territory,
    a,
    b,
    db,
    params,
  } = await createTranslation(t, 'eins')
  assert.deepEqual(await reportPresence(vendor, first!._id), { people: [], revision: 1 })
  const { people, revision } = await reportPresence(territory)
  assert.deepEqual(
    [people.map(({ name, line }) => [name, line]), revision],
    [[['vendor a', first!._id]], 1],
  )
  assert.deepEqual(
    (await reportPresence(vendor)).people.map(({ name, line }) => [name, line]),
    [['territory a', null]],
  )
  const since = (await reportPresence(territory)).people[0]!.since
  await sql`update presence set seen_at = seen_at - interval '80 seconds',
    since = since - interval '80 seconds' where person_id = ${a.people.vendor._id}`.execute(db)
  assert.deepEqual((await reportPresence(territory)).people, [])
  await reportPresence(vendor)
  assert.ok(
    (await reportPresence(territory)).people[0]!.since >= since,
    'since restarts after an absence',
  )
  await expectProblem(reportPresence(b.people.vendor), 404, 'translation.not-found')
  await expectProblem(
    vendor.call(contract.bePresent, { params, body: {} as never }),
    422,
    'body.invalid',
  )
})

test('returns only what changed since a revision', async (t) => {
  const {
    lines: [first, second, third],
    write,
    changes,
    vendor,
    params,
  } = await createTranslation(t, 'eins', 'zwei', 'drei')
  assert.deepEqual(await changes(3), { revision: 3, lines: [], removed: [] })
  await write(vendor, { _id: third!._id, text: 'DREI' })
  await vendor.call(translationLines.remove, { params: { ...params, line: first!._id } })
  const { revision, lines, removed } = await changes(3)
  assert.deepEqual(
    [revision, lines.map(({ number, text }) => [number, text]), removed],
    [5, [[2, 'DREI']], [first!._id]],
  )
  assert.deepEqual(
    (await changes(0)).lines.map(({ _id }) => _id),
    [second!._id, third!._id],
  )
  await expectProblem(
    vendor.call(translationLines.changes, { params, query: { since: 'x' } }),
    422,
    'query.invalid',
  )
})

test('writes several lines at once, or none and names every conflict', async (t) => {
  const {
    lines: [first, second, third],
    write,
    changes,
    vendor,
    territory,
    params,
  } = await createTranslation(t, 'eins', 'zwei', 'drei')
  const both = await write(
    vendor,
    { _id: first!._id, version: 1, text: 'EINS' },
    { _id: second!._id, version: 1, text: 'ZWEI', machine: true },
  )
  assert.deepEqual(
    [both.revision, both.lines.map(({ text, version, machine }) => [text, version, machine])],
    [
      4,
      [
        ['EINS', 2, false],
        ['ZWEI', 2, true],
      ],
    ],
  )
  const merged = await write(territory, { _id: first!._id, version: 1, stopTime: '00:00:01,500' })
  assert.deepEqual(
    [merged.lines[0]!.text, merged.lines[0]!.stopTime],
    ['EINS', '00:00:01,500'],
    'merges the text of one edit with the time of the other',
  )
  await vendor.call(translationLines.remove, { params: { ...params, line: third!._id } })
  const before = await changes(0)
  const error = await expectProblem(
    write(
      territory,
      { _id: first!._id, version: 1, text: 'uno' },
      { _id: second!._id, version: 2, text: 'due' },
      { _id: third!._id, version: 1, text: 'tre' },
    ),
    409,
    'line.changed',
  )
  const { conflicts, removed } = error.problem as {
    conflicts: { fields: string[]; line: Line }[]
    removed: string[]
  }
  assert.deepEqual(
    [conflicts.map(({ fields, line }) => [fields, line.text]), removed],
    [[[['text'], 'EINS']], [third!._id]],
  )
  assert.deepEqual(await changes(0), before, 'nothing was written')
  assert.equal(
    (await write(territory, { _id: first!._id, version: 1, text: 'EINS' })).revision,
    before.revision,
    'writing the same text is no conflict and creates no revision',
  )
  const faults = await expectProblem(
    write(vendor, { _id: first!._id, text: 'gut' }, { _id: second!._id, text: '<i>' }),
    422,
    'lines.invalid',
  )
  assert.deepEqual(
    faults.errors.map(({ pointer }) => pointer),
    ['/lines/1/text'],
  )
  await expectProblem(
    write(vendor, { _id: first!._id, text: 'a' }, { _id: first!._id, text: 'b' }),
    422,
    'lines.invalid',
  )
  await expectProblem(
    write(vendor, { _id: first!._id, version: 99, text: 'a' }),
    422,
    'line.version-not-found',
  )
  const { errors } = await expectProblem(write(vendor), 422, 'body.invalid')
  assert.deepEqual(errors[0]!.pointer, '/lines')
})

test('returns the rules that the service itself checks with', async (t) => {
  const { vendor, studio, params, a } = await createTranslation(t, 'Wir  sehen nichts.', '')
  await studio.call(createTerm, {
    params: { id: a.project._id },
    body: { kind: 'term', source: 'salt', target: 'Salz', forbidden: ['Sole'] },
  })
  const rules = await vendor.call(contract.getRules, { params })
  assert.deepEqual(
    [rules.kind, rules.profile.name, rules.glossary, rules.script],
    ['subtitles', 'standard', [{ source: 'salt', target: 'Salz', forbidden: ['Sole'] }], null],
  )
  const { findings, revision } = await vendor.call(contract.getChecks, { params })
  const cues = [
    { start: 1000, stop: 1900, text: 'Wir  sehen nichts.' },
    { start: 2000, stop: 2900, text: '' },
  ]
  assert.deepEqual(
    check(cues, rules),
    findings.map(({ _id: _line, ...finding }) => finding),
  )
  assert.equal(rules.revision, revision)
})
