import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverageOf, type CellProgress } from './coverage.ts'

const progress = (more: Partial<CellProgress>): CellProgress => ({
  status: 'complete',
  moved: 10,
  delivered: 9,
  downloaded: null,
  cut: 6,
  old: false,
  ...more,
})

test('moves from ordered to downloaded with the time of the change', () => {
  assert.deepEqual(coverageOf(progress({ status: 'awaiting-materials', delivered: null })), {
    state: 'ordered',
    since: 10,
  })
  for (const status of ['in-progress', 'for-review', 'rejected'] as const)
    assert.equal(
      coverageOf(progress({ status })).state,
      'in-work',
      'also when a file exists already',
    )
  assert.deepEqual(coverageOf(progress({ status: 'approved', delivered: null })), {
    state: 'approved',
    since: 10,
  })
  assert.deepEqual(
    coverageOf(progress({ status: 'approved' })),
    { state: 'delivered', since: 9 },
    'this use has its file, another may not',
  )
  assert.deepEqual(coverageOf(progress({})), { state: 'delivered', since: 9 })
  assert.deepEqual(
    coverageOf(progress({ delivered: null })),
    { state: 'delivered', since: 10 },
    'complete with a file that the reader cannot see',
  )
  assert.deepEqual(coverageOf(progress({ downloaded: 12 })), { state: 'downloaded', since: 12 })
})

test('is old-cut once the asset has a newer cut, downloaded or not', () => {
  assert.deepEqual(coverageOf(progress({ old: true })), { state: 'old-cut', since: 6 })
  assert.deepEqual(coverageOf(progress({ old: true, downloaded: 12 })), {
    state: 'old-cut',
    since: 6,
  })
  assert.equal(coverageOf(progress({ cut: null })).state, 'delivered')
  assert.equal(
    coverageOf(progress({ old: true, status: 'in-progress' })).state,
    'in-work',
    'it can still be made from the new cut',
  )
})
