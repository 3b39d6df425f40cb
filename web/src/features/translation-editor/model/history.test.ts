import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditorLine } from './draft.ts'
import { undoStep, redoStep, EMPTY_HISTORY, recordStep, replaceLineIds } from './history.ts'
import { planStep } from './undo-plan.ts'

const line = (text: string, more: Partial<EditorLine> = {}): EditorLine => ({
  _id: 'a',
  number: 1,
  text,
  source: '',
  startTime: '00:00:01,000',
  stopTime: '00:00:02,000',
  auto: false,
  custom: true,
  machine: false,
  stale: false,
  version: 1,
  ...more,
})
const typed = (before: string, after: string, at: number, groupKey = 'a text') => ({
  changes: [{ before: line(before), after: line(after) }],
  groupKey,
  at,
})

test('undoes successive letters together', () => {
  const history = recordStep(
    recordStep(recordStep(EMPTY_HISTORY, typed('', 'a', 0)), typed('a', 'ab', 300)),
    typed('ab', 'abc', 5000),
  )
  assert.equal(history.done.length, 2)
  const first = undoStep(history)!
  assert.deepEqual(planStep(first.step).change, [{ id: 'a', fields: { text: 'ab' } }])
  const second = undoStep(first.history)!
  assert.deepEqual(planStep(second.step).change, [{ id: 'a', fields: { text: '' } }])
  assert.equal(undoStep(second.history), undefined)
  assert.deepEqual(planStep(redoStep(second.history)!.step).change, [
    { id: 'a', fields: { text: 'ab' } },
  ])
})

test('clears redo when typing after an undo', () => {
  const gone = undoStep(recordStep(EMPTY_HISTORY, typed('', 'a', 0)))!.history
  assert.equal(redoStep(recordStep(gone, typed('', 'b', 10))), undefined)
})

test('restores a removed line and renames it in every step', () => {
  const history = recordStep(recordStep(EMPTY_HISTORY, typed('', 'a', 0)), {
    changes: [{ before: line('a', { note: 'so' }), after: undefined }],
    groupKey: '',
    at: 1,
  })
  const { step, history: left } = undoStep(history)!
  const { add } = planStep(step)
  assert.deepEqual(
    [add[0]!.input.text, add[0]!.input.note, '_id' in add[0]!.input],
    ['a', 'so', false],
  )
  assert.equal(
    planStep(undoStep(replaceLineIds(left, new Map([['a', 'z']])))!.step).change[0]!.id,
    'z',
  )
})

test('removes an added line and joins a split line again', () => {
  const step = {
    changes: [
      { before: line('one two'), after: line('one', { stopTime: '00:00:01,500' }) },
      { before: undefined, after: line('two', { _id: 'b' }) },
    ],
    groupKey: '',
    at: 0,
  }
  const plan = planStep(undoStep(recordStep(EMPTY_HISTORY, step))!.step)
  assert.deepEqual(
    [plan.change, plan.remove.map(({ _id }) => _id)],
    [[{ id: 'a', fields: { text: 'one two', stopTime: '00:00:02,000' } }], ['b']],
  )
})

test('shifts many lines back together', () => {
  const changes = Array.from({ length: 30 }, (_none, index) => ({
    before: line('x', { _id: String(index) }),
    after: line('x', { _id: String(index), startTime: '00:00:03,000', stopTime: '00:00:04,000' }),
  }))
  const plan = planStep(undoStep(recordStep(EMPTY_HISTORY, { changes, groupKey: '', at: 0 }))!.step)
  assert.deepEqual([plan.change.length, plan.shift?.by, plan.shift?.lines.length], [0, -2000, 30])
})

test('restores a default alignment explicitly', () => {
  const step = {
    changes: [{ before: line('x'), after: line('x', { alignment: 'top' }) }],
    groupKey: '',
    at: 0,
  }
  assert.deepEqual(planStep(undoStep(recordStep(EMPTY_HISTORY, step))!.step).change, [
    { id: 'a', fields: { alignment: 'bottom' } },
  ])
})
