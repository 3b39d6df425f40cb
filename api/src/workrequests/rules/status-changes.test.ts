import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureChanges, type StatusChange } from './status-changes.ts'
import { calendarOf } from './working-time.ts'

const HOUR = 3600
const WORKING_HOURS = { opens: '09:00', closes: '18:00' }
const change = (status: StatusChange['status'], date: string): StatusChange => ({
  status,
  time: Date.parse(date) / 1000,
})
/** From Thursday in Berlin over a weekend to Tuesday. */
const CHANGES = [
  change('incomplete', '2026-03-05T12:00+01:00'),
  change('submitted', '2026-03-06T17:00+01:00'),
  change('in-progress', '2026-03-09T10:00+01:00'),
  change('for-review', '2026-03-09T10:00+01:00'),
  change('rejected', '2026-03-09T20:00+01:00'),
  change('in-progress', '2026-03-10T08:00+01:00'),
  change('complete', '2026-03-10T09:30+01:00'),
]
const hoursOf = (holidays: string[], tz = 'Europe/Berlin') =>
  measureChanges(CHANGES, {
    calendar: calendarOf({ workingHours: WORKING_HOURS, holidays }),
    tz,
  }).map(({ working_seconds }) => working_seconds && working_seconds / HOUR)

test('measures working time in the status before, without nights and the weekend', () => {
  assert.deepEqual(hoursOf([]), [null, 14, 2, 0, 8, 0, 0.5])
})

test('measures no working time on a holiday and follows the time zone', () => {
  assert.deepEqual(hoursOf(['2026-03-09']), [null, 14, 1, 0, 0, 0, 0.5])
  assert.deepEqual(hoursOf([], 'Asia/Tokyo'), [null, 9, 9, 0, 0, 7, 1.5])
})

test('measures a completion since the first submission, and finds the same status before', () => {
  const calendar = calendarOf({ workingHours: WORKING_HOURS, holidays: [] })
  const measured = measureChanges(CHANGES, { calendar, tz: 'Europe/Berlin' })
  assert.deepEqual(
    measured.map(({ status_before }) => status_before),
    [null, ...CHANGES.slice(0, -1).map(({ status }) => status)],
  )
  assert.deepEqual(
    measured.map(({ total_seconds }) => total_seconds),
    [null, null, null, null, null, null, 10.5 * HOUR],
  )
  assert.deepEqual(
    measured.map(({ reached_before }) => reached_before),
    [null, null, null, null, null, CHANGES[2]!.time, null],
  )
  const [completion] = measureChanges([change('complete', '2026-03-10T12:00Z')], {
    calendar,
    tz: 'UTC',
  })
  assert.equal(completion!.total_seconds, null, 'it was never submitted')
})
