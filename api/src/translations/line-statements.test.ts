// Saving a line reads the text track and the line once, and answers with what it saved.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { loadFixtures } from '../../test/fixtures.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import type { NewLine } from '../lines/contract.ts'
import * as contract from './contract.ts'

const line = (number: number): NewLine => ({
  number,
  text: `Line ${number}`,
  startTime: `00:00:${10 + number},000`,
  stopTime: `00:00:${10 + number},900`,
})

async function loadLines(t: TestContext) {
  const { a } = await loadFixtures(t)
  const { vendor, studio } = a.people
  const request = await readRequest(studio, await createRequestAt(a, 'awaiting-materials'))
  const params = { id: request.translation._id }
  const written = await vendor.call(contract.translationLines.put, {
    params,
    body: Array.from({ length: 30 }, (_, index) => line(index + 1)),
  })
  const change = (index: number, body: object) =>
    vendor.send(contract.translationLines.change, {
      params: { ...params, line: written[index]!._id },
      body,
    })
  const write = (lines: object[]) =>
    vendor.call(contract.translationLines.edit, { params, body: { kind: 'write', lines } as never })
  const list = () => vendor.call(contract.translationLines.list, { params })
  return { written, change, write, list }
}

test('saves a line with five statements and opens all with three', async (t) => {
  const { written, change, write, list } = await loadLines(t)
  // The first requests record the use of the token.
  for (let warmUp = 0; warmUp < 4; warmUp++) {
    await change(warmUp, { text: 'Warm' })
    await list()
  }
  const version = 1
  const changed = await statementsOf(() => change(9, { text: 'Neu', version }))
  assert.ok(changed.length <= 5, changed.join('\n'))
  const { _id } = written[10]!
  const sent = await statementsOf(() => write([{ _id, text: 'Neu', version }]))
  assert.ok(sent.length <= 5, sent.join('\n'))
  const opened = await statementsOf(list)
  assert.ok(opened.length <= 3, opened.join('\n'))
})

test('answers with the saved line and its number', async (t) => {
  const { change, list } = await loadLines(t)
  const { body: renamed } = await change(4, { text: 'Neu', alignment: 'top' })
  assert.deepEqual(renamed, (await list())[4])
  const { body: moved } = await change(4, { startTime: '00:00:20,500', stopTime: '00:00:20,800' })
  assert.equal(moved.number, 10)
  assert.deepEqual(moved, (await list())[9])
})

test('gives a saved line an ETag for its next change', async (t) => {
  const { change } = await loadLines(t)
  const { headers } = await change(4, { text: 'Neu' })
  const { headers: same } = await change(4, { text: 'Neu' })
  assert.equal(headers.get('etag'), same.get('etag'))
})

test('writes few and many lines with the same result', async (t) => {
  const { written, write, list } = await loadLines(t)
  for (const count of [1, 3, 12, 25]) {
    const lines = written
      .slice(0, count)
      .toReversed()
      .map(({ _id }, index) => ({ _id, text: index % 2 ? `Text ${count}` : written[0]!.text }))
    const result = await write(lines)
    assert.deepEqual(result.lines, (await list()).slice(0, count))
    assert.deepEqual(result.removed, [])
  }
})

test('numbers written lines anew if one of them moves', async (t) => {
  const { written, write, list } = await loadLines(t)
  const [first, second] = [written[0]!, written[1]!]
  const times = { startTime: '00:00:30,100', stopTime: '00:00:30,200' }
  const result = await write([
    { _id: first._id, ...times },
    { _id: second._id, text: 'Neu' },
  ])
  const now = await list()
  assert.deepEqual(
    result.lines.map(({ _id, number }) => [_id, number]),
    [
      [second._id, 1],
      [first._id, 20],
    ],
  )
  assert.deepEqual(result.lines, [now[0], now[19]])
})
