import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line, LineInput } from '../lines/contract.ts'
import * as scripts from '../scripts/contract.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const { translationLines } = contract
const lineAt = (second: number, text: string): LineInput => ({
  startTime: `00:00:0${second},000`,
  stopTime: `00:00:0${second},900`,
  text,
})

async function createTranslation(t: Parameters<typeof loadFixtures>[0], ...texts: string[]) {
  const fixtures = await loadFixtures(t)
  const request = await readRequest(
    fixtures.a.people.studio,
    await createRequestAt(fixtures.a, 'awaiting-materials'),
  )
  const params = { id: request.translation._id }
  const { vendor, territory } = fixtures.a.people
  const lines: Line[] = []
  for (const [index, text] of texts.entries())
    lines.push(await vendor.call(translationLines.add, { params, body: lineAt(index + 1, text) }))
  const change = (by: TestUser, line: Line, body: object) =>
    by.call(translationLines.change, { params: { ...params, line: line._id }, body })
  const edit = (body: object) => vendor.call(translationLines.edit, { params, body: body as never })
  const read = (query = {}) => vendor.call(translationLines.list, { params, query })
  return { ...fixtures, request, params, lines, change, edit, read, vendor, territory }
}

test('keeps the text of two people who write at the same time', async (t) => {
  const {
    lines: [first, second],
    change,
    read,
    vendor,
    territory,
  } = await createTranslation(t, 'eins', 'zwei')
  await Promise.all([
    ...Array.from({ length: 5 }, (_none, index) =>
      change(vendor, first!, { text: `eins ${index}` }),
    ),
    ...Array.from({ length: 5 }, (_none, index) =>
      change(territory, second!, { text: `zwei ${index}` }),
    ),
  ])
  assert.deepEqual(
    (await read()).map(({ version }) => version),
    [6, 6],
  )
  const [line] = await read()
  await change(vendor, line!, { text: 'mein Text', version: line!.version })
  const merged = await change(territory, line!, {
    stopTime: '00:00:01,500',
    version: line!.version,
  })
  assert.deepEqual(
    [merged.text, merged.stopTime],
    ['mein Text', '00:00:01,500'],
    'merges the time of one edit with the text of the other',
  )
  const error = await expectProblem(
    change(territory, line!, { text: 'ihr Text', version: line!.version }),
    409,
    'line.changed',
  )
  assert.deepEqual(
    [error.problem.fields, (error.problem.line as Line).text],
    [['text'], 'mein Text'],
  )
  assert.equal(
    (await change(territory, line!, { text: 'mein Text', version: line!.version })).text,
    'mein Text',
    'writing the same text is not a conflict',
  )
  await expectProblem(
    change(vendor, line!, { version: 99, text: 'x' }),
    422,
    'line.version-not-found',
  )
})

test('orders lines by time and records where their text came from', async (t) => {
  const {
    lines: [first, second],
    change,
    read,
    vendor,
    params,
  } = await createTranslation(t, 'eins', 'zwei')
  assert.deepEqual([first!.number, second!.number, first!.custom, first!.version], [1, 2, true, 1])
  assert.equal(
    (await change(vendor, first!, { startTime: '00:00:05,000', stopTime: '00:00:06,000' })).number,
    2,
  )
  assert.deepEqual(
    (await read()).map(({ text }) => text),
    ['zwei', 'eins'],
  )
  const suggested = await change(vendor, second!, {
    text: 'aus dem <b></b>Gedächtnis',
    machine: true,
  })
  assert.deepEqual(
    [suggested.text, suggested.machine, suggested.custom],
    ['aus dem Gedächtnis', true, false],
  )
  assert.deepEqual(
    [
      (await change(vendor, second!, { text: 'getippt' })).machine,
      (await change(vendor, second!, { note: 'so' })).custom,
    ],
    [false, true],
  )
  assert.equal(
    (
      await vendor.call(translationLines.add, {
        params,
        body: {
          ...lineAt(1, 'gleichzeitig'),
          ...(({ startTime, stopTime }) => ({ startTime, stopTime }))((await read())[0]!),
        },
      })
    ).number,
    2,
    'comes after the line with the same start time',
  )
})

test('changes nothing on an invalid change', async (t) => {
  const {
    lines: [first],
    change,
    read,
    vendor,
    params,
    a,
    b,
  } = await createTranslation(t, 'eins')
  const before = await read()
  const error = await expectProblem(
    change(vendor, first!, { text: '<script>', stopTime: '00:00:01,000' }),
    422,
    'lines.invalid',
  )
  assert.deepEqual(
    error.errors.map(({ pointer }) => pointer),
    ['/text', '/stopTime'],
  )
  await expectProblem(change(vendor, first!, { colour: 'red' }), 400, 'body.unknown-field')
  await expectProblem(
    vendor.call(translationLines.add, {
      params,
      body: { ...lineAt(1, '<i>'), number: 1 } as never,
    }),
    422,
  )
  await expectProblem(
    vendor.call(translationLines.change, {
      params: { ...params, line: 'f'.repeat(24) },
      body: { text: 'x' },
    }),
    404,
    'line.not-found',
  )
  await expectProblem(change(b.people.vendor, first!, { text: 'x' }), 404, 'translation.not-found')
  await expectProblem(change(a.people.guest, first!, { text: 'x' }), 403, 'permission.required')
  await expectProblem(
    vendor.call(translationLines.remove, {
      params: { ...params, line: first!._id },
      headers: { 'if-match': '"old"' },
    }),
    412,
    'record.changed',
  )
  const script = await a.people.studio.call(scripts.createScript, {
    body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
  })
  await expectProblem(
    a.people.studio.call(scripts.scriptLines.change, {
      params: { id: script._id, line: first!._id },
      body: { text: 'x' },
    }),
    404,
    'line.not-found',
  )
  const [line] = await a.people.studio.call(scripts.scriptLines.put, {
    params: { id: script._id },
    body: [{ ...first!, text: 'Stolen?' }],
  })
  assert.notEqual(line!._id, first!._id, 'a line of another text track stays there')
  assert.deepEqual(await read(), before)
})

test('splits, merges, shifts and ripples lines, and returns what changed', async (t) => {
  const {
    lines: [first, second, third],
    edit,
    read,
  } = await createTranslation(t, 'Wir sehen nichts', 'gar nichts', 'mehr')
  const split = await edit({ kind: 'split', line: first!._id, version: 1, after: 9 })
  assert.deepEqual(
    split.lines.map(({ number, text }) => [number, text]),
    [
      [1, 'Wir sehen'],
      [2, 'nichts'],
    ],
  )
  const merged = await edit({ kind: 'merge', lines: [split.lines[1]!._id, second!._id] })
  assert.deepEqual([merged.lines[0]!.text, merged.removed], ['nichts<br>gar nichts', [second!._id]])
  const shifted = await edit({ kind: 'shift', by: 5000, from: third!._id })
  assert.deepEqual(
    [shifted.lines.map(({ startTime }) => startTime), shifted.revision],
    [['00:00:08,000'], 6],
  )
  await expectProblem(
    edit({ kind: 'ripple', line: first!._id, stopTime: '00:00:01,000' }),
    409,
    'edit.not-allowed',
  )
  await expectProblem(
    edit({ kind: 'split', line: first!._id, version: 1, after: 3 }),
    409,
    'line.changed',
  )
  await expectProblem(
    edit({ kind: 'merge', lines: [first!._id, third!._id] }),
    409,
    'edit.not-allowed',
  )
  await expectProblem(edit({ kind: 'shift', by: -9000 }), 409, 'edit.not-allowed')
  await expectProblem(edit({ kind: 'burn' }), 422, 'body.invalid')
  assert.equal((await read()).length, 3)
})

test('keeps every version with its author, text and diff', async (t) => {
  const {
    lines: [first, second],
    change,
    edit,
    read,
    vendor,
    territory,
    params,
  } = await createTranslation(t, 'eins', 'zwei')
  await change(territory, first!, { text: 'EINS' })
  await vendor.call(translationLines.remove, { params: { ...params, line: second!._id } })
  await edit({ kind: 'shift', by: 0 })
  const { items, total } = await vendor.call(translationLines.revisions, { params })
  assert.equal(total, 4, 'an edit without changes creates no revision')
  assert.deepEqual(
    items.map(({ number, deed, user, added, changed, removed }) => [
      number,
      deed,
      user.name,
      added,
      changed,
      removed,
    ]),
    [
      [4, 'removed', 'vendor a', 0, 0, 1],
      [3, 'changed', 'territory a', 0, 1, 0],
      [2, 'added', 'vendor a', 1, 0, 0],
      [1, 'added', 'vendor a', 1, 0, 0],
    ],
  )
  assert.deepEqual(
    await Promise.all(
      ['0', '1', '2', '3', '4', '99'].map(async (revision) =>
        (await read({ revision })).map(({ text }) => text),
      ),
    ),
    [[], ['eins'], ['eins', 'zwei'], ['EINS', 'zwei'], ['EINS'], ['EINS']],
  )
  const differences = await vendor.call(translationLines.differences, {
    params,
    query: { from: '2' },
  })
  assert.deepEqual(
    differences.map(({ kind, before, after }) => [kind, before?.text, after?.text]),
    [
      ['changed', 'eins', 'EINS'],
      ['removed', 'zwei', undefined],
    ],
  )
  assert.deepEqual(
    await vendor.call(translationLines.differences, { params, query: { from: '2', to: '2' } }),
    [],
  )
})
