import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timelineScale } from './timeline-scale.ts'

const now = new Date(2026, 10, 16, 12).getTime()
const DAY = 86_400_000

test('keeps every time between the edges', () => {
  const { at } = timelineScale([now + 40 * DAY], now)
  assert.deepEqual([at(now - 400 * DAY), at(now + 4000 * DAY)], [0, 100])
  assert.ok(at(now) > 0 && at(now) < at(now + 10 * DAY) && at(now + 40 * DAY) < 100)
})

test('marks Mondays, and not too many of them', () => {
  for (const days of [1, 60, 4000]) {
    const { weeks } = timelineScale([now + days * DAY], now)
    assert.ok(weeks.length > 2 && weeks.length <= 14, String(weeks.length))
    assert.ok(weeks.every((week) => new Date(week).getDay() === 1))
  }
})
