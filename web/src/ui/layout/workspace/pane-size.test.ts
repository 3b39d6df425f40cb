import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clampPane } from './pane-size.ts'

test('keeps a pane between its minimum and its maximum, in whole pixels', () => {
  assert.equal(clampPane(100, 320, 792), 320)
  assert.equal(clampPane(5000, 320, 792.4), 792)
  assert.equal(clampPane(500.4, 320, 792), 500)
  assert.equal(clampPane(500, 320, 220), 320)
})
