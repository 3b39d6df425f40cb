import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Range } from '@reelay/api/contract'
import { loadAllPages } from './all-pages.ts'

/** A list whose cursor is the last item of the page. */
const listOf = (length: number) => {
  const requests: (string | undefined)[] = []
  const load = async ({ range, after }: { range: Range; after?: string | undefined }) => {
    requests.push(after)
    const first = range.first + (after === undefined ? 0 : Number(after) + 1)
    const end = Math.min(first + range.last - range.first + 1, length)
    const items = Array.from({ length: end - first }, (_, index) => first + index)
    return { items, total: null, ...(end < length && { next: String(end - 1) }) }
  }
  return { requests, load }
}

test('follows the cursor of every page of a long list, in order', async () => {
  const { requests, load } = listOf(11_201)
  const items = await loadAllPages(load)
  assert.deepEqual([items.length, items[0], items.at(-1)], [11_201, 0, 11_200])
  assert.deepEqual(requests.slice(0, 3), [undefined, '499', '999'])
})

test('asks once for a short or empty list', async () => {
  for (const length of [0, 500]) {
    const { requests, load } = listOf(length)
    assert.equal((await loadAllPages(load)).length, length)
    assert.equal(requests.length, 1)
  }
})
