import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumEstimates } from './total.ts'

test('adds prices without rounding errors, for each currency', () => {
  const euros = { base: '0.10', applied: '0.20', currency: 'EUR' }
  const dollars = { base: '5.00', applied: '4.00', currency: 'USD' }
  assert.deepEqual(sumEstimates([euros, dollars, euros, euros]), [
    { base: '0.30', applied: '0.60', currency: 'EUR' },
    dollars,
  ])
  assert.deepEqual(sumEstimates([]), [])
})
