import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EVENT_TYPES } from '../../events/contract.ts'
import { DEFAULT_PREFERENCES } from '../../users/rules/user.ts'
import { formatTime } from './format-time.ts'
import { nextDigest, frequencyFor } from './mail-frequency.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const DAY = 86_400
const WEEK = 604_800

test('maps each event to one preference, and to never when mail is off', () => {
  const { mail } = DEFAULT_PREFERENCES
  assert.deepEqual(
    (['wam', 'tsu', 'ofc', 'aph', 'fin', 'prv', 'fd'] as const).map((type) =>
      frequencyFor(type, {
        ...mail,
        work_requests: 0,
        offline_comments: 3600,
        workflow: DAY,
        files: WEEK,
        ingest: -1,
        others: DAY,
      }),
    ),
    [0, 0, 3600, DAY, WEEK, -1, DAY],
  )
  assert.ok(EVENT_TYPES.every((type) => frequencyFor(type, { ...mail, enabled: false }) === -1))
})

test('schedules digests at the full hour, at 8:00 or on Monday at 8:00', () => {
  const saturday = at('2026-11-14T10:30:00Z')
  assert.equal(nextDigest(3600, saturday, 'UTC'), at('2026-11-14T11:00:00Z'))
  assert.equal(nextDigest(DAY, saturday, 'UTC'), at('2026-11-15T08:00:00Z'))
  assert.equal(nextDigest(DAY, at('2026-11-14T07:59:59Z'), 'UTC'), at('2026-11-14T08:00:00Z'))
  assert.equal(
    nextDigest(DAY, at('2026-11-14T08:00:00Z'), 'UTC'),
    at('2026-11-15T08:00:00Z'),
    'skips a digest that is due right now',
  )
  assert.equal(nextDigest(WEEK, saturday, 'UTC'), at('2026-11-16T08:00:00Z'))
  assert.equal(nextDigest(WEEK, at('2026-11-16T07:00:00Z'), 'UTC'), at('2026-11-16T08:00:00Z'))
  assert.equal(nextDigest(WEEK, at('2026-11-16T09:00:00Z'), 'UTC'), at('2026-11-23T08:00:00Z'))
})

test('uses the reader’s morning across daylight saving changes', () => {
  assert.equal(
    nextDigest(DAY, at('2026-10-24T12:00:00Z'), 'Europe/Berlin'),
    at('2026-10-25T07:00:00Z'),
    'daylight saving time ended at night',
  )
  assert.equal(
    nextDigest(DAY, at('2026-10-23T12:00:00Z'), 'Europe/Berlin'),
    at('2026-10-24T06:00:00Z'),
    'the day before',
  )
  assert.equal(
    nextDigest(DAY, at('2026-03-07T20:00:00Z'), 'America/New_York'),
    at('2026-03-08T12:00:00Z'),
    'daylight saving time began at night',
  )
  assert.equal(
    nextDigest(WEEK, at('2026-03-27T12:00:00Z'), 'Europe/Berlin'),
    at('2026-03-30T06:00:00Z'),
  )
  assert.equal(
    nextDigest(DAY, at('2026-06-01T23:00:00Z'), 'Asia/Kolkata'),
    at('2026-06-02T02:30:00Z'),
  )
})

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
)
test('schedules the next digest at 8:00 local time in every time zone', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
      zone,
      fc.constantFrom<86_400 | 604_800>(DAY, WEEK),
      (now, where, pace) => {
        const due = nextDigest(pace, now, where)
        assert.ok(due > now && due <= now + pace + 2 * 3600)
        assert.match(formatTime(due, where), pace === WEEK ? /^Mon .*, 08:00 / : /, 08:00 /)
        assert.ok(nextDigest(pace, due, where) > due)
      },
    ),
  ))
