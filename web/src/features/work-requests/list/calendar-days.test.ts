import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayKey, daysOf, dueRange, parseMonth, shiftMonth } from './calendar-days.ts'

const now = new Date(2026, 10, 16)

test('shows whole weeks from Monday on', () => {
  const days = daysOf({ year: 2026, month: 11 })
  assert.deepEqual(
    [days.length, dayKey(days[0]!), dayKey(days.at(-1)!)],
    [42, '2026-10-26', '2026-12-6'],
  )
  assert.equal(daysOf({ year: 2027, month: 2 }).length, 28, 'four weeks in February 2027')
})

test('reads a month, and takes the current one for anything else', () => {
  assert.deepEqual(parseMonth('2027-02', now), { year: 2027, month: 2 })
  for (const text of [undefined, '', '2027-13', 'soon'])
    assert.deepEqual(parseMonth(text, now), { year: 2026, month: 11 })
  assert.deepEqual(
    [shiftMonth({ year: 2026, month: 12 }, 1), shiftMonth({ year: 2026, month: 1 }, -1)],
    ['2027-01', '2025-12'],
  )
})

test('filters by the first and the last second', () => {
  const [first, last] = dueRange([new Date(2026, 10, 16), new Date(2026, 10, 17)])
    .split('-')
    .map(Number)
  assert.equal(last! - first! + 1, 2 * 86_400)
})
