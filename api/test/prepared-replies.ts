// Compares prepared replies with replies that are assembled from the rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../src/kernel/db/connect.ts'
import { digestSecret } from '../src/kernel/http/auth/secret.ts'
import type { Caller } from '../src/kernel/http/contract/caller.ts'
import type { View } from '../src/kernel/http/contract/view.ts'
import { databaseFor } from '../src/kernel/http/database-for.ts'
import {
  findDocument,
  renderDocument,
  variantOf,
  type DocumentKind,
} from '../src/kernel/http/documents.ts'
import { etagOf } from '../src/kernel/http/etag.ts'
import { findCallerByToken } from '../src/sessions/queries.ts'
import { loadFixtures, type Fixtures, type TestUser } from './fixtures.ts'
import { tokenAuth } from './raw-http.ts'
import { statementsOf } from './statements-of.ts'
import { createVendor } from './vendor-fixtures.ts'

type Service = Pick<Fixtures, 'app' | 'db'>
type Answer = { status: number; etag: string | undefined; body: unknown }
export type PreparedRecord<Stored extends object, Facts> = {
  path: string
  id: string
  kind: DocumentKind<Facts>
  get: (...args: GetArguments) => Promise<Stored>
  present: (stored: Stored, view: View) => unknown
}

export type GetArguments = [db: Db, caller: Caller]
export type Change = [what: string, statement: string]

/** One reader of each kind, and one of studio B, who sees nothing of studio A. */
async function readersOf(fixtures: Fixtures): Promise<TestUser[]> {
  const { a, b, admin, db } = fixtures
  const other = await createVendor(fixtures, a, 'other')
  const both = await createVendor(fixtures, a, 'translator')
  await sql.raw(ROLES).execute(db)
  return [admin, ...Object.values(a.people), other.person, both.person, b.people.studio]
}

/** The roles that the address of a person names. */
const ROLES = `
  update membership m set roles = array(
    select role from regexp_split_to_table(split_part(p.email, '@', 1), '-') role
    where role in ('studio', 'territory', 'vendor', 'translator', 'guest', 'service'))
  from person p where p.id = m.person_id`

const vendorOf = (email: string) => `(
  select gp.group_id from group_person gp join person p on p.id = gp.person_id
  where p.email = '${email}@example.com')`

/** Changes of what a caller is. */
export const CHANGES_OF_CALLERS: Change[] = [
  ['no role', `update membership set roles = '{guest}'`],
  ['roles', ROLES],
  ['a permission', `update membership set permissions = '{embargo.bypass}'`],
  ['an embargo for people who see it', `update file set embargo_event = true`],
  ['no permission', `update membership set permissions = '{}'`],
  ['no such embargo', `update file set embargo_event = false`],
  ['a limited membership', `update membership set limited = true`],
  ['a full membership', `update membership set limited = false`],
]

/** Changes of who works on the requests. */
export const CHANGES_OF_VENDORS: Change[] = [
  ['a vendor', `update work_request set vendor_id = ${vendorOf('vendor-a')}`],
  ['a vendor that accepted', `update work_request set vendor_answer = 'accepted'`],
  ['a vendor that declined', `update work_request set vendor_answer = 'declined'`],
  ['another vendor', `update work_request set vendor_id = ${vendorOf('other-vendor')}`],
  ['another vendor that accepted', `update work_request set vendor_answer = 'accepted'`],
  ['no vendor', `update work_request set vendor_id = null, vendor_answer = null`],
]

/** Changes of who sees the files. */
export const CHANGES_OF_FILES: Change[] = [
  ['a file of a vendor', `update file set vendors = array[${vendorOf('vendor-a')}]`],
  ['a file of another vendor', `update file set vendors = array[${vendorOf('other-vendor')}]`],
  ['a file of no vendor any more', `update file set vendors = '{}'`],
  ['a file of all vendors', `update file set vendors = null`],
  ['an embargo', `update file set embargo_end = now() + interval '1 day'`],
  ['the end of an embargo', `update file set embargo_end = now() - interval '1 second'`],
  [
    'a new file under embargo',
    `insert into file (studio_id, project_id, asset_id, owner_id, name, embargo_event)
      select studio_id, project_id, asset_id, owner_id, 'secret.mov', true from file limit 1`,
  ],
  ['no embargo', `update file set embargo_event = false`],
]

/** Changes of how far the files are processed. */
export const CHANGES_OF_MEDIA: Change[] = [
  [
    'media',
    `insert into media (file_id, probe)
      select id, '{"kind": "video", "duration": 12, "video": {"aspect": "16:9", "frameRate": "25"}}' from file
      on conflict (file_id) do update set probe = excluded.probe`,
  ],
  [
    'a step',
    `insert into media_step (file_id, step, status)
      select id, 'ladder', 'working' from file on conflict do nothing`,
  ],
  ['the progress of a step', `update media_step set progress = 0.5`],
  ['a step that ended', `update media_step set status = 'ready'`],
  ['a step less', `delete from media_step where step = 'ladder'`],
]

/** Who gets prepared replies of most kinds. For the others they are assembled. */
export const PREPARED_READERS = [
  'admin',
  'other-vendor',
  'service-a',
  'studio-a',
  'territory-a',
  'translator-vendor',
  'vendor-a',
]

type PreparedReplies<Stored extends object, Facts> = {
  create: (fixtures: Fixtures) => Promise<PreparedRecord<Stored, Facts>>
  changes: Change[]
  /** Who gets prepared replies. */
  readers: string[]
}

/**
 * A prepared reply must always match the stored data. The test changes every source of a reply and
 * compares what each reader gets with the reply that is assembled from the rows.
 */
export function testPreparedReplies<Stored extends object, Facts>({
  create,
  changes,
  readers: expected,
}: PreparedReplies<Stored, Facts>) {
  test('sends prepared replies that match the stored data after every change', async (t) => {
    const fixtures = await loadFixtures(t)
    const record = await create(fixtures)
    const readers = await readersOf(fixtures)
    assert.deepEqual(await compareAfterChanges(fixtures, record, { readers, changes }), expected)
  })

  test('sends a prepared reply with one statement', async (t) => {
    const fixtures = await loadFixtures(t)
    const record = await create(fixtures)
    await assertOneStatement(fixtures, record, fixtures.a.people.studio)
  })
}

/** Returns the readers who got prepared replies. */
async function compareAfterChanges<Stored extends object, Facts>(
  service: Service,
  record: PreparedRecord<Stored, Facts>,
  { readers, changes }: { readers: TestUser[]; changes: Change[] },
): Promise<string[]> {
  const prepared = new Set<string>()
  for (const [what, statement] of changes) {
    await Promise.all(readers.map((reader) => readReply(service, record, reader)))
    await sql.raw(statement).execute(service.db)
    await Promise.all(
      readers.map(async (reader) => {
        const caller = await callerOf(service.db, reader)
        const expected = await assemble(service, record, caller)
        for (const attempt of ['first', 'second'])
          assert.deepEqual(
            await readReply(service, record, reader),
            expected,
            `${what}, for ${reader.email}, ${attempt} read`,
          )
        const [name] = reader.email.split('@') as [string]
        if (!prepared.has(name) && (await isPrepared(service, record, caller))) prepared.add(name)
      }),
    )
  }
  return [...prepared].toSorted()
}

/**
 * Once the reply is prepared and the caller remembered. A connection that served somebody else
 * states the caller first, so the request may have to come again.
 */
async function assertOneStatement(
  service: Service,
  record: { path: string; id: string },
  reader: TestUser,
) {
  for (let attempt = 1; ; attempt++) {
    const statements = await statementsOf(() => readReply(service, record, reader))
    if (statements.length === 1) return
    assert.ok(attempt < 50, statements.join('\n'))
  }
}

export async function readReply(
  { app }: Pick<Service, 'app'>,
  { path, id }: { path: string; id: string },
  reader: TestUser,
): Promise<Answer> {
  const { statusCode, headers, payload } = await app.fastify.inject({
    url: `/api/${path}/${id}`,
    headers: tokenAuth(reader),
  })
  return statusCode === 200
    ? { status: 200, etag: headers.etag as string, body: withoutSignatures(payload) }
    : { status: statusCode, etag: undefined, body: undefined }
}

/** Signed URLs depend on the second in which they were signed. */
const withoutSignatures = (json: string): unknown =>
  JSON.parse(json, (_key, value: unknown) =>
    typeof value === 'string' && value.includes('signature=') ? value.split('?')[0] : value,
  )

async function assemble<Stored extends object>(
  service: Service,
  { get, present }: Pick<PreparedRecord<Stored, unknown>, 'get' | 'present'>,
  caller: Caller,
): Promise<Answer> {
  try {
    const stored = await get(databaseFor(service.app, asking(caller)), caller)
    const body = JSON.stringify(present(stored, viewOf(service, caller)))
    return { status: 200, etag: etagOf(stored), body: withoutSignatures(body) }
  } catch {
    return { status: 404, etag: undefined, body: undefined }
  }
}

export const viewOf = ({ app }: Pick<Service, 'app'>, person: Caller): View => ({
  host: new URL(app.config.publicUrl).host,
  appUrl: app.config.appUrl,
  person,
  keyId: app.keys.current,
  sign: (path) => `${app.config.publicUrl}/api${path}?signature=`,
})

const asking = (person: Caller) => ({ person, studioClient: null })

async function isPrepared<Facts>(
  service: Service,
  { id, kind }: { id: string; kind: DocumentKind<Facts> },
  caller: Caller,
): Promise<boolean> {
  const view = viewOf(service, caller)
  const db = databaseFor(service.app, asking(caller))
  const stored = await findDocument(db, { ...kind, id, variant: variantOf(view) }, caller._id)
  return stored !== null && renderDocument(kind, stored, view) !== undefined
}

export const callerOf = async (db: Db, person: TestUser): Promise<Caller> =>
  (await findCallerByToken(db, {
    email: person.email,
    digest: digestSecret(person.token),
    address: '127.0.0.1',
  }))!.caller
