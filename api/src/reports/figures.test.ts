// Compares the figures with a naive count, row by row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestAt } from '../../test/work-requests.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { backdateHistory } from '../../test/backdate.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const TZ = 'America/New_York'
const HOUR = 3600
/** Daylight saving time changes in Berlin and New York in these weeks. */
const BEGAN = Date.parse('2026-03-04T15:00Z') / 1000
const query = { from: '2026-03-05', to: '2026-04-20', tz: TZ }

/**
 * Seven requests that came to different ends, begun five days apart, each with its own pace, in
 * whole hours.
 */
async function createPast(fixtures: Fixtures) {
  const ends = [
    'complete',
    'complete',
    'cancelled',
    'rejected',
    'in-progress',
    'incomplete',
    'complete',
  ] as const
  for (const [at, end] of ends.entries())
    await backdateHistory(
      fixtures.db,
      await createRequestAt(fixtures.a, end),
      BEGAN + at * 5 * 86_400,
      (7 + at * 4) * HOUR,
    )
  const requests = (
    await sql<{ id: string; status: string; created_at: Date }>`
    select id, status, created_at from work_request`.execute(fixtures.db)
  ).rows
  const history = (
    await sql<{ work_request_id: string; status: string; at: Date }>`
    select work_request_id, status, at from work_request_history order by id`.execute(fixtures.db)
  ).rows
  return { requests, history }
}
type Past = Awaited<ReturnType<typeof createPast>>

const dayOf = (at: Date, tz = TZ) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(tz).toPlainDate()
const within = (at: Date) => {
  const day = String(dayOf(at))
  return day >= query.from && day <= query.to
}
const STEPS = {
  day: (day: Temporal.PlainDate) => day,
  week: (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 }),
  month: (day: Temporal.PlainDate) => day.with({ day: 1 }),
}

test('several weeks of history', async (t) => {
  const fixtures = await loadFixtures(t)
  const past = await createPast(fixtures)
  await t.test('counts each request once per bucket in the requested time zone', () =>
    countsVolume(fixtures, past),
  )
  await t.test('measures turnaround in working hours of the due time zone', () =>
    countsTurnaround(fixtures, past),
  )
})

async function countsVolume(fixtures: Fixtures, past: Past) {
  const { studio } = fixtures.a.people
  for (const by of contract.BUCKET_SIZES) {
    const volume = await studio.call(contract.volumeReport, { query: { ...query, by } })
    assert.deepEqual(
      volume.buckets.filter(
        (bucket) => bucket.ordered + bucket.submitted + bucket.delivered + bucket.cancelled,
      ),
      recounted(past, by),
      by,
    )
    assert.deepEqual(
      volume.total,
      { ordered: 6, submitted: 4, delivered: 3, cancelled: 1 },
      'the first was created and submitted the day before',
    )
  }
  const utc = await studio.call(contract.volumeReport, {
    query: { from: '2026-03-04', to: '2026-03-04' },
  })
  assert.deepEqual(utc, {
    from: '2026-03-04',
    to: '2026-03-04',
    tz: 'UTC',
    by: 'day',
    total: { ordered: 1, submitted: 1, delivered: 0, cancelled: 0 },
    buckets: [
      {
        from: '2026-03-04',
        start: 1_772_582_400,
        ordered: 1,
        submitted: 1,
        delivered: 0,
        cancelled: 0,
      },
    ],
  })
  const { body } = await rawRequest(
    fixtures,
    '/api/reports/volume?from=2026-03-04&to=2026-03-05&format=csv',
    { by: studio },
  )
  assert.equal(
    body,
    'from,ordered,submitted,delivered,cancelled\r\n2026-03-04,1,1,0,0\r\n2026-03-05,0,0,0,0\r\n',
  )
}

async function countsTurnaround(fixtures: Fixtures, past: Past) {
  const { studio } = fixtures.a.people
  const turnaround = await studio.call(contract.turnaroundReport, { query })
  const spans = past.requests
    .filter(({ status }) => status === 'complete')
    .map(({ id }) => past.history.filter((entry) => entry.work_request_id === id))
    .map((entries) =>
      hoursBetween(
        entries.find(({ status }) => status === 'submitted')!.at,
        entries.findLast(({ status }) => status === 'complete')!.at,
      ),
    )
  assert.deepEqual(turnaround.whole, {
    count: 3,
    median: spans.toSorted((a, b) => a - b)[1],
    p80: p80Of(spans),
  })
  assert.deepEqual(turnaround.territories, [{ territory: 'DE', ...turnaround.whole }])
  const reviews = past.history.flatMap((entry, index) => {
    const then = past.history[index + 1]
    return entry.status === 'for-review' &&
      then?.work_request_id === entry.work_request_id &&
      within(then.at)
      ? [hoursBetween(entry.at, then.at)]
      : []
  })
  assert.deepEqual(
    turnaround.stages.find(({ status }) => status === 'for-review'),
    { status: 'for-review', count: 4, median: medianOf(reviews), p80: p80Of(reviews) },
  )
  assert.deepEqual(
    turnaround.stages.find(({ status }) => status === 'rejected'),
    { status: 'rejected', count: 0, median: null, p80: null },
  )
  const table = await rawRequest(
    fixtures,
    `/api/reports/turnaround?from=${query.from}&to=${query.to}&tz=${TZ}&format=csv`,
    { by: studio },
  )
  assert.ok(
    table.body.startsWith(
      `of,name,count,median,p80\r\nwhole,,3,${turnaround.whole.median},${turnaround.whole.p80}\r\nstatus,incomplete,`,
    ),
    table.body,
  )
}

function recounted({ requests, history }: Past, by: keyof typeof STEPS) {
  const happened = [
    ...requests.map(({ id, created_at }) => ({ id, at: created_at, what: 'ordered' })),
    ...history.map(({ work_request_id, at, status }) => ({
      id: work_request_id,
      at,
      what: status === 'complete' ? 'delivered' : status,
    })),
  ].filter(({ at }) => within(at))
  const names = [...new Set(happened.map(({ at }) => String(STEPS[by](dayOf(at)))))].toSorted()
  return names
    .map((name) => {
      const count = (what: string) =>
        new Set(
          happened
            .filter((one) => one.what === what && String(STEPS[by](dayOf(one.at))) === name)
            .map(({ id }) => id),
        ).size
      const from = name < query.from ? query.from : name
      return {
        from,
        start: Temporal.PlainDate.from(from).toZonedDateTime(TZ).epochMilliseconds / 1000,
        ordered: count('ordered'),
        submitted: count('submitted'),
        delivered: count('delivered'),
        cancelled: count('cancelled'),
      }
    })
    .filter((bucket) => bucket.ordered + bucket.submitted + bucket.delivered + bucket.cancelled)
}

/** Hour by hour, in the time zone of the due dates: Berlin. */
function hoursBetween(from: Date, to: Date): number {
  let counted = 0
  for (let at = from.getTime(); at < to.getTime(); at += HOUR * 1000) {
    const { hour, dayOfWeek } =
      Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Berlin')
    if (dayOfWeek < 6 && hour >= 9 && hour < 18) counted++
  }
  return counted
}

const rank = (values: number[], share: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  return (
    sorted[Math.floor(place)]! +
    (sorted[Math.ceil(place)]! - sorted[Math.floor(place)]!) * (place % 1)
  )
}
const medianOf = (values: number[]) => rank(values, 0.5)
const p80Of = (values: number[]) => Math.round(rank(values, 0.8) * 100) / 100
