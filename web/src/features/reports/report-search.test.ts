import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverageColumnsOf, periodOf, reportOf, bucketSizeOf } from './report-search.ts'

test('shows the risk report by default', () => {
  assert.deepEqual(
    [reportOf({}), reportOf({ part: 'weather' }), reportOf({ part: 'volume' })],
    ['risk', 'risk', 'volume'],
  )
})

test('uses wider steps for longer periods', () => {
  assert.deepEqual(
    [
      bucketSizeOf({}),
      bucketSizeOf({ from: '2026-01-01', to: '2026-02-15' }),
      bucketSizeOf({ from: '2026-01-01', to: '2026-06-30' }),
      bucketSizeOf({ from: '2025-01-01', to: '2026-06-30' }),
    ],
    ['day', 'day', 'week', 'month'],
  )
  assert.equal(bucketSizeOf({ by: 'week' }), 'week')
  assert.equal(bucketSizeOf({ by: 'language' }), 'day', 'ignores a value of another report')
})

test('defaults to the last 30 days', () => {
  assert.deepEqual(periodOf({}, Date.UTC(2026, 10, 15, 12)), {
    from: '2026-10-17',
    to: '2026-11-15',
  })
  assert.deepEqual(periodOf({ to: '2026-03-01' }), { from: '2026-01-31', to: '2026-03-01' })
  assert.deepEqual(periodOf({ from: '2026-01-01', to: '2026-03-01' }), {
    from: '2026-01-01',
    to: '2026-03-01',
  })
  assert.deepEqual(
    periodOf({ to: 'soon' }),
    { from: 'soon', to: 'soon' },
    'the service reports the invalid date',
  )
})

test('reads the columns of the coverage report', () => {
  assert.deepEqual(
    [
      coverageColumnsOf({}),
      coverageColumnsOf({ by: 'day' }),
      coverageColumnsOf({ by: 'language' }),
    ],
    ['territory', 'territory', 'language'],
  )
})
