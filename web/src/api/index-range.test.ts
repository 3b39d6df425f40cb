import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WINDOW_PAGE_SIZE, pagesCovering, areAdjacent } from './index-range.ts'

test('fetches only the visible pages', () => {
  assert.deepEqual(pagesCovering({ first: 0, last: 10 }, 100_000), [0])
  assert.deepEqual(
    pagesCovering({ first: WINDOW_PAGE_SIZE - 1, last: WINDOW_PAGE_SIZE }, 100_000),
    [0, 1],
  )
  assert.deepEqual(pagesCovering({ first: 99_990, last: 100_020 }, 100_000), [
    Math.floor(99_990 / WINDOW_PAGE_SIZE),
  ])
})

test('fetches nothing beyond the end of the list', () => {
  assert.deepEqual(pagesCovering({ first: 0, last: 20 }, 0), [])
  assert.deepEqual(pagesCovering({ first: 500, last: 520 }, 100), [])
})

test('tells scrolling from jumping', () => {
  assert.deepEqual(
    [
      areAdjacent({ first: 0, last: 30 }, { first: 20, last: 50 }),
      areAdjacent({ first: 20, last: 50 }, { first: 0, last: 19 }),
      areAdjacent({ first: 0, last: 30 }, { first: 400, last: 430 }),
    ],
    [true, true, false],
  )
})
