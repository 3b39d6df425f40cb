import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityOf, formatTime, formatRelativeTime, formatDateTime } from './time.ts'

const now = Date.UTC(2026, 10, 15, 12)
const at = (hours: number) => now / 1000 + hours * 3600

test('formats a time in the given time zone', () => {
  assert.match(formatDateTime('UTC', at(0), now), /^Sun.*15.*12:00/)
  assert.match(formatDateTime('Asia/Tokyo', at(6), now), /^Mon.*16.*03:00/)
  assert.match(formatTime('America/Los_Angeles', at(0)), /04:00/)
})

test('adds the year unless it is the current one', () => {
  assert.doesNotMatch(formatDateTime('UTC', at(0), now), /2026/)
  assert.match(formatDateTime('UTC', at(24 * 60), now), /2027/)
})

test('formats a relative time in the largest unit with at least two', () => {
  assert.equal(formatRelativeTime(at(9 * 24), now), 'in 9 days')
  assert.equal(formatRelativeTime(at(26), now), 'in 26 hours')
  assert.equal(formatRelativeTime(at(-50), now), '2 days ago')
  assert.equal(formatRelativeTime(at(0.5), now), 'in 30 minutes')
})

test('names a time zone by its city', () => {
  assert.equal(cityOf('America/Argentina/Buenos_Aires'), 'Buenos Aires')
  assert.equal(cityOf('UTC'), 'UTC')
  assert.equal(cityOf('Asia/Calcutta'), 'Kolkata')
})
