import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createdBetween } from './date-range.ts'

test('uses whole days in the time zone of the browser', () => {
  const start = Date.UTC(2026, 10, 14, 23) / 1000
  assert.equal(
    createdBetween('Europe/Madrid', '2026-11-15', '2026-11-15'),
    `${start}-${start + 86_399}`,
  )
})

test('respects the length of a day with a clock change', () => {
  const [from, to] = createdBetween('Europe/Madrid', '2026-10-25', '2026-10-25')!
    .split('-')
    .map(Number)
  assert.equal(to! - from! + 1, 25 * 3600)
})

test('either side is optional, and invalid days are ignored', () => {
  assert.match(createdBetween('UTC', '2026-11-15', undefined)!, /^\d+-$/)
  assert.match(createdBetween('UTC', undefined, '2026-11-15')!, /^-\d+$/)
  assert.equal(createdBetween('UTC', undefined, 'yesterday'), undefined)
})
