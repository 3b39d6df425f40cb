import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenAuth } from '../../../test/raw-http.ts'
import { loadFixtures, type Fixtures } from '../../../test/fixtures.ts'
import type { Territory } from '../../territories/contract.ts'
import { sql } from '../db/sql.ts'

const get = async ({ app, admin }: Fixtures, range?: string, url = '/api/territories') => {
  const response = await app.fastify.inject({
    url,
    headers: { ...tokenAuth(admin), ...(range !== undefined && { 'x-range': range }) },
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    items: response.json<Territory[]>(),
  }
}
const insertTerritories = ({ db }: Fixtures, count: number) =>
  sql`
    insert into territory (code, name, standard)
    select
      'X' || chr(65 + n / 26) || chr(65 + n % 26), 'Land ' || lpad((n % 7)::text, 2, '0'), 'PAL'
    from generate_series(0, ${count - 1}::int) n`.execute(db)

test('returns the first ten items and the total without X-Range', async (t) => {
  const fixtures = await loadFixtures(t)
  await insertTerritories(fixtures, 30)
  const { status, headers, items } = await get(fixtures)
  assert.deepEqual([status, items.length], [200, 10])
  assert.deepEqual(
    [headers['content-range'], headers['x-content-range'], headers['accept-ranges']],
    ['resources 0-9/31', 'resources 0-9/31', 'resources'],
  )
})

test('returns at most 500 items and says which', async (t) => {
  const fixtures = await loadFixtures(t)
  await insertTerritories(fixtures, 510)
  const { items, headers } = await get(fixtures, 'resources=0-99999')
  assert.deepEqual([items.length, headers['content-range']], [500, 'resources 0-499/511'])
  assert.equal(
    (await get(fixtures, 'resources=500-99999')).headers['content-range'],
    'resources 500-510/511',
  )
})

test('returns every item once over pages of any size', async (t) => {
  const fixtures = await loadFixtures(t)
  await insertTerritories(fixtures, 40)
  const whole = (await get(fixtures, 'resources=0-99')).items.map((territory) => territory._id)
  assert.equal(new Set(whole).size, 41)
  for (const width of [1, 7, 13]) {
    const pages: string[] = []
    for (let first = 0; first < whole.length; first += width)
      pages.push(
        ...(await get(fixtures, `resources=${first}-${first + width - 1}`)).items.map(
          (territory) => territory._id,
        ),
      )
    assert.deepEqual(
      pages,
      whole,
      `by ${width}; names repeat, so the order must not hang on them alone`,
    )
  }
})

test('returns an empty array past the end', async (t) => {
  const { status, headers, items } = await get(await loadFixtures(t), 'resources=5-9')
  assert.deepEqual([status, items, headers['content-range']], [200, [], 'resources */1'])
})

test('rejects a malformed X-Range', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const range of [
    'resources=9-0',
    'resources=0-9,20-29',
    'items=0-9',
    'resources=-1-9',
    '',
    'resources=0-99999999999999999999',
  ]) {
    const { status, items } = await get(fixtures, range)
    assert.deepEqual(
      [status, (items as unknown as { code: string }).code],
      [400, 'range.malformed'],
      range,
    )
  }
})

test('links to the next page until the last one', async (t) => {
  const fixtures = await loadFixtures(t)
  await insertTerritories(fixtures, 40)
  const { items: whole } = await get(fixtures, 'resources=0-99')
  const pages: Territory[] = []
  let url = '/api/territories'
  while (url) {
    const { headers, items } = await get(fixtures, 'resources=0-14', url)
    pages.push(...items)
    url = /^<(.+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1] ?? ''
  }
  assert.deepEqual(pages, whole)
})

test('rejects positions beyond 10,000 of a longer list, and a cursor of another list', async (t) => {
  const fixtures = await loadFixtures(t)
  await insertTerritories(fixtures, 20)
  const { headers } = await get(fixtures)
  const [, after] = /after=([\w-]+)/.exec(String(headers.link))!
  const codeOf = async (range: string, url?: string) => {
    const { status, items } = await get(fixtures, range, url)
    return [status, (items as unknown as { code?: string }).code]
  }
  assert.deepEqual(await codeOf('resources=10000-10009'), [200, undefined])
  assert.deepEqual(await codeOf('resources=10001-10009'), [200, undefined], 'past the end')
  assert.deepEqual(await codeOf('resources=10001-10009', `/api/territories?after=${after}`), [
    400,
    'range.too-deep',
  ])
  for (const url of [`/api/territories?q=land&after=${after}`, '/api/territories?after=x'])
    assert.deepEqual(await codeOf('resources=0-9', url), [400, 'after.malformed'], url)
})
