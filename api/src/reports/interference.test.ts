// Activity that a reader cannot see changes no figure of their reports.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadOffline, changeRequest, createRequestAt } from '../../test/work-requests.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile, createFrance, newOrder } from '../../test/orders.ts'
import { backdateHistory, setDue } from '../../test/backdate.ts'
import {
  loadFixtures,
  type TestUser,
  type StudioFixtures,
  type Fixtures,
} from '../../test/fixtures.ts'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as files from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as previews from '../previews/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'

const DAY = 86_400
const NOW = Math.floor(Date.now() / 1000)
const READS = [
  'risk',
  'coverage?project=project-a',
  'volume',
  'volume?by=month&tz=Asia/Kolkata',
  'rejections',
  'turnaround',
  'downloads',
]
const READERS = ['territory', 'vendor', 'translator', 'guest'] as const

/** All reports as JSON and CSV, without the values that depend on the clock. */
async function reports(fixtures: Fixtures, by: TestUser): Promise<string[]> {
  const responses = await Promise.all(
    READS.flatMap((path) => [path, `${path}${path.includes('?') ? '&' : '?'}format=csv`]).map(
      async (path) => {
        const headers: Record<string, string> = path.includes('csv')
          ? {}
          : { 'x-range': 'resources=0-499' }
        const { body } = await rawRequest(fixtures, `/api/reports/${path}`, { by, headers })
        return `${path}\n${body}`
      },
    ),
  )
  return responses.map((text) =>
    text
      .replace(/"requestId":"[^"]*"/g, '')
      .replace(/"(expected|slackHours)":[-\d.]+/g, '')
      .replace(/\d+ working hours/g, '')
      .replace(/,\d{4}-\d\d-\d\dT[^,]*Z,-?[\d.]*,/g, ',,'),
  )
}

test('does not change for activity outside the reader’s visibility', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin, db } = fixtures
  for (const status of ['in-progress', 'rejected', 'complete'] as const)
    await setDue(db, await createRequestAt(a, status), NOW + 40 * DAY)
  await uploadFile(a.people.vendor, a)
  const read = () =>
    Promise.all([
      ...READERS.map((role) => reports(fixtures, a.people[role])),
      reports(fixtures, b.people.studio),
    ])
  const before = await read()

  await createFrance(admin)
  const french: StudioFixtures = { ...a, people: { ...a.people, territory: admin } }
  for (let count = 0; count < 5; count++) {
    const { _id } = await a.people.studio.call(createWorkRequest, {
      body: newOrder(french, {
        territory: 'FR',
        language: 'fra',
        dng: { dialogue: ['OV'], graphics: ['OV'], narration: ['OV'] },
      }),
    })
    await backdateHistory(db, _id, NOW - (20 + count) * DAY, 9 * DAY)
  }
  const seen = await read()
  for (const [at, role] of READERS.entries())
    assert.deepEqual(
      seen[at],
      before[at],
      `${role}: drafts for another territory are nobody's but the studio's`,
    )
  assert.deepEqual(seen.at(-1), before.at(-1), 'another studio')

  const drafts = (
    await sql<{ id: string }>`select id from work_request where territory = 'FR'`.execute(db)
  ).rows
  for (const { id } of drafts.slice(0, 2)) {
    await changeRequest(a.people.studio, id, {
      status: 'submitted',
      due: { date: NOW + 30 * DAY, tz: 'Europe/Paris' },
    })
    await uploadOffline(a, id)
    await changeRequest(a.people.vendor, id, { status: 'for-review' })
    await changeRequest(a.people.studio, id, { status: 'rejected', reason: 'no', code: 'wording' })
    await backdateHistory(db, id, NOW - 100 * DAY, 15 * DAY)
  }
  await createRequestAt(b, 'rejected')
  const after = await read()
  for (const [at, role] of READERS.entries()) {
    if (role === 'vendor')
      assert.notDeepEqual(after[at], before[at], 'vendors see the requests they work on')
    else assert.deepEqual(after[at], before[at], role)
  }
})

test('does not change for embargoed content', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { studio } = a.people
  const done = await createRequestAt(a, 'complete')
  const asset = await studio.call(assets.createAsset, {
    body: { name: 'Other', project: a.project._id, type: 'trailer.intl', usage: { online: true } },
  })
  await createRequestAt({ ...a, asset }, 'approved')
  const secret = await uploadFile(studio, a, 'secret.mp4')
  await studio.call(files.changeFile, {
    params: { id: secret._id },
    body: { embargo: { event: true } },
  })
  const read = () => Promise.all(READERS.map((role) => reports(fixtures, a.people[role])))
  const before = await read()
  const own = await reports(fixtures, studio)
  await studio.call(previews.createPreview, {
    body: { asset: a.asset._id, file: secret._id, revision: '9' },
  })
  await studio.call(downloads.startDownloads, { body: { files: [secret._id] } })
  await sql`insert into offline ${sql.values({
    studio_id: a.studio._id,
    project_id: a.project._id,
    asset_id: a.asset._id,
    work_request_id: done,
    from_id: studio._id,
    version: 99,
    file_id: secret._id,
  })}`.execute(db)
  await sql`update preview set created_at = ${new Date((NOW + 3600) * 1000)}`.execute(db)
  const after = await read()
  for (const [at, role] of READERS.entries()) assert.deepEqual(after[at], before[at], role)
  assert.notDeepEqual(await reports(fixtures, studio), own, 'while the studio sees it')
})
