import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateMeter } from './transfer-rate.ts'

test('the pace is that of the last seconds', () => {
  const pace = createRateMeter()
  assert.equal(pace(0, 0), null)
  assert.equal(pace(1000, 1_000_000), 1_000_000)
  assert.equal(pace(5000, 5_000_000), 1_000_000)
  assert.equal(pace(6000, 14_000_000), 13_000_000 / 5)
})

test('a break does not count as slowness', () => {
  const pace = createRateMeter()
  pace(0, 0)
  pace(1000, 1_000_000)
  assert.equal(pace(60_000, 1_100_000), null)
  assert.equal(pace(61_000, 3_100_000), 2_000_000)
})

test('an offset that went back is a new beginning', () => {
  const pace = createRateMeter()
  pace(0, 9_000_000)
  assert.equal(pace(1000, 4_000_000), null)
  assert.equal(pace(2000, 5_000_000), 1_000_000)
})
