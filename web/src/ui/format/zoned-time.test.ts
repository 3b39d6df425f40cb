import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  daysFromNow,
  firstAtHour,
  fromDateTimeLocal,
  toDateTimeLocal,
  timeZoneNames,
} from './zoned-time.ts'

const noon = Date.UTC(2026, 10, 28, 12) / 1000

test('converts to datetime-local and back', () => {
  assert.equal(toDateTimeLocal('Asia/Tokyo', noon), '2026-11-28T21:00')
  for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'Asia/Kolkata', 'UTC'])
    assert.equal(fromDateTimeLocal(zone, toDateTimeLocal(zone, noon)), noon)
})

test('ignores an incomplete date', () => {
  assert.equal(fromDateTimeLocal('UTC', ''), undefined)
  assert.equal(fromDateTimeLocal('UTC', '2026-11-28'), undefined)
})

test('moves a time skipped by daylight saving to after the gap', () => {
  assert.equal(
    toDateTimeLocal('Europe/Berlin', fromDateTimeLocal('Europe/Berlin', '2027-03-28T02:30')!),
    '2027-03-28T03:00',
  )
})

test('counts days in the given time zone', () => {
  assert.equal(
    toDateTimeLocal('Asia/Tokyo', daysFromNow('Asia/Tokyo', 7, 18, noon)),
    '2026-12-05T18:00',
  )
})

test('uses the first of a repeated hour', () => {
  assert.equal(
    fromDateTimeLocal('Europe/Berlin', '2026-10-25T02:30'),
    Date.UTC(2026, 9, 25, 0, 30) / 1000,
  )
})

test('lists the selected time zone even under a newer name', () => {
  assert.ok(timeZoneNames('Asia/Kolkata').includes('Asia/Kolkata'))
})

test('finds the first time at an hour of the zone', () => {
  const first = (from: number) => toDateTimeLocal('Asia/Tokyo', firstAtHour('Asia/Tokyo', from, 18))
  assert.equal(first(noon), '2026-11-29T18:00', 'noon in UTC is 21:00 in Tokyo')
  assert.equal(first(noon - 4 * 3600), '2026-11-28T18:00')
})
