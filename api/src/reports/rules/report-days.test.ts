import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../kernel/http/contract/problem.ts'
import { dayText, wallClockAt } from '../../kernel/http/contract/time-zone.ts'
import type { ReportDaysQuery } from '../contract.ts'
import { parseReportDays, type ReportDays } from './report-days.ts'

const NOW = Date.parse('2026-11-15T23:30Z') / 1000
const days = (query: ReportDaysQuery) => parseReportDays(query, NOW) as ReportDays

test('defaults to the last thirty days in the time zone', () => {
  assert.partialDeepStrictEqual(days({}), {
    from: '2026-10-17',
    to: '2026-11-15',
    tz: 'UTC',
    by: 'day',
  })
  assert.equal(days({ tz: 'Europe/Berlin' }).to, '2026-11-16', 'it is already tomorrow there')
  assert.equal(days({}).buckets.length, 30)
})

test('starts weeks on Monday and months on the first, and cuts the first bucket', () => {
  assert.deepEqual(
    days({ from: '2026-11-04', to: '2026-11-20', by: 'week' }).buckets.map(({ from }) => from),
    ['2026-11-04', '2026-11-09', '2026-11-16'],
  )
  assert.deepEqual(
    days({ from: '2026-01-15', to: '2026-04-01', by: 'month' }).buckets.map(({ from }) => from),
    ['2026-01-15', '2026-02-01', '2026-03-01', '2026-04-01'],
  )
})

test('handles daylight saving changes and skipped days', () => {
  const lengths = (query: ReportDaysQuery) => {
    const { buckets, end } = days(query)
    return buckets.map(({ start }, index) => ((buckets[index + 1]?.start ?? end) - start) / 3600)
  }
  assert.deepEqual(
    lengths({ from: '2026-03-28', to: '2026-03-30', tz: 'Europe/Berlin' }),
    [24, 23, 24],
  )
  assert.deepEqual(
    lengths({ from: '2026-10-24', to: '2026-10-26', tz: 'Europe/Berlin' }),
    [24, 25, 24],
  )
  assert.deepEqual(
    lengths({ from: '2026-04-04', to: '2026-04-05', tz: 'Australia/Lord_Howe' }),
    [24, 24.5],
  )
  assert.deepEqual(
    lengths({ from: '2011-12-29', to: '2011-12-31', tz: 'Pacific/Apia' }),
    [24, 0, 24],
  )
})

test('covers the period with adjacent buckets that start with their day', () => {
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/Sao_Paulo',
    'Asia/Kolkata',
    'Africa/Cairo',
    'Australia/Lord_Howe',
  )
  fc.assert(
    fc.property(
      zone,
      fc.integer({ min: 14_000, max: 22_000 }),
      fc.nat(730),
      fc.constantFrom('day', 'week', 'month'),
      (tz, first, length, by) => {
        const { buckets, end } = days({ from: dayText(first), to: dayText(first + length), tz, by })
        assert.equal(buckets[0]!.from, dayText(first))
        for (const [at, { from, start }] of buckets.entries()) {
          assert.equal(dayText(Math.floor(wallClockAt(tz, start) / 86_400)), from)
          assert.ok(start < (buckets[at + 1]?.start ?? end))
        }
        assert.equal(
          dayText(Math.floor(wallClockAt(tz, end) / 86_400)),
          dayText(first + length + 1),
        )
      },
    ),
    { numRuns: 100 },
  )
})

test('rejects invalid periods and says why', () => {
  const faults: [ReportDaysQuery, string][] = [
    [{ tz: 'Mars/X' }, '/tz'],
    [{ to: '2026-02-30' }, '/to'],
    [{ from: '2026-13-01' }, '/from'],
    [{ from: '2026-02-02', to: '2026-02-01' }, '/from'],
    [{ from: '2024-01-01', to: '2026-01-01' }, '/from'],
  ]
  for (const [query, pointer] of faults) {
    const problem = parseReportDays(query, NOW)
    assert.ok(problem instanceof Problem && problem.status === 422, JSON.stringify(query))
    assert.deepEqual(
      (problem.more.errors as { pointer: string }[]).map((fault) => fault.pointer),
      [pointer],
    )
  }
  assert.equal(
    days({ from: '2024-01-01', to: '2025-12-31' }).buckets.length,
    731,
    'two years are allowed',
  )
})
