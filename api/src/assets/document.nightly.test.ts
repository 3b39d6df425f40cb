import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { newOrder, uploadFile } from '../../test/orders.ts'
import {
  PREPARED_READERS,
  CHANGES_OF_CALLERS,
  CHANGES_OF_FILES,
  CHANGES_OF_VENDORS,
  readReply,
  testPreparedReplies,
  type Change,
  type PreparedRecord,
} from '../../test/prepared-replies.ts'
import { answer, assign, firstVendor, orderFor } from '../../test/vendor-fixtures.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import * as previews from '../previews/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import * as contract from './contract.ts'
import { getAsset } from './queries.ts'
import { createAssetDocument } from './queries/document.ts'
import { presentAsset, type AssetFacts, type StoredAsset } from './rules.ts'

const CHANGES: Change[] = [
  ['the asset', `update asset set name = 'Renamed asset'`],
  ['the phase', `update asset set phase = 'LOCK', phase_changed_at = now()`],
  ['the asset type', `update asset_type set category = 'audio' where slug = 'trailer.intl'`],
  [
    'the workflow',
    `update workflow set definition = jsonb_set(definition, '{requireOfflineApproval}', 'false')`,
  ],
  [
    'the people of the phase',
    `update workflow set definition = jsonb_set(definition, '{phases,LOCK,users}',
      '["ffffffffffffffffffffffff"]')`,
  ],
  [
    'a poster',
    `insert into rendition (file_id, kind, complete) select file_id, 'poster', true from preview`,
  ],
  ['watermarks', `update studio set settings = settings || '{"watermark": true}'`],
  ['no watermarks', `update studio set settings = settings || '{"watermark": false}'`],
  ['no poster', `delete from rendition`],
  [
    'the thumbnail',
    `update asset a set thumbnail_id = (select id from file f where f.asset_id = a.id limit 1)`,
  ],
  [
    'feedback',
    `insert into feedback (asset_id, person_id, vote)
      select asset_id, owner_id, 'up' from work_request`,
  ],
  ['a complete request', `update work_request set status = 'complete'`],
  ...CHANGES_OF_VENDORS,
  ['the territory of a request', `update work_request set territory = 'FR'`],
  ['an open request', `update work_request set status = 'in-progress'`],
  [
    'a line',
    `with line as (
        insert into text_track_line (text_track_id, start_ms, stop_ms, position, text)
        select id, 1000, 2000, 1, 'Neu' from text_track)
      update text_track set revision = revision + 1`,
  ],
  ['an approved translation', `update translation set status = 'approved'`],
  ...CHANGES_OF_VENDORS,
  ['an open translation', `update translation set status = 'incomplete'`],
  ...CHANGES_OF_FILES,
  ...CHANGES_OF_CALLERS,
  ['an archived asset', `update asset set archived_at = now()`],
  ['a removed file', `update file set removed_at = now()`],
  ['an embargo of a removed file', `update file set embargo_event = true`],
  ['a preview', `delete from preview`],
]

testPreparedReplies({ create: createCompleteAsset, changes: CHANGES, readers: PREPARED_READERS })

test('hides an approved translation from the vendor that declined its request', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const vendor = firstVendor(a)
  const order = await orderFor(a)
  await assign(a, order._id, vendor.group)
  await sql`
    insert into text_track_line (text_track_id, start_ms, stop_ms, position, text)
    select text_track_id, 1000, 2000, 1, 'Neu' from translation`.execute(db)
  await sql`update translation set status = 'approved'`.execute(db)
  const languages = async (reader: TestUser) => {
    const { $permissions } = await reader.call(contract.getAsset, { params: { id: a.asset._id } })
    return $permissions.sources.autosubs.languages
  }
  assert.deepEqual(await languages(a.people.studio), ['deu'])
  assert.deepEqual(await languages(vendor.person), ['deu'])
  await answer(vendor, order._id, { decision: 'declined', reason: 'No time' })
  assert.deepEqual(await languages(a.people.studio), ['deu'])
  assert.deepEqual(await languages(vendor.person), [])
})

test('records the view of a prepared reply once for each phase', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const record = await createCompleteAsset(fixtures)
  const read = () => readReply(fixtures, record, studio)
  const viewed = async () =>
    (
      await sql<{ at: string }>`
        select viewed_at::text as at from asset_view
        where asset_id = ${record.id} and person_id = ${studio._id}`.execute(fixtures.db)
    ).rows[0]?.at
  await read()
  await read()
  const first = await viewed()
  assert.ok(first)
  await read()
  assert.equal(await viewed(), first)
  await sql`update asset set phase_changed_at = clock_timestamp()`.execute(fixtures.db)
  await read()
  assert.notEqual(await viewed(), first)
})

/** An asset with content of every kind. */
async function createCompleteAsset({
  a,
}: Pick<Fixtures, 'a'>): Promise<PreparedRecord<StoredAsset, AssetFacts>> {
  const { studio, territory } = a.people
  const file = await uploadFile(studio, a)
  await studio.call(previews.createPreview, { body: { asset: a.asset._id, file: file._id } })
  await territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const id = a.asset._id
  return {
    path: 'assets',
    id,
    kind: createAssetDocument(),
    get: (db, caller) => getAsset(db, viewerOf(caller), id),
    present: presentAsset,
  }
}
