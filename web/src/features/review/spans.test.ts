import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveEdge, spanBetween, spanOf, toCommentPosition } from './spans.ts'

test('writes one frame as a frame and several as a range', () => {
  assert.deepEqual(
    [toCommentPosition(spanBetween(9, 4)), toCommentPosition(spanBetween(4, 4))],
    [{ range: { first: 4, last: 9 } }, { frame: 4 }],
  )
  assert.deepEqual(
    [spanOf({ frame: 3, range: null }), spanOf({ frame: null, range: { first: 1, last: 2 } })],
    [
      { first: 3, last: 3 },
      { first: 1, last: 2 },
    ],
  )
})

test('starts a new span when one edge passes the other', () => {
  const span = { first: 10, last: 20 }
  assert.deepEqual(moveEdge(span, 'first', 15), { first: 15, last: 20 })
  assert.deepEqual(moveEdge(span, 'first', 30), { first: 30, last: 30 })
  assert.deepEqual(moveEdge(span, 'last', 5), { first: 5, last: 5 })
  assert.deepEqual(moveEdge(null, 'last', 5), { first: 5, last: 5 })
})
