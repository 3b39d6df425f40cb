import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnAt, labelledColumns, roundUp, percentOf } from './scale.ts'

test('ends the scale at a round number above all values', () => {
  assert.deepEqual(
    [[], [0], [1], [3], [7], [10], [17], [99, 4], [1_100_000]].map(roundUp),
    [1, 1, 1, 3, 8, 10, 20, 100, 1_500_000],
  )
})

test('draws values above zero and nothing for zero', () => {
  assert.deepEqual(
    [percentOf(0, 10), percentOf(5, 10), percentOf(1, 100_000), percentOf(11, 10), percentOf(3, 0)],
    [0, 50, 1, 100, 0],
  )
})

test('finds the column under a point in both text directions', () => {
  assert.deepEqual(
    [0, 49, 50, 99, 100, -3].map((x) => columnAt(x, 100, 2, false)),
    [0, 0, 1, 1, 1, 0],
  )
  assert.deepEqual(
    [1, 51, 99].map((x) => columnAt(x, 100, 2, true)),
    [1, 0, 0],
  )
  assert.equal(columnAt(5, 0, 3, false), 2, 'a chart that has no width yet')
})

test('labels both ends and some columns between', () => {
  assert.deepEqual(labelledColumns(3, 5), [0, 1, 2])
  assert.deepEqual(labelledColumns(30, 4), [0, 10, 19, 29])
  assert.deepEqual(labelledColumns(1, 4), [0])
})
