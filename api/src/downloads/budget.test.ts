import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { changeUser } from '../users/contract.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import {
  loadFixtures,
  type TestUser,
  type StudioFixtures,
  type Fixtures,
} from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

/** The default fixtures with one file to download. */
async function frugal(t: TestContext) {
  const fixtures = await loadFixtures(t)
  return {
    ...fixtures,
    file: await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789'),
  }
}
const take = (by: TestUser, file: { _id: string }) =>
  by.call(contract.startDownloads, { body: { files: [file._id] } })
const recordDownload = async (
  { db }: Fixtures,
  by: TestUser,
  side: StudioFixtures,
  file: { _id: string },
  count: number,
  ago = '1 minute',
) =>
  void (await sql`
  insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
  select ${side.studio._id}, ${side.project._id}, ${side.asset._id}, ${file._id}, ${by._id},
    now() - ${ago}::interval from generate_series(1, ${count}::int)`.execute(db))
const recorded = async ({ db }: Fixtures, by: TestUser) =>
  (await sql`select from download where person_id = ${by._id}`.execute(db)).rows.length
const notificationTitles = async (by: TestUser) =>
  (await by.call(listNotifications, { query: { type: 'dlb' } })).items.map(({ title }) => title)

test('records and sends nothing beyond the budget, on both paths, and sends Retry-After', async (t) => {
  const fixtures = await frugal(t)
  const { a, file } = fixtures
  const { territory } = a.people
  await recordDownload(fixtures, territory, a, file, 3, '9 minutes 30 seconds')
  await recordDownload(fixtures, territory, a, file, 197)
  await expectProblem(take(territory, file), 429, 'download.limit-exceeded')
  const response = await rawRequest(fixtures, `/api/files/${file._id}/content`, { by: territory })
  assert.deepEqual(
    [response.statusCode, response.json<{ code: string }>().code, response.body.includes('0123')],
    [429, 'download.limit-exceeded', false],
  )
  assert.ok(
    Math.abs(Number(response.headers['retry-after']) - 30) <= 2,
    `the oldest download expires in half a minute, not in ${String(response.headers['retry-after'])} s`,
  )
  assert.equal(await recorded(fixtures, territory), 200)
  await sql`update download set created_at = created_at - interval '31 seconds'`.execute(
    fixtures.db,
  )
  assert.equal((await take(territory, file)).length, 1)
})

test('allows resuming and recorded downloads when the budget is used up', async (t) => {
  const fixtures = await frugal(t)
  const { a, file } = fixtures
  const { territory } = a.people
  await recordDownload(fixtures, territory, a, file, 199)
  const [{ url }] = (await take(territory, file)) as [contract.DownloadWithUrl]
  assert.equal((await rawRequest(fixtures, url)).body, '0123456789')
  assert.equal(
    (
      await rawRequest(fixtures, `/api/files/${file._id}/content`, {
        by: territory,
        headers: { range: 'bytes=4-' },
      })
    ).body,
    '456789',
  )
  assert.equal(
    (
      await rawRequest(fixtures, `/api/files/${file._id}/content`, {
        by: territory,
        method: 'HEAD',
      })
    ).statusCode,
    200,
  )
  assert.equal(
    (await rawRequest(fixtures, `/api/files/${file._id}/content`, { by: territory })).statusCode,
    429,
  )
  assert.equal(await recorded(fixtures, territory), 200)
})

test('counts each person separately', async (t) => {
  const fixtures = await frugal(t)
  const { a, file } = fixtures
  await recordDownload(fixtures, a.people.territory, a, file, 200)
  await expectProblem(take(a.people.territory, file), 429, 'download.limit-exceeded')
  assert.equal((await take(a.people.vendor, file)).length, 1)
})

test("alerts the studio's people and the admins once at 80 %", async (t) => {
  const fixtures = await frugal(t)
  const { a, b, admin, file, runJobs } = fixtures
  const { territory } = a.people
  await recordDownload(fixtures, territory, a, file, 158)
  await take(territory, file)
  await runJobs()
  assert.deepEqual(await notificationTitles(a.people.studio), [])
  for (const _time of [160, 161, 162]) await take(territory, file)
  await recordDownload(fixtures, territory, a, file, 38)
  await expectProblem(take(territory, file), 429)
  await expectProblem(take(territory, file), 429)
  await runJobs()
  const title = 'territory a has almost reached their download limit'
  assert.deepEqual(
    [await notificationTitles(a.people.studio), await notificationTitles(admin)],
    [[title], [title]],
  )
  for (const person of [territory, a.people.vendor, b.people.studio])
    assert.deepEqual(await notificationTitles(person), [])
  const [event] = (await a.people.studio.call(listEvents, { query: { type: 'dlb' } })).items
  assert.deepEqual(
    [event!.from._id, event!.files, event!.details],
    [territory._id, [], { budget: '200' }],
  )

  await sql`update download_budget set alerted_at = alerted_at - interval '10 minutes'`.execute(
    fixtures.db,
  )
  await expectProblem(take(territory, file), 429)
  await runJobs()
  assert.equal(
    (await notificationTitles(a.people.studio)).length,
    2,
    'alerts again in the next window',
  )
})

test('alerts on the first rejection although its transaction is rolled back', async (t) => {
  const fixtures = await frugal(t)
  const { a, file, runJobs } = fixtures
  const other = await uploadFile(a.people.vendor, a, 'y', 'other')
  await recordDownload(fixtures, a.people.territory, a, file, 199)
  await expectProblem(
    a.people.territory.call(contract.startDownloads, { body: { files: [file._id, other._id] } }),
    429,
    'download.limit-exceeded',
  )
  await runJobs()
  assert.equal((await notificationTitles(a.people.studio)).length, 1)
  assert.equal(await recorded(fixtures, a.people.territory), 199)
})

test('allows no more than the budget to a hundred concurrent requests', async (t) => {
  const fixtures = await frugal(t)
  const { a, file, runJobs } = fixtures
  const { territory } = a.people
  await recordDownload(fixtures, territory, a, file, 160)
  // On a slow computer the lock can take longer than its limit. Then nothing was recorded.
  const takeUnlessBusy = async (): Promise<number> => {
    const status = await take(territory, file).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
    return status === 503 ? takeUnlessBusy() : status
  }
  const outcomes = await Promise.all(Array.from({ length: 100 }, takeUnlessBusy))
  assert.deepEqual(
    [
      outcomes.filter((status) => status === 200).length,
      outcomes.filter((status) => status === 429).length,
    ],
    [40, 60],
  )
  assert.equal(await recorded(fixtures, territory), 200)
  await runJobs()
  assert.equal((await notificationTitles(a.people.studio)).length, 1)
})

test('rejects the URLs of a suspended person at once', async (t) => {
  const fixtures = await frugal(t)
  const { a, file } = fixtures
  const { territory, studio } = a.people
  const [{ url }] = (await take(territory, file)) as [contract.DownloadWithUrl]
  assert.equal((await rawRequest(fixtures, url)).statusCode, 200)
  await studio.call(changeUser, {
    params: { id: territory._id },
    body: { status: { approved: false } },
  })
  for (const range of ['bytes=0-', 'bytes=5-'])
    assert.equal((await rawRequest(fixtures, url, { headers: { range } })).statusCode, 403)
  assert.equal(
    (await rawRequest(fixtures, `/api/files/${file._id}/content`, { by: territory })).statusCode,
    401,
  )
})
