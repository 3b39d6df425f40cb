import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clampRail, maxRail, MIN_RAIL } from './rail-width.ts'

test('keeps the rail between its minimum and 55 % of the window', () => {
  assert.equal(clampRail(100, 1440), MIN_RAIL)
  assert.equal(clampRail(5000, 1440), 792)
  assert.equal(clampRail(500.4, 1440), 500)
  assert.equal(maxRail(400), MIN_RAIL)
})
