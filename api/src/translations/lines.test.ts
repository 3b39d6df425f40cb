import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { changeUser } from '../users/contract.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import type { NewLine } from '../lines/contract.ts'
import * as contract from './contract.ts'

const line = (number: number, text: string, more: object = {}): NewLine => ({
  number,
  text,
  startTime: `00:00:0${number},000`,
  stopTime: `00:00:0${number},900`,
  ...more,
})

async function loadLineFixtures(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const request = await readRequest(
    fixtures.a.people.studio,
    await createRequestAt(fixtures.a, 'awaiting-materials'),
  )
  const params = { id: request.translation._id }
  await fixtures.a.people.vendor.call(contract.changeTranslation, {
    params,
    body: { translator: fixtures.a.people.translator._id },
  })
  const put = (by: TestUser, body: unknown, headers = {}) =>
    by.call(contract.translationLines.put, { params, body: body as never, headers })
  const read = (by: TestUser) => by.call(contract.translationLines.list, { params })
  const move = (by: TestUser, status: contract.TranslationStatus, reason?: string) =>
    by.call(contract.changeTranslation, { params, body: { status, ...(reason && { reason }) } })
  return { ...fixtures, request, params, put, read, move, ...fixtures.a.people }
}

test('returns lines exactly as the translator wrote them', async (t) => {
  const { translator, put, read, request, studio } = await loadLineFixtures(t)
  const texts = [
    'Hallo <i>Welt</i><br>👩‍👩‍👧‍👦',
    'مرحبا \u200f“نعم”',
    'שלום',
    '你好',
    'a &amp; b',
    'e\u0301 ≠ é',
    'zero\u200bwidth',
    '“”"quoted" \\ /slash',
  ]
  const written = await put(
    translator,
    texts.map((text, index) =>
      line(index + 1, text, {
        alignment: 'an8',
        textAlign: 'center',
        split: 's',
        merged: 'm',
        range: [1, 2.5],
      }),
    ),
  )
  assert.deepEqual(
    written.map(({ text }) => text),
    texts,
  )
  assert.deepEqual(await read(translator), written)
  assert.deepEqual((await readRequest(studio, request._id)).translation.lines, written)
  assert.deepEqual(
    [written[0]!.auto, written[0]!.machine, written[0]!.custom, written[0]!.range],
    [false, false, true, [1, 2.5]],
  )
  assert.deepEqual(await put(translator, written), written, 'accepts lines as they were read')
  assert.deepEqual(await put(translator, []), [])
})

test('rejects invalid lines with every error and keeps the old ones', async (t) => {
  const { translator, put, read } = await loadLineFixtures(t)
  const before = await put(translator, [line(1, 'stays')])
  const problem = await expectProblem(
    put(translator, [
      line(1, '<script>x</script>'),
      line(3, '<i>open'),
      line(3, 'ok', { startTime: '00:00:01,500', stopTime: '00:00:01,000' }),
    ]),
    422,
    'lines.invalid',
  )
  assert.deepEqual(
    problem.errors.map(({ pointer }) => pointer),
    ['/0/text', '/1/text', '/1/number', '/2/stopTime', '/2/startTime'],
  )
  assert.match(problem.message, /^Line 1 /)
  for (const [name, value] of Object.entries({
    startTime: '99:99:99,999',
    stopTime: '0:00:01,000',
    number: 0,
    text: 'x'.repeat(2001),
    range: [-1],
    auto: 'yes',
  })) {
    await expectProblem(put(translator, [line(1, 'a', { [name]: value })]), 422, 'body.invalid')
  }
  await expectProblem(put(translator, [line(1, 'nul \0')]), 422)
  await expectProblem(put(translator, [{ text: 'a' }]), 422, 'body.invalid')
  await expectProblem(put(translator, { lines: [] }), 422, 'body.invalid')
  await expectProblem(put(translator, [line(1, 'a', { colour: 'red' })]), 400, 'body.unknown-field')
  assert.deepEqual(await read(translator), before)
})

test('accepts the maximum number of lines and rejects more', async (t) => {
  const { translator, put } = await loadLineFixtures(t)
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      text: 'a',
      startTime: '00:00:00,000',
      stopTime: '99:59:59,999',
    }))
  assert.equal((await put(translator, many(20_000))).length, 20_000)
  await expectProblem(put(translator, many(20_001)), 422, 'body.invalid')
})

test('rejects writes without permission and with an outdated copy', async (t) => {
  const { translator, service, guest, put, read } = await loadLineFixtures(t)
  await expectProblem(put(service, []), 403, 'permission.required')
  await expectProblem(put(guest, []), 403, 'permission.required')
  await put(translator, [line(1, 'a')])
  await expectProblem(put(translator, [], { 'if-match': '"old"' }), 412, 'record.changed')
  assert.equal((await read(service)).length, 1)
})

test('submits, rejects, reopens and approves a translation, and locks its lines in between', async (t) => {
  const { translator, vendor, territory, params, put, move } = await loadLineFixtures(t)
  await expectProblem(move(translator, 'submitted'), 409, 'translation.move-not-allowed')
  await put(translator, [line(1, 'a')])
  assert.equal((await move(translator, 'submitted')).status, 'submitted')
  await expectProblem(put(translator, [line(1, 'b')]), 409, 'translation.locked')
  await expectProblem(
    translator.call(contract.translationLines.edit, { params, body: { kind: 'shift', by: 1 } }),
    409,
    'translation.locked',
  )
  await expectProblem(move(vendor, 'approved'), 403, 'translation.move-not-allowed')
  const problem = await expectProblem(
    move(territory, 'rejected'),
    409,
    'translation.move-not-allowed',
  )
  assert.deepEqual(
    [
      problem.problem.from,
      problem.problem.to,
      (problem.problem.missing as { code: string }[]).map(({ code }) => code),
    ],
    ['submitted', 'rejected', ['reason']],
  )
  const rejected = await move(territory, 'rejected', 'line 1 is off')
  assert.deepEqual(
    [rejected.status, rejected.reason, rejected.approval],
    ['rejected', 'line 1 is off', false],
  )
  await put(translator, [line(1, 'b')])
  await expectProblem(move(translator, 'submitted'), 409, 'translation.move-not-allowed')
  await move(translator, 'incomplete')
  await move(translator, 'submitted')
  const approved = await move(territory, 'approved')
  assert.deepEqual([approved.status, approved.approval], ['approved', true])
  await expectProblem(put(translator, []), 409, 'translation.locked')
  await expectProblem(move(translator, 'incomplete', 'wait'), 403, 'translation.move-not-allowed')
  await expectProblem(move(territory, 'incomplete'), 409, 'translation.move-not-allowed')
  assert.equal((await move(territory, 'incomplete', 'one more change')).approval, false)
})

test('ignores a move to the current status', async (t) => {
  const { translator, studio, put, move } = await loadLineFixtures(t)
  await put(translator, [line(1, 'a')])
  await move(translator, 'submitted')
  assert.equal((await move(translator, 'submitted')).status, 'submitted')
  assert.equal((await studio.call(listEvents, { query: { type: 'tsu' } })).total, 1)
})

test('notifies participants of submission, approval and rejection, unless they muted the project', async (t) => {
  const { translator, territory, vendor, studio, put, move, runJobs, a } = await loadLineFixtures(t)
  await vendor.call(changeUser, {
    params: { id: vendor._id },
    body: { preferences: { blacklist: { projects: [a.project._id] } } },
  })
  await put(translator, [line(1, 'a')])
  await move(translator, 'submitted')
  await move(territory, 'rejected', 'no')
  await move(translator, 'incomplete')
  await move(translator, 'submitted')
  await move(territory, 'approved')
  await runJobs()
  const titles = async (by: TestUser) =>
    (await by.call(listNotifications, { query: { type: 'tsu,tap,trj' } })).items
      .map(({ title }) => title)
      .toSorted()
  assert.deepEqual(await titles(territory), [
    'translator a submitted a translation',
    'translator a submitted a translation',
  ])
  assert.deepEqual(await titles(translator), [
    'territory a approved a translation',
    'territory a rejected a translation',
  ])
  assert.deepEqual(await titles(vendor), [])
  const [event] = (await studio.call(listEvents, { query: { type: 'trj' } })).items
  assert.deepEqual(
    [event!.details, event!.projects![0]!._id],
    [{ language: 'deu', reason: 'no' }, a.project._id],
  )
})

test('submits once when four people submit at the same time', async (t) => {
  const { translator, vendor, studio, territory, put, move } = await loadLineFixtures(t)
  await put(translator, [line(1, 'a')])
  await Promise.all([translator, vendor, studio, territory].map((by) => move(by, 'submitted')))
  assert.equal((await studio.call(listEvents, { query: { type: 'tsu' } })).total, 1)
})
