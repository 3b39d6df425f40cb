import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line } from './draft.ts'
import { back, forth, NOTHING, record, renamed } from './history.ts'
import { planOf } from './retrace.ts'

const line = (text: string, more: Partial<Line> = {}): Line => ({
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
const typed = (before: string, after: string, at: number, key = 'a text') => ({
  changes: [{ before: line(before), after: line(after) }],
  key,
  at,
})

test('letters that follow each other are one step back', () => {
  const history = record(
    record(record(NOTHING, typed('', 'a', 0)), typed('a', 'ab', 300)),
    typed('ab', 'abc', 5000),
  )
  assert.equal(history.done.length, 2)
  const first = back(history)!
  assert.deepEqual(planOf(first.step).change, [{ id: 'a', fields: { text: 'ab' } }])
  const second = back(first.history)!
  assert.deepEqual(planOf(second.step).change, [{ id: 'a', fields: { text: '' } }])
  assert.equal(back(second.history), undefined)
  assert.deepEqual(planOf(forth(second.history)!.step).change, [
    { id: 'a', fields: { text: 'ab' } },
  ])
})

test('who types after going back has no way forth', () => {
  const gone = back(record(NOTHING, typed('', 'a', 0)))!.history
  assert.equal(forth(record(gone, typed('', 'b', 10))), undefined)
})

test('what was removed comes back, and every step speaks of it by its new name', () => {
  const history = record(record(NOTHING, typed('', 'a', 0)), {
    changes: [{ before: line('a', { note: 'so' }), after: undefined }],
    key: '',
    at: 1,
  })
  const { step, history: left } = back(history)!
  const { add } = planOf(step)
  assert.deepEqual(
    [add[0]!.written.text, add[0]!.written.note, '_id' in add[0]!.written],
    ['a', 'so', false],
  )
  assert.equal(planOf(back(renamed(left, new Map([['a', 'z']])))!.step).change[0]!.id, 'z')
})

test('what was added goes, and what a split made of a line becomes that line again', () => {
  const step = {
    changes: [
      { before: line('one two'), after: line('one', { stopTime: '00:00:01,500' }) },
      { before: undefined, after: line('two', { _id: 'b' }) },
    ],
    key: '',
    at: 0,
  }
  const plan = planOf(back(record(NOTHING, step))!.step)
  assert.deepEqual(
    [plan.change, plan.remove.map(({ _id }) => _id)],
    [[{ id: 'a', fields: { text: 'one two', stopTime: '00:00:02,000' } }], ['b']],
  )
})

test('many lines that moved together move back together', () => {
  const changes = Array.from({ length: 30 }, (_none, index) => ({
    before: line('x', { _id: String(index) }),
    after: line('x', { _id: String(index), startTime: '00:00:03,000', stopTime: '00:00:04,000' }),
  }))
  const plan = planOf(back(record(NOTHING, { changes, key: '', at: 0 }))!.step)
  assert.deepEqual([plan.change.length, plan.shift?.by, plan.shift?.lines.length], [0, -2000, 30])
})

test('where a line stood by itself is said when it is put back there', () => {
  const step = {
    changes: [{ before: line('x'), after: line('x', { alignment: 'top' }) }],
    key: '',
    at: 0,
  }
  assert.deepEqual(planOf(back(record(NOTHING, step))!.step).change, [
    { id: 'a', fields: { alignment: 'bottom' } },
  ])
})
