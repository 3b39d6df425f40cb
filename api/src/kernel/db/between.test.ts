import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import { Problem } from '../http/contract/problem.ts'
import { between } from './between.ts'
import type { Db } from './connect.ts'
import { sql } from './sql.ts'

/** The times that lie within a span. */
async function within(db: Db, span: string, zone = 'UTC'): Promise<string[]> {
  const moments = [
    '2026-01-01T00:00:00Z',
    '2026-01-31T23:59:59.9Z',
    '2026-02-01T00:00:00Z',
    '2026-02-01T23:59:59.9Z',
    '2026-02-02T00:00:00Z',
  ]
  const { rows } = await sql<{
    moment: string
  }>`select moment from unnest(${moments}::text[]) moment
    where ${between(sql`moment::timestamptz`, span, zone)}`.execute(db)
  return rows.map((row) => row.moment.slice(5, 10))
}
const second = (moment: string) => Date.parse(moment) / 1000

test('includes the last day of a span', async (t) => {
  const { db } = await loadFixtures(t)
  assert.deepEqual(await within(db, '2026-01-31-2026-02-01'), ['01-31', '02-01', '02-01'])
  assert.deepEqual(await within(db, '2026-02-02-2026-02-02'), ['02-02'])
})

test('accepts a single day, in the given time zone', async (t) => {
  const { db } = await loadFixtures(t)
  assert.deepEqual(await within(db, '2026-02-01'), ['02-01', '02-01'])
  assert.deepEqual(await within(db, '2026-02-01', 'Asia/Tokyo'), ['01-31', '02-01'])
  assert.deepEqual(await within(db, '2026-01-31', 'America/New_York'), ['01-31', '02-01'])
  assert.deepEqual(await within(db, '2026-02-02-2026-02-02', 'Asia/Tokyo'), ['02-01', '02-02'])
})

test('accepts an open side', async (t) => {
  const { db } = await loadFixtures(t)
  assert.deepEqual(await within(db, '2026-02-01-'), ['02-01', '02-01', '02-02'])
  assert.deepEqual(await within(db, '-2026-01-01'), ['01-01'])
})

test('includes both seconds', async (t) => {
  const { db } = await loadFixtures(t)
  const noon = second('2026-02-01T00:00:00Z')
  assert.deepEqual(await within(db, `${noon}-${noon}`), ['02-01'])
  assert.deepEqual(await within(db, `${noon + 1}-`), ['02-01', '02-02'])
  assert.deepEqual(await within(db, `-${noon - 1}`), ['01-01', '01-31'])
})

test('reads a time with its offset, or as UTC', async (t) => {
  const { db } = await loadFixtures(t)
  assert.deepEqual(await within(db, '2026-02-01T01:00:00+01:00-2026-02-01T00:00Z'), ['02-01'])
  assert.deepEqual(await within(db, '2026-02-02T00:00-'), ['02-02'])
  assert.deepEqual(
    await within(db, '1767225600-2026-01-01'),
    ['01-01'],
    'the two sides may be written differently',
  )
})

for (const span of [
  '',
  '-',
  '2026',
  '2026-02-30',
  'yesterday-',
  '2026-13-01-',
  '2026-01-01T25:00-',
  '1-2-3',
  "'-'",
  '0x10-',
  '1e9-',
  '-1-5',
  '123456789012-',
  '2026-1-1-',
])
  test(`rejects created=${span}`, () => {
    assert.throws(
      () => between(sql`x`, span, 'UTC'),
      (error) =>
        error instanceof Problem && error.status === 400 && error.code === 'created.malformed',
    )
  })
