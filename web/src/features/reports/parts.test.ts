import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf, daysOf, partOf, stepOf } from './parts.ts'

test('shows the risk report by default', () => {
  assert.deepEqual(
    [partOf({}), partOf({ part: 'weather' }), partOf({ part: 'volume' })],
    ['risk', 'risk', 'volume'],
  )
})

test('uses wider steps for longer periods', () => {
  assert.deepEqual(
    [
      stepOf({}),
      stepOf({ from: '2026-01-01', to: '2026-02-15' }),
      stepOf({ from: '2026-01-01', to: '2026-06-30' }),
      stepOf({ from: '2025-01-01', to: '2026-06-30' }),
    ],
    ['day', 'day', 'week', 'month'],
  )
  assert.equal(stepOf({ by: 'week' }), 'week')
  assert.equal(stepOf({ by: 'language' }), 'day', 'a word of another report')
})

test('defaults to the last 30 days', () => {
  assert.deepEqual(daysOf({}, Date.UTC(2026, 10, 15, 12)), { from: '2026-10-17', to: '2026-11-15' })
  assert.deepEqual(daysOf({ to: '2026-03-01' }), { from: '2026-01-31', to: '2026-03-01' })
  assert.deepEqual(daysOf({ from: '2026-01-01', to: '2026-03-01' }), {
    from: '2026-01-01',
    to: '2026-03-01',
  })
  assert.deepEqual(
    daysOf({ to: 'soon' }),
    { from: 'soon', to: 'soon' },
    'the service says what is wrong with it',
  )
})

test('reads the columns of the coverage report', () => {
  assert.deepEqual(
    [columnsOf({}), columnsOf({ by: 'day' }), columnsOf({ by: 'language' })],
    ['territory', 'territory', 'language'],
  )
})
