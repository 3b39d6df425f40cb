import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodOf, bucketLabels } from './format-days.ts'

const week = (day: string) => `Week of ${day}`
const one = (from: string, by: 'day' | 'week' | 'month') => bucketLabels([{ from }], by, week)[0]!

test('formats the same day in every time zone', () => {
  assert.match(one('2026-11-02', 'day').full, /Mon.*2.*2026/)
  assert.match(one('2026-11-02', 'day').short, /^(2 Nov|Nov 2)$/)
})

test('labels weeks and months', () => {
  assert.match(one('2026-11-02', 'week').full, /^Week of .*2026$/)
  assert.equal(one('2026-11-01', 'month').full, 'November 2026')
})

test('names the year of a period once', () => {
  assert.equal(periodOf({ from: '2026-10-17', to: '2026-11-15' }).match(/2026/g)?.length, 1)
})
