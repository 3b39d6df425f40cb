import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayNumber, dayText, isTimeZone, instantOf, offsetAt, wallClockAt } from './time-zone.ts'

for (const name of [
  'UTC',
  'Europe/Berlin',
  'America/Argentina/Buenos_Aires',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Europe/Kyiv',
  'Etc/GMT+3',
])
  test(`accepts ${name}`, () => assert.ok(isTimeZone(name)))
for (const name of [
  '',
  'Mars/X',
  '../../etc/localtime',
  '+01:00',
  '-0300',
  'europe/berlin/x/y',
  'Europe/Berlin\0',
  'Europe/Berlin\n',
  '+25:00',
  'Europe/ Berlin',
  'constructor',
  '/Europe/Berlin',
  'x'.repeat(10_000),
])
  test(`rejects ${JSON.stringify(name.slice(0, 30))}`, () => assert.ok(!isTimeZone(name)))

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Africa/Cairo',
  'Pacific/Chatham',
]
const zone = fc.constantFrom(...ZONES)
const moment = fc.integer({ min: 1_262_304_000, max: 2_208_988_800 })

test('returns the same offset as Temporal at any time', () => {
  const temporalOffset = (name: string, time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time * 1000).toZonedDateTimeISO(name).offsetNanoseconds /
    1e9
  fc.assert(
    fc.property(zone, moment, (name, time) =>
      assert.equal(offsetAt(name, time), temporalOffset(name, time)),
    ),
    { numRuns: 2_000 },
  )
  for (const name of ZONES) {
    let next = Temporal.Instant.fromEpochMilliseconds(1_262_304_000_000)
      .toZonedDateTimeISO(name)
      .getTimeZoneTransition('next')
    for (let count = 0; next && count < 40; next = next.getTimeZoneTransition('next'), count++) {
      const time = next.epochMilliseconds / 1000
      for (const around of [time - 1, time, time + 1])
        assert.equal(offsetAt(name, around), temporalOffset(name, around), `${name} ${around}`)
    }
  }
})

test('converts to wall-clock time and back, to the first of two instants', () => {
  fc.assert(
    fc.property(zone, moment, (name, time) => {
      const back = instantOf(name, wallClockAt(name, time))
      assert.ok(
        back === time || (back < time && wallClockAt(name, back) === wallClockAt(name, time)),
        `${back} for ${time}`,
      )
    }),
    { numRuns: 2_000 },
  )
})

test('maps a skipped wall-clock time to the end of the gap', () => {
  const wall = Date.UTC(2026, 2, 29, 2, 30) / 1000
  assert.equal(instantOf('Europe/Berlin', wall), Date.UTC(2026, 2, 29, 1, 0) / 1000)
  assert.equal(
    instantOf('Pacific/Apia', Date.UTC(2011, 11, 30, 12) / 1000),
    Date.UTC(2011, 11, 30, 10) / 1000,
    'a whole day was left out',
  )
})

test('accepts only days of the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), (day) =>
      assert.equal(dayNumber(dayText(day)), day),
    ),
  )
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    '2026-1-1',
    '',
    '2026-01-01T00:00',
  ])
    assert.equal(dayNumber(text), undefined, text)
})
