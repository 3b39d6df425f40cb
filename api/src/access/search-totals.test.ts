// The stored total of a search equals the number of records after every kind of change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import * as assets from '../assets/contract.ts'
import * as files from '../files/contract.ts'
import * as projects from '../projects/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { newOrder } from '../../test/orders.ts'

/** An index needs three characters in a row, so this is searched as a common text. */
const Q = 'zq'

async function count({ db, a }: Fixtures) {
  const { rows } = await sql<{ requests: number; files: number; assets: number }>`
    select
      (select count(*) from work_request w join asset a on a.id = w.asset_id
        join project p on p.id = w.project_id
        where w.studio_id = ${a.studio._id}
          and concat_ws('|', w.instructions, a.name, p.name) like '%zq%') as requests,
      (select count(*) from file where studio_id = ${a.studio._id} and removed_at is null
        and name like '%zq%') as files,
      (select count(*) from asset where studio_id = ${a.studio._id} and archived_at is null
        and name like '%zq%') as assets`.execute(db)
  return rows[0]!
}

async function readTotals({ a }: Fixtures) {
  const { studio } = a.people
  const query = { q: Q }
  const [requests, found, shown] = [
    await studio.call(workrequests.listWorkRequests, { query }),
    await studio.call(files.listFiles, { query }),
    await studio.call(assets.listAssets, { query }),
  ]
  return { requests: requests.total, files: found.total, assets: shown.total }
}

/** Records of the last minute are counted each time. Only here do records become older than others. */
const age = async ({ db }: Fixtures) => {
  await sql`delete from search_count`.execute(db)
  for (const table of ['work_request', 'file', 'asset'])
    await sql`update ${sql.ref(table)} set created_at = created_at - interval '1 hour'
      where created_at > now() - interval '1 minute'`.execute(db)
}

test('counts a common search exactly after every kind of change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, db } = fixtures
  const { studio, territory, vendor } = a.people
  const order = (instructions: string, side = a) =>
    side.people.territory.call(workrequests.createWorkRequest, {
      body: newOrder(side, { instructions }),
    })
  const register = (name: string) =>
    vendor.call(files.registerFile, { body: { name, asset: a.asset._id } })
  const first = await order('zq 1')
  const file = await register('zq-1.mov')
  const other = await studio.call(assets.createAsset, {
    body: { name: 'Spot zq', project: a.project._id, type: 'poster' },
  })
  await order('zq of another studio', b)

  const changes: [what: string, change: () => Promise<unknown>][] = [
    ['nothing', async () => {}],
    ['time passes', () => age(fixtures)],
    ['a new request', () => order('zq 2')],
    ['a new request without the text', () => order('none')],
    ['a new file', () => register('zq-2.mov')],
    ['time passes again', () => age(fixtures)],
    [
      'other instructions',
      () =>
        territory.call(workrequests.changeWorkRequest, {
          params: { id: first._id },
          body: { instructions: 'none' },
        }),
    ],
    [
      'another name of the asset',
      () =>
        studio.call(assets.changeAsset, {
          params: { id: a.asset._id },
          body: { name: 'Trailer zq' },
        }),
    ],
    [
      'another name of the file',
      () => vendor.call(files.changeFile, { params: { id: file._id }, body: { name: 'none.mov' } }),
    ],
    [
      'another name of the project',
      () =>
        studio.call(projects.changeProject, {
          params: { id: a.project._id },
          body: { name: 'Project zq' },
        }),
    ],
    ['a removed file', () => vendor.call(files.removeFile, { params: { id: file._id } })],
    ['an archived asset', () => studio.call(assets.archiveAsset, { params: { id: other._id } })],
  ]
  for (const [what, change] of changes) {
    await change()
    const expected = await count(fixtures)
    assert.deepEqual(await readTotals(fixtures), expected, what)
    assert.deepEqual(await readTotals(fixtures), expected, `${what}, stored`)
  }
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from search_count order by kind`.execute(db)
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['asset', 'file', 'work_request'],
  )
})
