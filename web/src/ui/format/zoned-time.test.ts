import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromNow, fromDateTimeLocal, toDateTimeLocal, timeZoneNames } from './zoned-time.ts'

const noon = Date.UTC(2026, 10, 28, 12) / 1000

test('a wall clock there and back is the same moment', () => {
  assert.equal(toDateTimeLocal('Asia/Tokyo', noon), '2026-11-28T21:00')
  for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'Asia/Kolkata', 'UTC'])
    assert.equal(fromDateTimeLocal(zone, toDateTimeLocal(zone, noon)), noon)
})

test('half a date is none', () => {
  assert.equal(fromDateTimeLocal('UTC', ''), undefined)
  assert.equal(fromDateTimeLocal('UTC', '2026-11-28'), undefined)
})

test('an hour that summer time leaps over is the moment after the leap', () => {
  assert.equal(
    toDateTimeLocal('Europe/Berlin', fromDateTimeLocal('Europe/Berlin', '2027-03-28T02:30')!),
    '2027-03-28T03:00',
  )
})

test('days ahead are days of that zone', () => {
  assert.equal(
    toDateTimeLocal('Asia/Tokyo', daysFromNow('Asia/Tokyo', 7, 18, noon)),
    '2026-12-05T18:00',
  )
})

test('of an hour that comes twice it is the first', () => {
  assert.equal(
    fromDateTimeLocal('Europe/Berlin', '2026-10-25T02:30'),
    Date.UTC(2026, 9, 25, 0, 30) / 1000,
  )
})

test('the chosen zone is among the names, also under its newer one', () => {
  assert.ok(timeZoneNames('Asia/Kolkata').includes('Asia/Kolkata'))
})
