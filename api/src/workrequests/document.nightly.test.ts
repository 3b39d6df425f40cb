import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { uploadFile, newOrder } from '../../test/orders.ts'
import {
  CHANGES_OF_CALLERS,
  CHANGES_OF_FILES,
  CHANGES_OF_VENDORS,
  callerOf,
  readReply,
  viewOf,
  type Change,
  type PreparedRecord,
  PREPARED_READERS,
  testPreparedReplies,
} from '../../test/prepared-replies.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { findDocument, variantOf } from '../kernel/http/documents.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import * as translations from '../translations/contract.ts'
import * as contract from './contract.ts'
import { workRequestDocument } from './queries/document.ts'
import { getWorkRequest } from './queries/work-requests.ts'
import type { WorkRequestFactsOfDocument } from './rules/document.ts'
import { presentWorkRequest } from './rules/present.ts'
import type { StoredWorkRequest } from './rules/stored.ts'

const CHANGES: Change[] = [
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
  [
    'feedback',
    `insert into feedback (asset_id, person_id, vote)
      select w.asset_id, w.owner_id, 'up' from work_request w`,
  ],
  ['another request of the asset', `update work_request set status = 'complete'`],
  ['the status', `update work_request set status = 'in-progress'`],
  ['an approved translation', `update translation set status = 'approved'`],
  ['an archived asset', `update asset set archived_at = now()`],
  ['an asset in use', `update asset set archived_at = null`],
  ...CHANGES_OF_VENDORS,
  ...CHANGES_OF_FILES,
  ['a draft', `update work_request set submitted_at = null`],
  ['a submitted request', `update work_request set submitted_at = now()`],
  ...CHANGES_OF_CALLERS,
  [
    'an action for the phase',
    `update workflow set definition = jsonb_set(definition, '{phases,LOCK,users}', '["ffffffffffffffffffffffff"]')`,
  ],
  ['a preview', `delete from preview`],
  ['a file', `update file set removed_at = now()`],
  ['the request', `update work_request set instructions = 'Something else'`],
  [
    'its history',
    `insert into work_request_history (studio_id, work_request_id, person_id, status)
      select studio_id, id, owner_id, status from work_request`,
  ],
]

const recordOf = (id: string): PreparedRecord<StoredWorkRequest, WorkRequestFactsOfDocument> => ({
  path: 'workrequests',
  id,
  kind: workRequestDocument,
  get: (db, caller) => getWorkRequest(db, viewerOf(caller), id),
  present: presentWorkRequest,
})

testPreparedReplies({
  create: async (fixtures) => recordOf((await createCompleteRequest(fixtures)).id),
  changes: CHANGES,
  readers: PREPARED_READERS,
})

test('neither sends nor stores prepared replies in a transaction that has written', async (t) => {
  const fixtures = await loadFixtures(t)
  const { db } = fixtures
  const { id, readers } = await createCompleteRequest(fixtures)
  const view = viewOf(fixtures, await callerOf(db, readers[0]!))
  const wanted = { kind: 'workrequest', id, variant: variantOf(view) }
  await readReply(fixtures, recordOf(id), readers[0]!)
  assert.notEqual(await findDocument(db, wanted, readers[0]!._id), null)
  await inTransaction(db, async (tx) => {
    await sql`update work_request set instructions = 'First' where id = ${id}`.execute(tx)
    assert.equal(await findDocument(tx, wanted, readers[0]!._id), null)
    // Another transaction commits meanwhile, so that ours is older than the newest.
    await sql`update territory set name = name`.execute(db)
    assert.equal(await workRequestDocument.build(tx, id, view), undefined)
  })
  assert.equal(await findDocument(db, wanted, readers[0]!._id), null)
})

/** A request with content of every kind, and its readers. */
async function createCompleteRequest({ a }: Pick<Fixtures, 'a'>) {
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
  return { id: request._id, readers: [studio, territory, vendor, translator] }
}
