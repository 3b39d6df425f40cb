import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addItems, indexesFrom, MAX_SELECTED, toggled } from './selected-items.ts'

test('extends the selection in both directions from the last selected item', () => {
  assert.deepEqual(indexesFrom(3, 5), { first: 3, last: 5 })
  assert.deepEqual(indexesFrom(5, 3), { first: 3, last: 5 })
  assert.deepEqual(indexesFrom(500, 900), { first: 500, last: 599 })
  assert.deepEqual(indexesFrom(500, 100), { first: 401, last: 500 })
})

test('selects at most a hundred items, the first of a range', () => {
  const items = Array.from({ length: 150 }, (_, index) => ({ _id: String(index) }))
  const before = addItems(new Map(), items.slice(140))
  const after = addItems(before, items)
  assert.equal(after.size, MAX_SELECTED)
  assert.deepEqual([after.has('89'), after.has('90'), after.has('149')], [true, false, true])
  assert.equal(toggled(after, { _id: 'x' }).has('x'), false)
  assert.equal(toggled(after, { _id: '0' }).has('0'), false)
})
