import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { PLAN } from '../../../test/backup-fixtures.ts'
import { TEMPLATE, databaseOn, onCluster } from '../../../test/cluster.ts'
import { asOwner } from '../../../test/database-owner.ts'
import { loadFixtures, PASSWORD, type TestUser } from '../../../test/fixtures.ts'
import { createTestApp, testMasterKeys } from '../../../test/test-app.ts'
import { createRequestAt } from '../../../test/work-requests.ts'
import { listAssets } from '../../assets/contract.ts'
import { sealAudit } from '../../kernel/audit/seal.ts'
import { verifyAudit } from '../../kernel/audit/verify.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { connectOwner } from '../../kernel/db/connect-owner.ts'
import { sql } from '../../kernel/db/sql.ts'
import { hashPassword } from '../../kernel/http/auth/password.ts'
import { startHashing } from '../../kernel/storage/hashing.ts'
import { localStorage } from '../../kernel/storage/local.ts'
import { listWorkRequests } from '../../workrequests/contract.ts'
import { createBackup } from '../backup/backup.ts'
import { BackupError, openRepository } from '../backup/repository.ts'
import { verifyBackup } from '../backup/verify.ts'
import { HISTORY_ROWS, LEFT_OUT, SHARED_ROWS, STUDIO_ROWS, forStudio } from './contents.ts'
import { planExport } from './export.ts'
import { importStudio } from './import.ts'

const CLUSTER = process.env.TEST_CLUSTER!
const hashing = startHashing()
const onProgress = () => {}

/** Two studios with requests, events, files and a history. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { a, b, db, url, runJobs, app } = fixtures
  const home = await mkdtemp(join(tmpdir(), 'reelay-studio-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  for (const side of [a, b]) await createRequestAt(side, 'complete')
  await createRequestAt(a, 'rejected')
  await sql`
    insert into audit (action, about_kind, studios, input)
    values ('PUT /users/:id', 'users', ${[a.studio._id, b.studio._id]}, ${JSON.stringify({
      memberships: [a, b].map(({ studio }) => ({ studio: studio._id, roles: ['vendor'] })),
    })}::jsonb)`.execute(db)
  await runJobs()
  await sealAudit(db)
  const repository = openRepository(join(home, 'export'))
  const storage = localStorage(app.config.dataDir)
  const options = { repository, now: new Date(), keys: testMasterKeys, onProgress }
  return {
    ...fixtures,
    home,
    repository,
    exportA: async () => createBackup(url, storage, await planExport(url, a.studio.slug), options),
    backUp: () => createBackup(url, storage, PLAN, options),
    importInto: (target: string, folder = 'target', studio?: string, as?: string) =>
      importStudio({
        url: target,
        repository,
        studio,
        as,
        storage: localStorage(join(home, folder)),
        hashing,
        keys: testMasterKeys,
        onProgress,
      }),
  }
}

async function newInstallation(t: TestContext): Promise<{ url: string; db: Db }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onCluster(CLUSTER, `create database ${name} template ${TEMPLATE}`)
  const url = databaseOn(CLUSTER, name)
  const db = connectOwner(url, { size: 1 })
  t.after(async () => {
    await db.close()
    await onCluster(CLUSTER, `drop database ${name} with (force)`)
  })
  return { url, db }
}

/** Columns that the target decides. */
const OWN = ['number', 'sequence', 'sight_id', 'mail_id', 'due_at', 'sent', 'processed', 'pushed']
const OWN_OF: Record<string, string[]> = { work_request_history: ['id'], event: ['digested'] }

async function rowsOf(db: Db, studio: string): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const [table, where] of Object.entries(STUDIO_ROWS)) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - ${[...OWN, ...(OWN_OF[table] ?? [])]}::text[])::text as row
      from ${sql.ref(table)} t where ${sql.raw(forStudio(where, studio))}
      order by 1`.execute(db)
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}

test('every table is exported, shared or left out with a reason', async (t) => {
  const { db } = await newInstallation(t)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  assert.deepEqual(
    [STUDIO_ROWS, HISTORY_ROWS, SHARED_ROWS, LEFT_OUT].flatMap(Object.keys).toSorted(),
    rows.map(({ name }) => name).toSorted(),
  )
})

test('imports all rows and files of a studio into another installation', async (t) => {
  const { a, b, db, home, repository, exportA, importInto } = await setup(t)
  const { findings } = await exportA()
  assert.deepEqual(findings, [])
  assert.deepEqual(
    (await verifyBackup(repository, { quick: false, keys: undefined, onProgress })).findings,
    [],
  )
  const target = await newInstallation(t)
  const { done } = await importInto(target.url)
  assert.equal(done.studio, a.studio.slug)
  assert.ok(done.copied > 0 && done.people > 3)
  const studio = a.studio._id
  assert.deepEqual(await rowsOf(target.db, studio), await rowsOf(db, studio))
  const { rows } = await sql<{ id: string }>`select id from studio`.execute(target.db)
  assert.deepEqual(rows, [{ id: studio }])
  const stored = await readdir(join(home, 'target/objects'), { recursive: true })
  const files = await sql<{ sha256: string }>`
    select distinct sha256 from file where sha256 is not null`.execute(target.db)
  for (const { sha256 } of files.rows)
    assert.ok(
      stored.some((path) => path.endsWith(sha256)),
      sha256,
    )
  assert.deepEqual(await countOf(target.db, sql`person where password_hash is not null`), 0)
  assert.deepEqual(await countOf(target.db, sql`audit where ${b.studio._id} = any (studios)`), 0)
})

const countOf = async (db: Db, from: ReturnType<typeof sql>) =>
  (await sql<{ count: number }>`select count(*) from ${from}`.execute(db)).rows[0]!.count

test('people of an imported studio sign in and see its records', async (t) => {
  const { a, exportA, importInto } = await setup(t)
  await exportA()
  const target = await newInstallation(t)
  await importInto(target.url)
  await sql`update person set password_hash = ${await hashPassword(PASSWORD, 'test')}`.execute(
    target.db,
  )
  const there = await createTestApp(target.url)
  t.after(there.close)
  const person = await there.signIn(a.people.studio.email)
  for (const list of [listAssets, listWorkRequests] as const)
    assert.deepEqual(
      (await person.call(list as typeof listAssets, {})).total!,
      (await a.people.studio.call(list as typeof listAssets, {})).total!,
    )
})

test('finds people, territories and types that the target has', async (t) => {
  const { a, db, exportA, importInto } = await setup(t)
  await exportA()
  const target = await newInstallation(t)
  const { email } = a.people.vendor
  await sql`insert into person (id, email, name, preferences, roles)
    values ('0123456789abcdef01234567', ${email}, 'Known', '{}', '{admin}')`.execute(target.db)
  await sql`delete from territory where code = 'DE'`.execute(target.db)
  const { rows: territories } = await sql<{ id: string; row: object }>`
    select id, to_jsonb(t) as row from territory t where code = 'DE'`.execute(db)
  assert.equal(territories.length, 1)
  await sql`insert into territory
    select (jsonb_populate_record(null::territory, ${JSON.stringify({
      ...territories[0]!.row,
      id: 'a'.repeat(24),
    })}::jsonb)).*`.execute(target.db)
  await importInto(target.url)
  const known = await sql<{ name: string; roles: string[]; studios: number }>`
    select name, roles, (select count(*) from membership m where m.person_id = p.id) as studios
    from person p where email = ${email}`.execute(target.db)
  assert.deepEqual(known.rows, [{ name: 'Known', roles: ['admin'], studios: 1 }])
  const mapped = (rows: Record<string, string[]>) =>
    Object.entries(rows).map(([table, all]) => [
      table,
      all.map((row) => row.replaceAll(a.people.vendor._id, '0123456789abcdef01234567')).toSorted(),
    ])
  const [source, imported] = [await rowsOf(db, a.studio._id), await rowsOf(target.db, a.studio._id)]
  const own = JSON.parse(
    JSON.stringify(source).replaceAll(territories[0]!.id, 'a'.repeat(24)),
  ) as typeof source
  assert.deepEqual(mapped(imported), mapped(own))
})

test('keeps the history with valid chains, and goes on with it', async (t) => {
  const { a, db, exportA, importInto } = await setup(t)
  await exportA()
  const target = await newInstallation(t)
  await sql`insert into audit (action, about_kind) values ('earlier', 'installation')`.execute(
    target.db,
  )
  await importInto(target.url)
  await sql`insert into audit (action, about_kind, studios)
    values ('later', 'studios', ${[a.studio._id]})`.execute(target.db)
  await sealAudit(target.db)
  const { broken, unsealed, chains } = await verifyAudit(target.db)
  assert.deepEqual([broken, unsealed], [[], 0])
  const before = (await verifyAudit(db)).chains.find(({ chain }) => chain === a.studio._id)
  const after = chains.find(({ chain }) => chain === a.studio._id)
  assert.equal(after!.position, before!.position + 1)
})

test('rejects a studio that exists, another version and a damaged file, and imports nothing', async (t) => {
  const { url, exportA, importInto, repository, home } = await setup(t)
  await exportA()
  await assert.rejects(importInto(url), /There is a studio .* already/)
  const target = await newInstallation(t)
  const object = (
    await readdir(join(home, 'export/objects'), { recursive: true, withFileTypes: true })
  ).find((entry) => entry.isFile())!
  const path = join(object.parentPath, object.name)
  const bytes = await readFile(path)
  await writeFile(path, Buffer.from(bytes.map((byte) => byte ^ 1)))
  await assert.rejects(importInto(target.url), /has other bytes than its name says/)
  assert.equal(await countOf(target.db, sql`studio`), 0)
  await writeFile(path, bytes)
  await sql`update migration set digest = 'other' where name = 'schema'`.execute(target.db)
  await assert.rejects(importInto(target.url), /another version of Reelay/)
  await sql`update migration m set digest = (${
    (await repository.get()).migrations.find(({ name }) => name === 'schema')!.digest
  }) where name = 'schema'`.execute(target.db)
  // The files of the failed attempt are found again.
  await importInto(target.url)
  await assert.rejects(importInto(target.url), BackupError)
})

test('restores one studio from a backup of the installation', async (t) => {
  const { a, b, db, url, backUp, importInto } = await setup(t)
  await backUp()
  const [before, other] = [await rowsOf(db, a.studio._id), await rowsOf(db, b.studio._id)]
  await asOwner(
    db,
    // Rows that others refer to come last.
    ...Object.entries(STUDIO_ROWS)
      .toSorted(([one], [two]) => LAST.indexOf(one) - LAST.indexOf(two))
      .map(
        ([table, where]) =>
          sql`delete from ${sql.ref(table)} where ${sql.raw(forStudio(where, a.studio._id))}`,
      ),
  )
  assert.equal((await rowsOf(db, a.studio._id)).asset!.length, 0)
  await assert.rejects(importInto(url, 'other'), /Name the studio/)
  const { findings } = await importInto(url, 'other', a.studio.slug)
  assert.ok(findings.some(({ check }) => check === 'audit'))
  assert.deepEqual(await rowsOf(db, a.studio._id), before)
  assert.deepEqual(await rowsOf(db, b.studio._id), other)
  await sealAudit(db)
  assert.deepEqual((await verifyAudit(db)).broken, [])
  assert.ok((await a.people.studio.call(listAssets, {})).total! > 0)
})
test('restores a copy of a studio beside the studio, which only admins see', async (t) => {
  const { a, b, db, url, admin, backUp, importInto } = await setup(t)
  await backUp()
  const [before, other] = [await rowsOf(db, a.studio._id), await rowsOf(db, b.studio._id)]
  const mails = await countOf(db, sql`mail`)
  const people = Object.values(a.people)
  const totals = await totalsOf([admin, ...people])
  await assert.rejects(importInto(url, 'other', a.studio.slug, b.studio.slug), /already/)
  await assert.rejects(importInto(url, 'other', a.studio.slug, 'Not a slug'), /is not a slug/)
  const { done } = await importInto(url, 'other', a.studio.slug, 'restored')
  assert.equal(done.studio, 'restored')
  assert.deepEqual(await rowsOf(db, a.studio._id), before)
  assert.deepEqual(await rowsOf(db, b.studio._id), other)

  const copy = await rowsOf(db, done.id)
  for (const [table, rows] of Object.entries(before))
    assert.equal(copy[table]!.length, MEMBERS.includes(table) ? 0 : rows.length, table)
  const idsIn = (rows: object) => new Set(JSON.stringify(rows).match(/\b[0-9a-f]{24}\b/g))
  const { rows: shared } = await sql<{ id: string }>`
    ${sql.join(
      Object.keys(SHARED_ROWS).map((table) => sql`select id from ${sql.ref(table)}`),
      sql` union all `,
    )}`.execute(db)
  const own = [...idsIn(before)].filter((id) => !shared.some((row) => row.id === id))
  assert.ok(own.length > 20)
  const copied = idsIn(copy)
  assert.deepEqual(
    own.filter((id) => copied.has(id)),
    [],
    'no record of the copy names one of the studio',
  )

  const added = before.work_request!.length
  assert.deepEqual(await totalsOf([admin, ...people]), [totals[0]! + added, ...totals.slice(1)])
  assert.equal(await countOf(db, sql`mail`), mails)
  await sealAudit(db)
  assert.deepEqual((await verifyAudit(db)).broken, [])
})
const totalsOf = (people: readonly TestUser[]) =>
  Promise.all(people.map(async ({ call }) => (await call(listWorkRequests)).total!))
const MEMBERS = ['membership', 'group_studio', 'group_person', 'request_member']

const LAST = [
  'rendition',
  'share',
  'text_track',
  'work_request',
  'file',
  'asset',
  'group_studio',
  'membership',
  'studio',
]
