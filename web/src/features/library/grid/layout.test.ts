import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gridLayout, neighbourIndex } from './layout.ts'

test('fits the columns to the width, at least two', () => {
  assert.deepEqual(
    [1136, 700, 358, 300].map((width) => gridLayout(width).columns),
    [4, 2, 2, 2],
  )
})

test('keeps 100,000 items below the maximum scroll height', () => {
  for (const width of [300, 358, 700, 1136]) {
    const { columns, rowHeight } = gridLayout(width)
    assert.ok((100_000 / columns) * rowHeight < 17_800_000, String(width))
  }
})

test('arrow keys move to the neighbour and stop at the edges', () => {
  const place = { columns: 4, total: 10, isMirrored: false }
  assert.deepEqual(
    ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'x'].map((key) =>
      neighbourIndex(5, key, place),
    ),
    [6, 4, 9, 1, 0, 9, undefined],
  )
  assert.deepEqual(
    [
      neighbourIndex(9, 'ArrowRight', place),
      neighbourIndex(2, 'ArrowUp', place),
      neighbourIndex(7, 'ArrowDown', place),
    ],
    [undefined, undefined, undefined],
  )
  assert.equal(neighbourIndex(5, 'ArrowRight', { ...place, isMirrored: true }), 4)
})
