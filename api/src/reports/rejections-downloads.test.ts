import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadOffline, changeRequest, createRequestAt } from '../../test/work-requests.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import * as downloads from '../downloads/contract.ts'
import * as groups from '../groups/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as offlines from '../offlines/contract.ts'
import * as contract from './contract.ts'

const TZ = 'America/New_York'

test('counts rejections by code, vendor, territory and number of versions', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { territory, vendor, studio } = a.people
  const [twice, once] = [
    await createRequestAt(a, 'rejected'),
    await createRequestAt(a, 'for-review'),
  ]
  await createRequestAt(a, 'in-progress')
  const again = await uploadOffline(a, twice)
  await changeRequest(vendor, twice, { status: 'for-review' })
  await territory.call(offlines.decideOffline, {
    params: { id: again._id },
    body: { decision: 'rejected', reason: 'late', code: 'timing' },
  })
  await changeRequest(territory, once, { status: 'rejected', reason: 'no', code: 'timing' })
  const group = { _id: a.vendors._id, name: a.vendors.name }
  const read = async () => {
    const {
      from: _from,
      to: _to,
      tz: _tz,
      ...figures
    } = await studio.call(contract.rejectionReport)
    return figures
  }
  assert.deepEqual(await read(), {
    rejections: 3,
    requests: 2,
    codes: [
      { code: 'timing', rejections: 2 },
      { code: 'picture', rejections: 1 },
    ],
    vendors: [{ group, rejections: 3 }],
    territories: [{ territory: 'DE', rejections: 3 }],
    versions: [
      { versions: 1, requests: 1 },
      { versions: 2, requests: 1 },
    ],
  })
  await studio.call(groups.createGroup, {
    body: { name: 'Another vendor', type: 'v', studios: [a.studio._id], users: [vendor._id] },
  })
  assert.deepEqual(
    (await read()).vendors.map((row) => [row.group?.name, row.rejections]),
    [
      ['Another vendor', 3],
      ['Vendors a', 3],
    ],
    'a member of two groups counts for both',
  )
  await sql`delete from group_person where person_id = ${vendor._id}`.execute(fixtures.db)
  assert.deepEqual((await read()).vendors, [{ group: null, rejections: 3 }])
  const { body } = await rawRequest(fixtures, '/api/reports/rejections?format=csv', { by: studio })
  assert.equal(
    body,
    [
      'by,id,name,count',
      'code,timing,timing,2',
      'code,picture,picture,1',
      'vendor,,,3',
      'territory,DE,DE,3',
      'versions,1,1,1',
      'versions,2,2,1',
      '',
    ].join('\r\n'),
  )
})

test('counts downloads and bytes by time, asset and territory', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { studio, territory, vendor } = a.people
  const [small, large] = [
    (await uploadFile(studio, a, 'small.txt', 'x'.repeat(10)))._id,
    (await uploadFile(studio, a, 'large.txt', 'x'.repeat(1000)))._id,
  ]
  await territory.call(downloads.startDownloads, { body: { files: [small, large] } })
  await vendor.call(downloads.startDownloads, { body: { files: [large] } })
  await setDownloadTime(db, vendor._id, new Date('2026-03-09T03:30Z'))
  await setDownloadTime(db, territory._id, new Date('2026-03-08T06:30Z'))
  const request = { query: { from: '2026-03-08', to: '2026-03-09', tz: TZ } }
  const report = await studio.call(contract.downloadReport, request)
  assert.deepEqual(report.total, { downloads: 3, bytes: 2010 })
  assert.deepEqual(
    report.buckets.map(({ from, downloads: count, bytes }) => [from, count, bytes]),
    [
      ['2026-03-08', 3, 2010],
      ['2026-03-09', 0, 0],
    ],
    '03:30 UTC is still the day before',
  )
  assert.deepEqual(report.assets, [
    {
      asset: { _id: a.asset._id, name: 'Trailer a' },
      project: { _id: a.project._id, name: 'Project a' },
      downloads: 3,
      bytes: 2010,
    },
  ])
  assert.deepEqual(report.territories, [
    { territory: 'DE', downloads: 2, bytes: 1010 },
    { territory: null, downloads: 1, bytes: 1000 },
  ])
  assert.deepEqual(
    (await vendor.call(contract.downloadReport, request)).total,
    { downloads: 1, bytes: 1000 },
    'without report.read only own downloads count',
  )
  assert.deepEqual(
    (await studio.call(contract.downloadReport, { query: { ...request.query, territory: 'DE' } }))
      .total,
    { downloads: 2, bytes: 1010 },
  )
  const { body } = await rawRequest(
    fixtures,
    `/api/reports/downloads?from=2026-03-08&to=2026-03-08&tz=${TZ}&by=month&format=csv`,
    { by: studio },
  )
  assert.equal(
    body,
    [
      'by,id,name,downloads,bytes',
      'month,2026-03-08,2026-03-08,3,2010',
      `asset,${a.asset._id},Trailer a,3,2010`,
      'territory,DE,DE,2,1010',
      'territory,,,1,1000',
      '',
    ].join('\r\n'),
  )
})

test('rejects invalid or too long periods in each report', async (t) => {
  const {
    a: {
      people: { studio },
    },
  } = await loadFixtures(t)
  for (const endpoint of [
    contract.volumeReport,
    contract.rejectionReport,
    contract.turnaroundReport,
    contract.downloadReport,
  ]) {
    for (const request of [
      { from: '2020-01-01', to: '2026-01-01' },
      { from: '2026-02-30' },
      { to: 'soon' },
      { tz: 'Mars/X' },
      { from: '2026-02-02', to: '2026-02-01' },
    ]) {
      await expectProblem(studio.send(endpoint, { query: request }), 422, 'query.invalid')
    }
  }
})

const setDownloadTime = (db: Fixtures['db'], person: string, created: Date) =>
  sql`update download set created_at = ${created} where person_id = ${person}`.execute(db)
