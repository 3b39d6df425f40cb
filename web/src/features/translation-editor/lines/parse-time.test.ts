import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOffset, parseTime } from './parse-time.ts'

test('parses times as people type them', () => {
  assert.deepEqual(
    ['00:01:02,500', '1:02.5', '62.5', '62', '99:59:59,999', '0'].map(parseTime),
    [62_500, 62_500, 62_500, 62_000, 359_999_999, 0],
  )
  assert.deepEqual(['', 'soon', '1:60', '1:2:3:4', '1:99:00', '-1'].map(parseTime), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('parses a sign', () => {
  assert.deepEqual(['+1.5', '-2', '− 0.04', '3', 'x'].map(parseOffset), [
    1500,
    -2000,
    -40,
    3000,
    undefined,
  ])
})
