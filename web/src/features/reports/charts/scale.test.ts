import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnAt, labelled, roundTop, share } from './scale.ts'

test('ends the scale at a round number above all values', () => {
  assert.deepEqual(
    [[], [0], [1], [3], [7], [10], [17], [99, 4], [1_100_000]].map(roundTop),
    [1, 1, 1, 3, 8, 10, 20, 100, 1_500_000],
  )
})

test('draws values above zero and nothing for zero', () => {
  assert.deepEqual(
    [share(0, 10), share(5, 10), share(1, 100_000), share(11, 10), share(3, 0)],
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
  assert.deepEqual(labelled(3, 5), [0, 1, 2])
  assert.deepEqual(labelled(30, 4), [0, 10, 19, 29])
  assert.deepEqual(labelled(1, 4), [0])
})
