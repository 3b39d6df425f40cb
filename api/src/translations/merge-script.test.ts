import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewLine, LineInput } from '../lines/contract.ts'
import * as scripts from '../scripts/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const { translationLines } = contract
const lineAt = (second: number, text: string): LineInput => ({
  startTime: `00:00:0${second},000`,
  stopTime: `00:00:0${second},900`,
  text,
})

const numbered = (text: string, index: number): NewLine => ({
  ...lineAt(index + 1, text),
  number: index + 1,
})

test('starts a translation from the script and merges later script changes', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory, vendor } = a.people
  const script = await studio.call(scripts.createScript, {
    body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
  })
  const write = (...texts: string[]) =>
    studio.call(scripts.scriptLines.put, { params: { id: script._id }, body: texts.map(numbered) })
  await write('Hello', 'World')
  const request = await territory.call(createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const params = { id: request.translation._id }
  const read = async () =>
    (await vendor.call(translationLines.list, { params })).map(({ source, text, stale, auto }) => [
      source,
      text,
      stale,
      auto,
    ])
  assert.deepEqual(await read(), [
    ['Hello', '', false, true],
    ['World', '', false, true],
  ])
  assert.deepEqual(request.graphicsTranslation.lines, [])
  const [hello, welt] = await vendor.call(translationLines.list, { params })
  await vendor.call(translationLines.change, {
    params: { ...params, line: hello!._id },
    body: { text: 'Hallo' },
  })
  await vendor.call(translationLines.remove, { params: { ...params, line: welt!._id } })
  await write('Goodbye', 'Worlds', 'Again')
  const merge = await vendor.call(contract.getMerge, { params })
  assert.deepEqual(
    [
      merge.from,
      merge.to,
      merge.lines,
      merge.conflicts.map(({ kind, script: line }) => [kind, line?.text]),
    ],
    [1, 2, 2, [['dropped', 'Worlds']]],
  )
  assert.deepEqual(
    merge.changes.map(({ kind, startTime, source }) => [kind, startTime, source]),
    [
      ['changed', '00:00:01,000', 'Goodbye'],
      ['added', '00:00:03,000', 'Again'],
    ],
  )
  const error = await expectProblem(
    vendor.call(contract.mergeScript, { params, body: {} }),
    409,
    'merge.conflict',
  )
  const conflicts = error.problem.conflicts as contract.ScriptMergePreview['conflicts']
  assert.deepEqual(await read(), [['Hello', 'Hallo', false, false]], 'nothing was changed')
  const merged = await vendor.call(contract.mergeScript, {
    params,
    body: { settle: { [conflicts[0]!.line]: 'theirs' } },
  })
  assert.equal(merged.lines.length, 3)
  assert.deepEqual(await read(), [
    ['Goodbye', 'Hallo', true, false],
    ['Worlds', '', false, true],
    ['Again', '', false, true],
  ])
  assert.deepEqual((await vendor.call(contract.getMerge, { params })).conflicts, [])
  await vendor.call(translationLines.change, {
    params: { ...params, line: hello!._id },
    body: { text: 'Tschüss' },
  })
  assert.equal((await read())[0]![2], false, 'a changed line is no longer stale')
})
