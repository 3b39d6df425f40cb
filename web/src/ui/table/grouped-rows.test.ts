import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupedRows } from './grouped-rows.ts'

const groups = [
  { title: 'a', count: 2 },
  { title: 'b', count: 0 },
  { title: 'c', count: 3 },
]

test('puts a heading before the items of each group', () => {
  const rows = groupedRows(5, groups)
  const shown = Array.from({ length: rows.count }, (_, row) => {
    const at = rows.at(row)
    return 'heading' in at ? at.heading.title : at.itemIndex
  })
  assert.deepEqual(shown, ['a', 0, 1, 'b', 'c', 2, 3, 4])
})

test('finds the row of every item, and the items of a range of rows', () => {
  const rows = groupedRows(5, groups)
  assert.deepEqual([0, 1, 2, 3, 4].map(rows.rowOf), [1, 2, 5, 6, 7])
  assert.deepEqual([-5, 0, 2, 4, 7].map(rows.itemAt), [0, 0, 1, 2, 4])
})

test('shows the items alone without groups', () => {
  const rows = groupedRows(3, undefined)
  assert.deepEqual([rows.count, rows.at(2), rows.rowOf(1)], [3, { itemIndex: 2 }, 1])
})

test('ends where the list ends, in the middle of a group', () => {
  const rows = groupedRows(3, groups)
  assert.equal(rows.count, 6)
  assert.deepEqual(rows.at(5), { itemIndex: 2 })
})
