// Reads and writes every table without any condition, as a person of studio A.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Db } from '../../src/kernel/db/connect.ts'
import { sql } from '../../src/kernel/db/sql.ts'
import { inTransaction } from '../../src/kernel/db/transaction.ts'
import { createRecords } from '../access-rows/records.ts'
import { loadFixtures, type Fixtures } from '../fixtures.ts'
import { OPEN_FUNCTIONS, PARENTS, SHARED, SYSTEM_ONLY, WRITE_ONLY, studiosOf } from './tables.ts'

/** Tables of studios that the fixtures leave empty in B. */
const EMPTY = new Set<string>()

async function loadRecords(t: TestContext) {
  const fixtures = await loadFixtures(t)
  await createRecords(fixtures, fixtures.a)
  await createRecords(fixtures, fixtures.b)
  await addRareRows(fixtures)
  const person = fixtures.a.people.studio._id
  const asA = fixtures.app.database.as({ person, studios: [fixtures.a.studio._id] })
  return { ...fixtures, asA }
}

/** Rows that the access test does not need. */
async function addRareRows({ db, a, b }: Fixtures) {
  for (const { asset, people, studio } of [a, b]) {
    await sql`insert into asset_view (studio_id, asset_id, person_id)
      values (${studio._id}, ${asset._id}, ${people.guest._id}) on conflict do nothing`.execute(db)
    await sql`insert into feedback (studio_id, asset_id, person_id)
      values (${studio._id}, ${asset._id}, ${people.guest._id}) on conflict do nothing`.execute(db)
    await sql`insert into presence (studio_id, translation_id, person_id)
      select studio_id, id, ${people.vendor._id} from translation where studio_id = ${studio._id}
      on conflict do nothing`.execute(db)
    await sql`insert into twofactor (person_id, secret)
      values (${people.studio._id}, 'sealed') on conflict do nothing`.execute(db)
    await sql`insert into download_budget (person_id)
      values (${people.studio._id}) on conflict do nothing`.execute(db)
    await sql`insert into idempotency (person_id, key, digest)
      values (${people.studio._id}, 'key', 'digest') on conflict do nothing`.execute(db)
    await sql`insert into calendar_feed (person_id, name, digest)
      values (${people.studio._id}, 'feed', new_id())`.execute(db)
    await sql`insert into remembered_device (
        person_id, family_digest, digest, second_factor, expires_at)
      values (${people.studio._id}, new_id(), '', false, now())`.execute(db)
    await sql`insert into list_view (studio_id, person_id, list, name, query)
      values (${studio._id}, ${people.studio._id}, 'assets', 'view', '')`.execute(db)
    await sql`insert into scim_token (studio_id, digest)
      values (${studio._id}, new_id())`.execute(db)
    await sql`insert into scim_user (studio_id, person_id, user_name, roles)
      values (${studio._id}, ${people.guest._id}, 'guest', '{}')`.execute(db)
    await sql`insert into scim_group (studio_id, group_id)
      select studio_id, group_id from group_studio where studio_id = ${studio._id}`.execute(db)
    await sql`insert into identity (provider_id, person_id, issuer, subject, email, self_linked)
      select id, ${people.studio._id}, 'issuer', new_id(), '', false
      from identity_provider where studio_id = ${studio._id}`.execute(db)
    await sql`insert into sso_session (token_id, studio_id, provider_id, identity_id, limited)
      select t.id, ${studio._id}, i.provider_id, i.id, false
      from token t join identity i using (person_id)
      where t.person_id = ${people.studio._id}`.execute(db)
    await sql`insert into download (studio_id, project_id, asset_id, file_id, person_id)
      select studio_id, project_id, asset_id, id, ${people.studio._id} from file
      where studio_id = ${studio._id}`.execute(db)
    await sql`insert into rendition (studio_id, file_id, kind)
      select studio_id, id, 'peaks' from file where studio_id = ${studio._id} on conflict do nothing`.execute(
      db,
    )
    await sql`insert into rendition_part (studio_id, rendition_id, number, key, length, mime)
      select studio_id, id, 9, 'key', 1, 'text/plain' from rendition where studio_id = ${studio._id}`.execute(
      db,
    )
    await sql`insert into media_step (studio_id, file_id, step)
      select studio_id, id, 'probe' from file where studio_id = ${studio._id} on conflict do nothing`.execute(
      db,
    )
    await sql`insert into film_fingerprint (studio_id, file_id, frame_rate, picture)
      select studio_id, id, '25/1', '' from file where studio_id = ${studio._id}`.execute(db)
    await sql`insert into text_track_file (studio_id, text_track_id, field, format, bytes)
      select studio_id, id, 'text', 'srt', '' from text_track where studio_id = ${studio._id}
      on conflict do nothing`.execute(db)
    await sql`insert into film_match (studio_id, old_file_id, new_file_id)
      select studio_id, id, id from file where studio_id = ${studio._id}`.execute(db)
    await sql`insert into trace_code (studio_id, file_id, person_id, code)
      select studio_id, id, ${people.guest._id}, decode(repeat('00', 512), 'hex') from file
      where studio_id = ${studio._id} on conflict do nothing`.execute(db)
    await sql`insert into media (studio_id, file_id)
      select studio_id, id from file where studio_id = ${studio._id} on conflict do nothing`.execute(
      db,
    )
    await sql`insert into work_request_file (studio_id, work_request_id, name, file_id, position)
      select w.studio_id, w.id, 'dcp', f.id, 1 from work_request w join file f using (studio_id)
      where w.studio_id = ${studio._id}`.execute(db)
    await sql`insert into material (studio_id, work_request_id, name)
      select studio_id, id, 'script' from work_request where studio_id = ${studio._id}
      on conflict do nothing`.execute(db)
    await sql`insert into work_request_assignment (studio_id, work_request_id, vendor_id, by_id)
      select w.studio_id, w.id, gs.group_id, ${people.studio._id}
      from work_request w join group_studio gs using (studio_id)
      where w.studio_id = ${studio._id} on conflict do nothing`.execute(db)
    await sql`insert into reminder (studio_id, work_request_id, deadline, at, offset_hours)
      select studio_id, id, 'due', now(), 24 from work_request
      where studio_id = ${studio._id}`.execute(db)
    await sql`insert into request_member (
        person_id, work_request_id, studio_id, role, invitation_id)
      select ${people.guest._id}, work_request_id, studio_id, role, id from request_invitation
      where studio_id = ${studio._id} on conflict do nothing`.execute(db)
    await sql`insert into draft_provider (studio_id, task, kind, url, active, allows_embargoed)
      values (${studio._id}, 'translation', 'deepl', 'https://a.example', true, false)`.execute(db)
    await sql`insert into draft_run (studio_id, person_id, task, kind, host, total)
      values (${studio._id}, ${people.studio._id}, 'translation', 'deepl', 'a', 1)`.execute(db)
    await sql`insert into share_code (studio_id, digest, recipient_id)
      select studio_id, new_id(), id from share_recipient where studio_id = ${studio._id}`.execute(
      db,
    )
    await sql`insert into audit_link (chain, position, number, sealed_at, hash)
      select ${studio._id}, 999, max(number), now(), '' from audit`.execute(db)
    await sql`insert into audit_checkpoint (chain, position, hash)
      values (${studio._id}, 1, '')`.execute(db)
  }
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

const isOfStudios = (table: string) =>
  !(table in SHARED || table in SYSTEM_ONLY || table in WRITE_ONLY)

test('a query without a condition returns nothing of another studio, for every table', async (t) => {
  const { db, asA, a, b } = await loadRecords(t)
  const empty: string[] = []
  for (const table of (await listTables(db)).filter(isOfStudios)) {
    const { rows: visible } = await sql<{ at: string }>`
      select ctid::text as at from ${sql.ref(table)}`.execute(asA)
    const { rows } = await sql<{ own: number; foreign: number; all: number }>`
      select
        count(*) filter (where found and ${studiosOf(table)} && ${[a.studio._id]}) as own,
        count(*) filter (where found and not ${studiosOf(table)} && ${[a.studio._id]}
          and ${studiosOf(table)} <> '{}') as foreign,
        count(*) filter (where ${studiosOf(table)} && ${[b.studio._id]}) as all
      from (
        select *, ctid = any (${visible.map(({ at }) => at)}::tid[]) as found
        from ${sql.ref(table)}) t`.execute(db)
    const { own, foreign, all } = rows[0]!
    assert.equal(foreign, 0, `${table} shows ${foreign} rows of another studio`)
    if (table !== 'workflow') assert.ok(own > 0, `${table} shows no row of the own studio`)
    if (all === 0) empty.push(table)
  }
  assert.deepEqual(empty, [...EMPTY], 'the fixtures have no row of B in these tables')
})

test('callers see no row of the tables of the system', async (t) => {
  const { db, asA } = await loadRecords(t)
  for (const table of [...Object.keys(SYSTEM_ONLY), ...Object.keys(WRITE_ONLY)]) {
    const { rows } = await sql`select from ${sql.ref(table)}`.execute(asA)
    assert.equal(rows.length, 0, table)
  }
  assert.ok((await sql`select from migration`.execute(db)).rows.length > 0)
})

/** The columns that an insert may set. */
async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attgenerated = ''
      and not attisdropped`.execute(db)
  return rows.map(({ name }) => name)
}

test('rows cannot be moved to or added to another studio', async (t) => {
  const { db, asA, a, b } = await loadRecords(t)
  for (const table of (await listTables(db)).filter(isOfStudios)) {
    const columns = await columnsOf(db, table)
    const parent = PARENTS[table]
    const column = parent?.column ?? (columns.includes('studio_id') ? 'studio_id' : undefined)
    if (!column) continue
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(`t.${column}`)} as value from ${sql.ref(table)} t
      where ${studiosOf(table)} = ${[b.studio._id]} limit 1`.execute(db)
    const value = parent ? rows[0]!.value : b.studio._id
    const refused = { code: '42501' }
    await assert.rejects(
      sql`update ${sql.ref(table)} set ${sql.ref(column)} = ${value}`.execute(asA),
      refused,
      `update ${table}`,
    )
    const list = sql.join(columns.map((name) => sql.ref(name)))
    await assert.rejects(
      sql`insert into ${sql.ref(table)} (${list}) overriding system value
        select ${list} from (select (jsonb_populate_record(
          null::${sql.ref(table)},
          to_jsonb(one) || jsonb_build_object(${column}::text, ${value}::text))).*
        from ${sql.ref(table)} one limit 1) moved`.execute(asA),
      refused,
      `insert into ${table}`,
    )
  }
  assert.equal(
    (await sql<{ id: string }>`select id from studio`.execute(asA)).rows[0]!.id,
    a.studio._id,
  )
})

test('an identity does not outlive its statement, a rollback or an error', async (t) => {
  const { app, a, b } = await loadFixtures(t)
  const visible = async (studio: string) =>
    (
      await sql<{ studio_id: string }>`select studio_id from project`.execute(
        app.database.as({ person: null, studios: [studio] }),
      )
    ).rows.map(({ studio_id }) => studio_id)
  const [one, other] = [a.studio._id, b.studio._id]
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(await visible(one), [one])
    await assert.rejects(
      inTransaction(app.database.as({ person: null, studios: [other] }), async (tx) => {
        await sql`select 1 / 0`.execute(tx)
      }),
    )
    assert.deepEqual(await Promise.all([one, other, one, other, one].map(visible)), [
      [one],
      [other],
      [one],
      [other],
      [one],
    ])
  }
})

test('functions that search names find nothing of another studio', async (t) => {
  const { app, db, a, asA } = await loadRecords(t)
  const nobody = app.database.as({ person: null, studios: [] })
  for (const name of Object.keys(OPEN_FUNCTIONS).filter((one) => one.startsWith('search_'))) {
    const search = async (on: Db) =>
      (await sql<{ id: string }>`select ${sql.raw(name)}('%') as id`.execute(on)).rows.map(
        ({ id }) => id,
      )
    const table = name.slice('search_'.length, -1)
    const idsOf = async (...studios: string[]) =>
      (
        await sql<{ id: string }>`
          select t.id from ${sql.ref(table)} t
          where ${studiosOf(table)} && ${studios}::text[]`.execute(db)
      ).rows.map(({ id }) => id)
    assert.deepEqual((await search(asA)).toSorted(), (await idsOf(a.studio._id)).toSorted(), name)
    assert.deepEqual(await search(nobody), [], name)
    const { rows: all } = await sql<{ id: string }>`
      select id from ${sql.ref(table)}`.execute(db)
    assert.deepEqual(
      (await search(app.database.system)).toSorted(),
      all.map(({ id }) => id).toSorted(),
      name,
    )
  }
})
