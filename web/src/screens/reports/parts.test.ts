import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf, partOf, stepOf } from './parts.ts'

test('an address without a part, or with an unknown one, is about risk', () => {
  assert.deepEqual([partOf({}), partOf({ part: 'weather' }), partOf({ part: 'volume' })], ['risk', 'risk', 'volume'])
})

test('the longer the time, the wider its columns', () => {
  assert.deepEqual([stepOf({}), stepOf({ from: '2026-01-01', to: '2026-02-15' }), stepOf({ from: '2026-01-01', to: '2026-06-30' }), stepOf({ from: '2025-01-01', to: '2026-06-30' })], ['day', 'day', 'week', 'month'])
  assert.equal(stepOf({ by: 'week' }), 'week')
  assert.equal(stepOf({ by: 'language' }), 'day', 'a word of another report')
})

test('columns of the coverage', () => {
  assert.deepEqual([columnsOf({}), columnsOf({ by: 'day' }), columnsOf({ by: 'language' })], ['territory', 'territory', 'language'])
})
