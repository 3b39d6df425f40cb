import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalOf } from './total.ts'

test('prices are added without drifting', () => {
  assert.deepEqual(totalOf(Array.from({ length: 3 }, () => ({ base: '0.10', applied: '0.20' }))), {
    base: '0.30',
    applied: '0.60',
  })
  assert.deepEqual(totalOf([]), { base: '0.00', applied: '0.00' })
})
