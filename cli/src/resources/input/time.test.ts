import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTime, parseZonedTime } from './time.ts'

const utc = (text: string) => Date.parse(text) / 1000

test('reads a time in its zone, in winter and in summer', () => {
  assert.equal(parseTime('2026-12-01T18:00', 'Europe/Berlin'), utc('2026-12-01T17:00Z'))
  assert.equal(parseTime('2026-07-01 18:00:30', 'Europe/Berlin'), utc('2026-07-01T16:00:30Z'))
  assert.equal(parseTime('2026-07-01', 'Asia/Tokyo'), utc('2026-06-30T15:00Z'))
  assert.deepEqual(parseZonedTime('2026-12-01T18:00', 'America/Mexico_City'), {
    date: utc('2026-12-02T00:00Z'),
    tz: 'America/Mexico_City',
  })
})

test('prefers an explicit offset and accepts seconds', () => {
  assert.equal(parseTime('2026-12-01T18:00+02:00', 'Asia/Tokyo'), utc('2026-12-01T16:00Z'))
  assert.equal(parseTime('1700000000', 'Asia/Tokyo'), 1_700_000_000)
})

test('rejects invalid times and zones', () => {
  for (const text of ['', 'tomorrow', '2026-13-01', '2026-02-01T25:00', '2026-12-01T', '12'])
    assert.throws(() => parseTime(text, 'UTC'), { reason: 'usage' }, text)
  assert.throws(() => parseTime('2026-12-01', 'Mars/Olympus'), { reason: 'usage' })
})
