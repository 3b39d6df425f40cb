import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { newOrder } from '../../test/orders.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { tokenAuth } from '../../test/raw-http.ts'
import { listTokens } from '../sessions/contract.ts'
import * as scripts from '../scripts/contract.ts'
import * as translations from '../translations/contract.ts'
import { createWorkRequest, getWorkRequest, listWorkRequests } from './contract.ts'

/** With 2,000 characters each, more than a record of the service contains. */
const LINES = 1_200
const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)
const linesOf = (word: string) =>
  Array.from({ length: LINES }, (_none, index) => ({
    number: index + 1,
    text: `${index} ${word.repeat(400)}`.slice(0, 2_000).trim(),
    startTime: `${time(index * 2)},000`,
    stopTime: `${time(index * 2 + 1)},900`,
  }))

async function orderManyLines(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { studio, territory } = fixtures.a.people
  const script = await studio.call(scripts.createScript, {
    body: { asset: fixtures.a.asset._id, part: 'dialogue', language: 'eng' },
  })
  const writeScript = (word: string) =>
    studio.call(scripts.scriptLines.put, { params: { id: script._id }, body: linesOf(word) })
  await writeScript('Wörd ')
  const request = await territory.call(createWorkRequest, {
    body: newOrder(fixtures.a, { status: 'submitted' }),
  })
  return { ...fixtures, request, writeScript, params: { id: request.translation._id } }
}

test('replies with all lines of a translation, however many they are', async (t) => {
  const { app, a, request, params } = await orderManyLines(t)
  const { territory, vendor } = a.people
  assert.deepEqual(
    [request.translation.lines.length, request.translation.lines.at(-1)!.number],
    [LINES, LINES],
  )
  const read = (more: object = {}) =>
    app.fastify.inject({
      url: `/api/workrequests/${request._id}`,
      headers: { ...tokenAuth(territory), ...more },
    })
  const first = await read()
  const { etag } = first.headers
  assert.deepEqual(first.json().translation.lines, request.translation.lines)
  assert.equal((await read({ 'if-none-match': etag })).statusCode, 304)
  const [line] = request.translation.lines
  await vendor.call(translations.translationLines.change, {
    params: { ...params, line: line!._id },
    body: { text: 'Neu' },
  })
  const changed = await read({ 'if-none-match': etag })
  assert.deepEqual(
    [changed.statusCode, changed.json().translation.lines[0].text],
    [200, 'Neu'],
    'the ETag covers the lines',
  )
  const { items } = await territory.call(listWorkRequests)
  assert.deepEqual(items[0]!.translation.lines, [], 'lists contain no lines')
})

test('answers other requests while it works on many lines', async (t) => {
  const { a, request, writeScript, params } = await orderManyLines(t)
  const { territory, vendor, guest } = a.people
  await writeScript('Other ')
  const work: [name: string, run: () => Promise<unknown>][] = [
    ['read', () => territory.call(getWorkRequest, { params: { id: request._id } })],
    ['preview a merge', () => vendor.call(translations.getMerge, { params })],
    ['merge', () => vendor.call(translations.mergeScript, { params, body: {} })],
    [
      'list changes',
      () => vendor.call(translations.translationLines.changes, { params, query: { since: '0' } }),
    ],
    ['fix', () => vendor.call(translations.fixTranslation, { params, body: {} })],
  ]
  // On a busy machine, the work can end before the other request is answered, so it is repeated.
  for (const [name, run] of work) {
    let answers = 0
    for (let attempt = 1; answers === 0 && attempt <= 5; attempt++) {
      if (attempt > 1) await writeScript(`Attempt ${attempt} `)
      answers = await countAnswersDuring(run, () => guest.call(listTokens))
    }
    assert.ok(answers > 0, `${name}: no other request was answered meanwhile`)
  }
})

async function countAnswersDuring(
  work: () => Promise<unknown>,
  ask: () => Promise<unknown>,
): Promise<number> {
  let [isRunning, answers] = [true, 0]
  const working = work().finally(() => (isRunning = false))
  while (isRunning) {
    await ask()
    if (isRunning) answers++
  }
  await working
  return answers
}
