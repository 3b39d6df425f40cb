import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWorth, strokeOf, type Point } from './strokes.ts'

test('a line of a thousand points is thinned to what the service takes, from end to end', () => {
  const path = Array.from({ length: 3000 }, (_none, index): Point => [
    index / 3000,
    Math.sin(index / 50) / 4 + 0.5,
  ])
  const { points } = strokeOf('pen', 'red', path, 16 / 9)
  assert.ok(points.length <= 500 && points.length > 100)
  assert.deepEqual(points[0], [0, 0.5])
})

test('nothing lies outside the picture', () => {
  const { points } = strokeOf(
    'box',
    'yellow',
    [
      [-0.2, 0.5],
      [1.4, 2],
    ],
    16 / 9,
  )
  assert.deepEqual(points, [
    [0, 0.5],
    [1, 0.5],
    [1, 1],
    [0, 1],
    [0, 0.5],
  ])
})

test('an arrow points where it ends, with a head as long on both sides', () => {
  const {
    points: [from, to, one, again, other],
  } = strokeOf(
    'arrow',
    'red',
    [
      [0.2, 0.5],
      [0.8, 0.5],
    ],
    1,
  )
  assert.deepEqual(
    [from, to, again],
    [
      [0.2, 0.5],
      [0.8, 0.5],
      [0.8, 0.5],
    ],
  )
  assert.equal(Math.round((one![1] + other![1]) * 1000), 1000)
})

test('a press alone is a dot of the pen, and no arrow', () =>
  assert.deepEqual(
    [isWorth('pen', [[0.1, 0.1]]), isWorth('arrow', [[0.1, 0.1]]), isWorth('box', [])],
    [true, false, false],
  ))
