import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayText, wallClockAt } from '../../kernel/http/contract/time-zone.ts'
import { addWorkingSeconds, calendarOf, workingSeconds } from './working-time.ts'

const HOUR = 3600
const PLAIN = calendarOf({ workingHours: { opens: '09:00', closes: '18:00' }, holidays: [] })
const secondsOf = (text: string) => Date.parse(text) / 1000
const hours = (from: string, to: string, zone = 'Europe/Berlin', calendar = PLAIN) =>
  workingSeconds(calendar, zone, secondsOf(from), secondsOf(to)) / HOUR

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
)
const twoDigits = (number: number) => String(number).padStart(2, '0')
const moment = fc.integer({ min: 1_420_070_400, max: 2_051_222_400 })
const clock = fc
  .integer({ min: 0, max: 23 * 60 + 59 })
  .map((minutes) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`)
const calendar = fc
  .tuple(clock, clock, fc.array(fc.integer({ min: 16_400, max: 23_700 }), { maxLength: 40 }))
  .filter(([first, last]) => first !== last)
  .map(([first, last, days]) =>
    calendarOf({
      workingHours: { opens: first < last ? first : last, closes: first < last ? last : first },
      holidays: days.map(dayText),
    }),
  )
const amount = fc.integer({ min: 1, max: 2_000 * HOUR })

test('counts nine hours a day, five days a week', () => {
  assert.equal(hours('2026-03-02T00:00+01:00', '2026-03-03T00:00+01:00'), 9)
  assert.equal(hours('2026-03-02T00:00+01:00', '2026-03-09T00:00+01:00'), 45)
  assert.equal(
    hours('2026-03-06T17:00+01:00', '2026-03-09T10:00+01:00'),
    2,
    'one hour on Friday and one on Monday',
  )
  assert.equal(hours('2026-03-07T08:00+01:00', '2026-03-08T20:00+01:00'), 0)
  assert.equal(hours('2026-03-09T10:00+01:00', '2026-03-06T17:00+01:00'), -2, 'negative in reverse')
})

test('skips holidays on working days', () => {
  const withHolidays = calendarOf({
    workingHours: { opens: '09:00', closes: '18:00' },
    holidays: ['2026-12-25', '2026-12-27', '2026-12-24'],
  })
  assert.equal(
    hours('2026-12-21T00:00+01:00', '2026-12-28T00:00+01:00', 'Europe/Berlin', withHolidays),
    27,
  )
  assert.equal(
    addWorkingSeconds(withHolidays, 'Europe/Berlin', secondsOf('2026-12-23T17:00+01:00'), 2 * HOUR),
    secondsOf('2026-12-28T10:00+01:00'),
  )
})

test('is not affected by a daylight saving change at night', () => {
  for (const [from, to] of [
    ['2026-03-27T12:00+01:00', '2026-03-30T12:00+02:00'],
    ['2026-10-23T12:00+02:00', '2026-10-26T12:00+01:00'],
  ] as const)
    assert.equal(hours(from, to), 9)
  assert.equal(
    addWorkingSeconds(PLAIN, 'Europe/Berlin', secondsOf('2026-03-27T17:00+01:00'), 2 * HOUR),
    secondsOf('2026-03-30T10:00+02:00'),
  )
})

test('never goes backwards in a repeated hour', () => {
  const always = calendarOf({ workingHours: { opens: '00:00', closes: '24:00' }, holidays: [] })
  // In Cairo daylight saving time ends on a Thursday night.
  const second = secondsOf('2026-10-29T21:30Z')
  assert.equal(wallClockAt('Africa/Cairo', second), wallClockAt('Africa/Cairo', second - HOUR))
  assert.equal(addWorkingSeconds(always, 'Africa/Cairo', second, 600), second + 600)
  assert.equal(addWorkingSeconds(always, 'Africa/Cairo', second - HOUR, 600), second - HOUR + 600)
})

test('depends on the time zone', () => {
  assert.equal(
    hours('2026-03-02T03:30Z', '2026-03-02T05:00Z', 'Asia/Kolkata'),
    1.5,
    '09:00 is 03:30 UTC',
  )
  assert.equal(hours('2026-03-02T03:30Z', '2026-03-02T05:00Z', 'Europe/Berlin'), 0)
})

test('ends in the evening rather than the next morning', () => {
  assert.equal(
    addWorkingSeconds(PLAIN, 'Europe/Berlin', secondsOf('2026-03-06T09:00+01:00'), 9 * HOUR),
    secondsOf('2026-03-06T18:00+01:00'),
  )
  assert.equal(
    addWorkingSeconds(PLAIN, 'Europe/Berlin', secondsOf('2026-03-07T12:00+01:00'), 1),
    secondsOf('2026-03-09T09:00:01+01:00'),
  )
  assert.equal(
    addWorkingSeconds(PLAIN, 'Europe/Berlin', secondsOf('2026-03-07T12:00+01:00'), 0),
    secondsOf('2026-03-07T12:00+01:00'),
  )
})

test('measures exactly what was added, for any zone, hours and holidays', () => {
  fc.assert(
    fc.property(calendar, zone, moment, amount, (days, where, from, seconds) => {
      const end = addWorkingSeconds(days, where, from, seconds)
      const measured = workingSeconds(days, where, from, end)
      // Only where the end falls into what the clock jumps over (an hour; in Apia once a day) is it
      // the moment after the jump.
      const jumped = wallClockAt(where, end) - wallClockAt(where, end - 1) > 1
      assert.ok(
        end > from && (measured === seconds || (jumped && measured > seconds)),
        `${measured} for ${seconds}`,
      )
      assert.ok(
        workingSeconds(days, where, from, end - 1) < seconds ||
          wallClockAt(where, end - 1) >= wallClockAt(where, end),
        'there is no earlier end',
      )
    }),
    { numRuns: 3_000 },
  )
})

test('is additive and never exceeds the elapsed time', () => {
  fc.assert(
    fc.property(calendar, zone, moment, moment, moment, (days, where, a, b, c) => {
      assert.equal(
        workingSeconds(days, where, a, b) + workingSeconds(days, where, b, c),
        workingSeconds(days, where, a, c),
      )
      const [first, last] = [Math.min(a, b), Math.max(a, b)]
      const between = workingSeconds(days, where, first, last)
      assert.ok(between >= -DST && between <= last - first + DST, String(between))
    }),
    { numRuns: 2_000 },
  )
})
/** The end of daylight saving time repeats an hour; Apia skipped a day. */
const DST = 86_400

test('agrees with a naive count by the minute', () => {
  fc.assert(
    fc.property(
      calendar,
      fc.constantFrom('UTC', 'Asia/Kolkata'),
      moment,
      fc.integer({ min: 1, max: 6 * 1440 }),
      (days, where, from, minutes) => {
        const start = Math.floor(from / 60) * 60
        let counted = 0
        for (let minute = start; minute < start + minutes * 60; minute += 60) {
          const wall = wallClockAt(where, minute)
          const [day, second] = [Math.floor(wall / 86_400), wall % 86_400]
          if (
            ![0, 6].includes(new Date(day * 86_400_000).getUTCDay()) &&
            !days.holidays.includes(day) &&
            second >= days.opens &&
            second < days.closes
          )
            counted += 60
        }
        assert.equal(workingSeconds(days, where, start, start + minutes * 60), counted)
      },
    ),
    { numRuns: 60 },
  )
})
