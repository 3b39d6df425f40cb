import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateMeter } from './transfer-rate.ts'

test('measures the rate over the last seconds', () => {
  const measure = createRateMeter()
  assert.equal(measure(0, 0), null)
  assert.equal(measure(1000, 1_000_000), 1_000_000)
  assert.equal(measure(5000, 5_000_000), 1_000_000)
  assert.equal(measure(6000, 14_000_000), 13_000_000 / 5)
})

test('ignores a pause', () => {
  const measure = createRateMeter()
  measure(0, 0)
  measure(1000, 1_000_000)
  assert.equal(measure(60_000, 1_100_000), null)
  assert.equal(measure(61_000, 3_100_000), 2_000_000)
})

test('starts over when the offset goes back', () => {
  const measure = createRateMeter()
  measure(0, 9_000_000)
  assert.equal(measure(1000, 4_000_000), null)
  assert.equal(measure(2000, 5_000_000), 1_000_000)
})
