// A cached document must always match the stored data. The test changes every source of a document
// and compares what each reader gets with the assembled record.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { loadFixtures, type TestUser, type Fixtures } from '../../test/fixtures.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import { findCallerByToken } from '../sessions/queries.ts'
import { digestSecret } from '../kernel/http/auth/secret.ts'
import * as translations from '../translations/contract.ts'
import * as contract from './contract.ts'
import { readWorkRequest } from './queries/document-cache.ts'
import { getWorkRequest } from './queries/work-requests.ts'

const CHANGES: [what: string, statement: string][] = [
  ['studio settings', `update studio set settings = settings || '{"leadTimeHours": 72}'`],
  ['the project', `update project set name = 'Renamed project'`],
  ['the asset', `update asset set name = 'Renamed asset'`],
  ['the phase', `update asset set phase = 'LOCK'`],
  ['the asset type', `update asset_type set category = 'audio' where slug = 'trailer.intl'`],
  [
    'the workflow',
    `update workflow set definition = jsonb_set(definition, '{requireOfflineApproval}', 'false')`,
  ],
  [
    'the territory',
    `update territory set languages = '[{"name": "Low German", "code": "nds", "dcpCode": "ND"}]'`,
  ],
  ['the owner', `update person set name = 'Renamed owner' where email like 'territory-%'`],
  ['a group', `update people_group set name = 'Renamed group'`],
  [
    'group members',
    `insert into group_person (group_id, person_id)
      select g.id, w.owner_id from people_group g, work_request w on conflict do nothing`,
  ],
  ['studios of a group', `delete from group_studio`],
  [
    'a line',
    `with line as (
        insert into text_track_line (text_track_id, start_ms, stop_ms, position, text)
        select id, 1000, 2000, 1, 'Neu' from text_track)
      update text_track set revision = revision + 1`,
  ],
  ['the translator', `update translation set translator_id = null`],
  ['a material', `update material set complete = true`],
  [
    'the files',
    `insert into work_request_file (work_request_id, name, file_id, position)
      select w.id, 'Online', f.id, 1
      from work_request w join file f on f.asset_id = w.asset_id limit 1`,
  ],
  [
    'encode',
    `insert into encode (work_request_id, kind, version, source_digest, person_id)
      select id, 'offline', 1, '', owner_id from work_request`,
  ],
  ['an offline', `update offline set decision = 'approved'`],
  [
    'the thumbnail',
    `update asset a set thumbnail_id = (select id from file f where f.asset_id = a.id limit 1)`,
  ],
  ['an embargo', `update file set embargo_end = now() + interval '1 day'`],
  ['end of an embargo', `update file set embargo_end = now() - interval '1 second'`],
  ['a preview', `delete from preview`],
  ['a file', `update file set removed_at = now()`],
  ['the request', `update work_request set instructions = 'Something else'`],
  [
    'its history',
    `insert into work_request_history (studio_id, work_request_id, person_id, status)
      select studio_id, id, owner_id, status from work_request`,
  ],
]

test('serves cached documents that match the stored data after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { id, readers } = await createCompleteRequest(fixtures)
  for (const [what, statement] of CHANGES) {
    for (const reader of readers)
      await readWorkRequest(fixtures.db, viewerOf(reader), id).catch(() => 'gone')
    await sql.raw(statement).execute(fixtures.db)
    for (const reader of readers) {
      const assembled = await getWorkRequest(fixtures.db, viewerOf(reader), id).catch(() => 'gone')
      const cached = await readWorkRequest(fixtures.db, viewerOf(reader), id).catch(() => 'gone')
      assert.deepEqual(cached, assembled, `${what}, for ${reader.email}`)
    }
  }
})

test('neither reads nor stores documents in a transaction that has written', async (t) => {
  const fixtures = await loadFixtures(t)
  const {
    id,
    readers: [studio],
  } = await createCompleteRequest(fixtures)
  await readWorkRequest(fixtures.db, viewerOf(studio!), id)
  await inTransaction(fixtures.db, async (tx) => {
    await sql`update work_request set instructions = 'First' where id = ${id}`.execute(tx)
    assert.equal((await readWorkRequest(tx, viewerOf(studio!), id)).instructions, 'First')
    // Another transaction commits meanwhile, so that ours is older than the newest.
    await sql`update territory set name = name`.execute(fixtures.db)
    assert.equal((await readWorkRequest(tx, viewerOf(studio!), id)).instructions, 'First')
    await sql`update work_request set instructions = 'Second' where id = ${id}`.execute(tx)
    assert.equal((await readWorkRequest(tx, viewerOf(studio!), id)).instructions, 'Second')
  })
  assert.equal((await readWorkRequest(fixtures.db, viewerOf(studio!), id)).instructions, 'Second')
})

/** A request with content of every kind, and its readers. */
async function createCompleteRequest({ a, db }: Fixtures) {
  const { studio, territory, vendor, translator } = a.people
  const file = await uploadFile(studio, a)
  await studio.call(previews.createPreview, { body: { asset: a.asset._id, file: file._id } })
  const request = await territory.call(contract.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  await vendor.call(translations.changeTranslation, {
    params: { id: request.translation._id },
    body: { translator: translator._id },
  })
  await vendor.call(offlines.createOffline, { body: { workRequest: request._id, file: file._id } })
  const callerOf = async (person: TestUser) =>
    (await findCallerByToken(db, {
      email: person.email,
      digest: digestSecret(person.token),
      address: '127.0.0.1',
    }))!
  return {
    id: request._id,
    readers: await Promise.all([studio, territory, vendor, translator].map(callerOf)),
  }
}
