// A prepared reply must always match the stored data. The test changes every source of a reply and
// compares what each reader gets with the reply that is assembled from the rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { tokenAuth } from '../../test/raw-http.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { loadFixtures, type TestUser, type Fixtures } from '../../test/fixtures.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import type { Db } from '../kernel/db/connect.ts'
import { databaseFor } from '../kernel/http/database-for.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { View } from '../kernel/http/contract/view.ts'
import { findDocument, renderDocument, variantOf } from '../kernel/http/documents.ts'
import { etagOf } from '../kernel/http/etag.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import { findCallerByToken } from '../sessions/queries.ts'
import { digestSecret } from '../kernel/http/auth/secret.ts'
import * as translations from '../translations/contract.ts'
import * as contract from './contract.ts'
import { workRequestDocument } from './queries/document.ts'
import { getWorkRequest } from './queries/work-requests.ts'
import { presentWorkRequest } from './rules/present.ts'

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
  [
    'a new file under embargo',
    `insert into file (studio_id, project_id, asset_id, owner_id, name, embargo_end)
      select studio_id, project_id, asset_id, owner_id, 'secret.mov', now() + interval '1 day'
      from file limit 1`,
  ],
  [
    'a vendor',
    `update work_request set vendor_id = (select id from people_group where type = 'v' limit 1)`,
  ],
  ['no vendor', `update work_request set vendor_id = null`],
  ['a draft', `update work_request set submitted_at = null`],
  ['a submitted request', `update work_request set submitted_at = now()`],
  ['no role', `update membership set roles = '{guest}'`],
  [
    'roles',
    `update membership m set roles = array[split_part(p.email, '-', 1)]
      from person p where p.id = m.person_id`,
  ],
  ['a permission', `update membership set permissions = '{embargo.bypass}'`],
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

test('sends prepared replies that match the stored data after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { id, readers } = await createCompleteRequest(fixtures)
  const used = new Set<string>()
  for (const [what, statement] of CHANGES) {
    for (const reader of readers) await read(fixtures, reader, id)
    await sql.raw(statement).execute(fixtures.db)
    for (const reader of readers) {
      const assembled = await assemble(fixtures, reader, id)
      for (const attempt of ['first', 'second'])
        assert.deepEqual(
          await read(fixtures, reader, id),
          assembled,
          `${what}, for ${reader.email}, ${attempt} read`,
        )
      if (await isPrepared(fixtures, reader, id)) used.add(reader.email)
    }
  }
  const names = Array.from(used, (email) => email.split('-')[0]!).toSorted()
  assert.deepEqual(names, ['studio', 'territory', 'vendor'], 'readers of prepared replies')
})

test('sends a prepared reply with one statement', async (t) => {
  const fixtures = await loadFixtures(t)
  const {
    id,
    readers: [studio],
  } = await createCompleteRequest(fixtures)
  await read(fixtures, studio!, id)
  await read(fixtures, studio!, id)
  const statements = await statementsOf(() => read(fixtures, studio!, id))
  assert.equal(statements.length, 1, statements.join('\n'))
})

test('neither sends nor stores prepared replies in a transaction that has written', async (t) => {
  const { db, ...fixtures } = await loadFixtures(t)
  const {
    id,
    readers: [studio],
  } = await createCompleteRequest(fixtures)
  const wanted = {
    kind: 'workrequest',
    id,
    variant: variantOf(viewOf(fixtures, await callerOf(db, studio!))),
  }
  await read(fixtures, studio!, id)
  assert.notEqual(await findDocument(db, wanted), null)
  await inTransaction(db, async (tx) => {
    await sql`update work_request set instructions = 'First' where id = ${id}`.execute(tx)
    assert.equal(await findDocument(tx, wanted), null)
    // Another transaction commits meanwhile, so that ours is older than the newest.
    await sql`update territory set name = name`.execute(db)
    const view = viewOf(fixtures, await callerOf(db, studio!))
    assert.equal(await workRequestDocument.build(tx, id, view), undefined)
  })
  assert.equal(await findDocument(db, wanted), null)
})

type Answer = { status: number; etag: string | undefined; body: unknown }

async function read({ app }: Pick<Fixtures, 'app'>, reader: TestUser, id: string): Promise<Answer> {
  const { statusCode, headers, payload } = await app.fastify.inject({
    url: `/api/workrequests/${id}`,
    headers: tokenAuth(reader),
  })
  return statusCode === 200
    ? { status: 200, etag: headers.etag as string, body: JSON.parse(payload) }
    : { status: statusCode, etag: undefined, body: undefined }
}

/** The same reply, from the rows. */
async function assemble(
  fixtures: Pick<Fixtures, 'app' | 'db'>,
  reader: TestUser,
  id: string,
): Promise<Answer> {
  const caller = await callerOf(fixtures.db, reader)
  try {
    const stored = await getWorkRequest(fixtures.db, viewerOf(caller), id)
    const body = presentWorkRequest(stored, viewOf(fixtures, caller))
    return { status: 200, etag: etagOf(stored), body: JSON.parse(JSON.stringify(body)) }
  } catch {
    return { status: 404, etag: undefined, body: undefined }
  }
}

const viewOf = ({ app }: Pick<Fixtures, 'app'>, person: Caller): View => ({
  host: new URL(app.config.publicUrl).host,
  appUrl: app.config.appUrl,
  person,
  keyId: app.keys.current,
  sign: () => assert.fail('a work request has no signed URL'),
})

async function isPrepared(fixtures: Pick<Fixtures, 'app' | 'db'>, reader: TestUser, id: string) {
  const caller = await callerOf(fixtures.db, reader)
  const view = viewOf(fixtures, caller)
  const wanted = { kind: 'workrequest', id, variant: variantOf(view) }
  const stored = await findDocument(
    databaseFor(fixtures.app, { person: caller, studioClient: null }),
    wanted,
  )
  return stored !== null && renderDocument(workRequestDocument, stored, view) !== undefined
}

const callerOf = async (db: Db, person: TestUser): Promise<Caller> =>
  (await findCallerByToken(db, {
    email: person.email,
    digest: digestSecret(person.token),
    address: '127.0.0.1',
  }))!.caller

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
