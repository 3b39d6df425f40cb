import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Range } from '@reelay/api/contract'
import { loadAllPages } from './all-pages.ts'

const listOf = (total: number) => {
  const ranges: Range[] = []
  const load = async (range: Range) => {
    ranges.push(range)
    const length = Math.max(0, Math.min(range.last + 1, total) - range.first)
    return { items: Array.from({ length }, (_, index) => range.first + index), total }
  }
  return { ranges, load }
}

test('loads every page of a long list, in order', async () => {
  const { ranges, load } = listOf(1_201)
  const items = await loadAllPages(load)
  assert.deepEqual([items.length, items[0], items.at(-1)], [1_201, 0, 1_200])
  assert.deepEqual(
    ranges.map(({ first }) => first),
    [0, 500, 1_000],
  )
})

test('asks once for a short or empty list', async () => {
  for (const total of [0, 500]) {
    const { ranges, load } = listOf(total)
    assert.equal((await loadAllPages(load)).length, total)
    assert.equal(ranges.length, 1)
  }
})

test('stops when a list became shorter meanwhile', async () => {
  const { load } = listOf(700)
  const items = await loadAllPages(async (range) => ({ ...(await load(range)), total: 800 }))
  assert.equal(items.length, 700)
})
