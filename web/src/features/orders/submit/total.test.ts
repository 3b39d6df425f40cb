import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumEstimates } from './total.ts'

test('adds prices without rounding errors', () => {
  const estimate = { base: '0.10', applied: '0.20' }
  assert.deepEqual(sumEstimates([estimate, estimate, estimate]), { base: '0.30', applied: '0.60' })
  assert.deepEqual(sumEstimates([]), { base: '0.00', applied: '0.00' })
})
