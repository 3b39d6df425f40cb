import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDrawable, createStroke, type Point } from './strokes.ts'

test('thins a long path to the number of points the server accepts', () => {
  const path = Array.from({ length: 3000 }, (_none, index): Point => [
    index / 3000,
    Math.sin(index / 50) / 4 + 0.5,
  ])
  const { points } = createStroke('pen', 'red', path, 16 / 9)
  assert.ok(points.length <= 500 && points.length > 100)
  assert.deepEqual(points[0], [0, 0.5])
})

test('keeps points inside the picture', () => {
  const { points } = createStroke(
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

test('draws an arrow with a symmetric head at its end', () => {
  const {
    points: [from, to, one, again, other],
  } = createStroke(
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

test('draws a dot with the pen, but no arrow or box, for a press', () =>
  assert.deepEqual(
    [isDrawable('pen', [[0.1, 0.1]]), isDrawable('arrow', [[0.1, 0.1]]), isDrawable('box', [])],
    [true, false, false],
  ))
