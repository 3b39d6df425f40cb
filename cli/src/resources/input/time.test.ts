import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsFrom, zonedFrom } from './time.ts'

const utc = (text: string) => Date.parse(text) / 1000

test('a time is that of the clock on the wall of its zone, in winter and in summer', () => {
  assert.equal(secondsFrom('2026-12-01T18:00', 'Europe/Berlin'), utc('2026-12-01T17:00Z'))
  assert.equal(secondsFrom('2026-07-01 18:00:30', 'Europe/Berlin'), utc('2026-07-01T16:00:30Z'))
  assert.equal(secondsFrom('2026-07-01', 'Asia/Tokyo'), utc('2026-06-30T15:00Z'))
  assert.deepEqual(zonedFrom('2026-12-01T18:00', 'America/Mexico_City'), {
    date: utc('2026-12-02T00:00Z'),
    tz: 'America/Mexico_City',
  })
})

test('an offset of its own wins over the zone, and seconds are seconds', () => {
  assert.equal(secondsFrom('2026-12-01T18:00+02:00', 'Asia/Tokyo'), utc('2026-12-01T16:00Z'))
  assert.equal(secondsFrom('1700000000', 'Asia/Tokyo'), 1_700_000_000)
})

test('what is no time, or no zone, is refused', () => {
  for (const typed of ['', 'tomorrow', '2026-13-01', '2026-02-01T25:00', '2026-12-01T', '12'])
    assert.throws(() => secondsFrom(typed, 'UTC'), { ending: 'misused' }, typed)
  assert.throws(() => secondsFrom('2026-12-01', 'Mars/Olympus'), { ending: 'misused' })
})
