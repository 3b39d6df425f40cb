import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { testMasterKeys } from '../../../test/test-app.ts'
import pg from 'pg'
import { PLAN, loadBackupFixtures, emptyDatabase } from '../../../test/backup-fixtures.ts'
import { describeSchema } from '../../../test/schema.ts'
import { sealAudit } from '../../kernel/audit/seal.ts'
import { verifyAudit } from '../../kernel/audit/verify.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { connectOwner } from '../../kernel/db/connect-owner.ts'
import { sql } from '../../kernel/db/sql.ts'
import { localStorage } from '../../kernel/storage/local.ts'
import { createBackup } from './backup.ts'
import { lockDeletions } from '../../kernel/storage/deletion-lock.ts'
import { rejectUnfinishedRestore } from './restore-marker.ts'
import { openRepository, type Manifest } from './repository.ts'

async function flip(path: string) {
  const bytes = await readFile(path)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(path, bytes)
}

const sorted = (names: string[]) => names.toSorted()
const tablesOf = ({ tables }: Manifest) =>
  Object.fromEntries(tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }]))
const objectsIn = async (folder: string) =>
  (await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

test('restores every row, every file, the schema and the sequences', async (t) => {
  const { repository, keys, url, home, backUp, verify, into, restoreTo, db } =
    await loadBackupFixtures(t)
  await sql`insert into job (kind, payload) values ('probe', '{}')`.execute(db)
  const { done, findings } = await backUp()
  assert.deepEqual([done.objects, done.copied, findings, await verify()], [3, 3, [], []])

  const target = await emptyDatabase(t)
  assert.deepEqual((await restoreTo(target)).findings, [])
  await rejectUnfinishedRestore(into)
  assert.deepEqual(await objectsIn(into), sorted([...keys]))
  assert.equal(await describeSchema(target), await describeSchema(url))

  const secondRepository = openRepository(join(home, 'anew'))
  await createBackup(target, localStorage(into), PLAN, {
    repository: secondRepository,
    now: new Date(),
    keys: testMasterKeys,
    onProgress: () => {},
  })
  const [before, after] = [await repository.get(), await secondRepository.get()]
  assert.deepEqual(tablesOf(after), tablesOf(before))
  assert.deepEqual([after.sequences, after.objects], [before.sequences, before.objects])
  assert.ok(before.tables.some(({ name, rows }) => name === 'person' && rows > 3))

  const restored = connectOwner(target, { size: 1 })
  t.after(() => restored.close())
  await sql`insert into job (kind, payload) values ('next', '{}')`.execute(restored)
  await assert.rejects(
    sql`delete from person`.execute(restored),
    { code: '23503' },
    'foreign keys hold again',
  )
  await sealAudit(restored)
  assert.deepEqual((await verifyAudit(restored)).broken, [])
  await assert.rejects(
    sql`update audit_link set hash = ''`.execute(restored),
    { code: '42501' },
    'triggers run again',
  )
})

test('leaves out unfinished uploads, watermarked films and unlogged tables', async (t) => {
  const { db, a, put, backUp, repository } = await loadBackupFixtures(t)
  const [
    { key, length },
    {
      rows: [file],
    },
  ] = [
    await put(500),
    await sql<{ id: string }>`select id from file where sha256 is not null limit 1`.execute(db),
  ]
  await sql`insert into upload (file_id, studio_id, person_id, length)
    values (${file!.id}, ${a.studio._id}, ${a.people.studio._id}, 9)`.execute(db)
  const {
    rows: [marked],
  } = await sql<{
    id: string
  }>`insert into rendition (studio_id, file_id, kind, person_id)
    values (${a.studio._id}, ${file!.id}, 'marked', ${a.people.studio._id}) returning id`.execute(
    db,
  )
  await sql`insert into rendition_part (studio_id, rendition_id, number, key, length, mime)
    values (${a.studio._id}, ${marked!.id}, 0, ${key}, ${length}, 'video/mp4')`.execute(db)
  assert.equal((await backUp()).done.objects, 3)
  const tables = tablesOf(await repository.get())
  assert.deepEqual(
    [tables.upload?.rows, tables.rendition?.rows, tables.rendition_part?.rows],
    [0, 0, 0],
  )
  assert.deepEqual(
    ['presence', 'touch', 'failed_sign_in', 'document'].filter((name) => name in tables),
    [],
  )
})

test('creates files that only their owner can read', async (t) => {
  const { backUp, repository } = await loadBackupFixtures(t)
  await backUp()
  for (const entry of await readdir(repository.folder, { recursive: true, withFileTypes: true })) {
    assert.equal((await stat(join(entry.parentPath, entry.name))).mode & 0o077, 0, entry.name)
  }
})

test('copies only new objects, and prunes old backups with their objects', async (t) => {
  const { db, storage, keys, addFile, backUp, verify, repository } = await loadBackupFixtures(t)
  await backUp()
  const fourth = await addFile(4000)
  assert.deepEqual(
    (({ objects, copied, copiedBytes }) => [objects, copied, copiedBytes])((await backUp()).done),
    [4, 1, 4000],
  )
  await sql`update file set sha256 = null where sha256 = ${keys[0]}`.execute(db)
  await storage.remove(keys[0])
  const { done } = await backUp(1)
  assert.deepEqual(
    [done.forgotten, (await repository.list()).length, await objectsIn(repository.folder)],
    [2, 1, sorted([keys[1], keys[2], fourth])],
  )
  assert.deepEqual(await verify(), [])
})

test('ignores and removes an unfinished backup', async (t) => {
  const { backUp, repository } = await loadBackupFixtures(t)
  await repository.prepare()
  await writeFile(join(repository.staging, 'person.zst'), 'half')
  assert.deepEqual(await repository.list(), [])
  await assert.rejects(repository.get(), /There is no backup/)
  await backUp()
  assert.deepEqual(await readdir(repository.folder).then((names) => names.toSorted()), [
    'backups',
    'objects',
  ])
})

test('rejects a folder with other contents', async (t) => {
  const { backUp, repository, verify } = await loadBackupFixtures(t)
  await mkdir(join(repository.folder, 'making'), { recursive: true })
  await assert.rejects(backUp(), /is not empty and contains no backups/)
  assert.deepEqual(await readdir(repository.folder), ['making'])
  await assert.rejects(repository.get('../making'), /There is no backup \.\.\/making in /)
  await assert.rejects(verify(), /There is no backup in /)
})

test('reports missing and damaged objects, and backs up the others', async (t) => {
  const { storage, keys, home, backUp, verify, restoreTo } = await loadBackupFixtures(t)
  await storage.remove(keys[0])
  await flip(join(home, 'data', storage.pathOf!(keys[1])))
  const { findings, done } = await backUp()
  assert.equal(done.copied, 1)
  assert.deepEqual(
    findings.map(({ message }) => message).toSorted(),
    [
      `${keys[0]} is not in the backup: it is missing.`,
      `${keys[1]} is not in the backup: its bytes have changed.`,
    ].toSorted(),
  )
  assert.deepEqual(await verify(), [], 'the rest of the backup is intact')
  assert.equal((await restoreTo(await emptyDatabase(t))).findings.length, 2)
})

test('detects a flipped bit in a table and restores nothing', async (t) => {
  const { backUp, verify, repository, into, restoreTo } = await loadBackupFixtures(t)
  const {
    done: { backup },
  } = await backUp()
  await flip(repository.textPath(backup, 'person'))
  assert.match((await verify()).join(), /person\.zst: it/)
  const target = await emptyDatabase(t)
  await assert.rejects(
    restoreTo(target),
    /The backup is damaged.*person\.zst.*Nothing was restored/,
  )
  await assert.rejects(stat(into), { code: 'ENOENT' })
  assert.doesNotMatch(await describeSchema(target), /create table/)
})

test('detects a flipped bit in the manifest', async (t) => {
  const { backUp, verify, repository, restoreTo } = await loadBackupFixtures(t)
  const {
    done: { backup },
  } = await backUp()
  await flip(join(repository.folder, 'backups', backup, 'manifest.json'))
  await assert.rejects(verify(), /manifest\.json is damaged/)
  await assert.rejects(restoreTo('postgres://nobody.invalid'), /manifest\.json is damaged/)
})

test('detects a flipped bit in an object, and can restore without it', async (t) => {
  const { backUp, verify, repository, keys, into, restoreTo } = await loadBackupFixtures(t)
  await backUp()
  await chmod(repository.objectPath(keys[2]), 0o600)
  await flip(repository.objectPath(keys[2]))
  assert.deepEqual(await verify(), [`${repository.objectPath(keys[2])}: its bytes have changed.`])
  const target = await emptyDatabase(t)
  await assert.rejects(restoreTo(target), /is damaged: its bytes have changed/)
  await assert.rejects(rejectUnfinishedRestore(into), /has an unfinished restore/)
  const { findings } = await restoreTo(target, { skipDamaged: true })
  assert.deepEqual([findings.length, await objectsIn(into)], [1, sorted([keys[0], keys[1]])])
  await rejectUnfinishedRestore(into)
})

test('rejects a folder or database that is not empty', async (t) => {
  const { url, backUp, into, restoreTo } = await loadBackupFixtures(t)
  await backUp()
  await assert.rejects(restoreTo(url), /database of DATABASE_URL is not empty/)
  await assert.rejects(stat(into), { code: 'ENOENT' })
  await mkdir(into)
  await writeFile(join(into, 'mine'), 'x')
  await assert.rejects(restoreTo(await emptyDatabase(t)), /is not empty/)
  assert.deepEqual(await readdir(into), ['mine'])
})

test('rejects a backup of another version', async (t) => {
  const { db, backUp, restoreTo } = await loadBackupFixtures(t)
  await sql`insert into migration (name, digest) values ('9999_later.sql', 'x')`.execute(db)
  await backUp()
  await assert.rejects(
    restoreTo(await emptyDatabase(t)),
    /from another version of Reelay: its migration 9999_later\.sql is unknown here/,
  )
})

test('blocks a second backup and object deletions while it runs', async (t) => {
  const { url, db, put, backUp, runJobs } = await loadBackupFixtures(t)
  const { key } = await put(800)
  const backup = new pg.Client({ connectionString: url })
  await backup.connect()
  await lockDeletions(backup)
  await assert.rejects(backUp(), /Another backup of this installation is running/)
  await sql`insert into job (kind, payload) values ('delete-objects',
    ${JSON.stringify({ keys: [key] })})`.execute(db)
  await runJobs()
  const waiting = () =>
    sql<{ later: boolean }>`select run_at > now() + interval '10 minutes' as later from job
      where kind = 'delete-objects'`
      .execute(db)
      .then(({ rows }) => rows)
  assert.deepEqual(await waiting(), [{ later: true }])
  await backup.end()
  await sql`update job set run_at = now() where kind = 'delete-objects'`.execute(db)
  await runJobs()
  assert.deepEqual(await waiting(), [])
})

test('streams a large table', async (t) => {
  const { db, backUp, restoreTo, repository } = await loadBackupFixtures(t)
  await sql`insert into idempotency (person_id, key, digest, response)
    select 'p', n::text, 'd', repeat(md5(n::text), 40) from generate_series(1, 20000) n`.execute(db)
  await backUp()
  const target = await emptyDatabase(t)
  await restoreTo(target)
  assert.equal(tablesOf(await repository.get()).idempotency?.rows, 20_000)
  const restored = connectOwner(target, { size: 1 })
  t.after(() => restored.close())
  const digest = (on: Db) =>
    sql<{
      digest: string
    }>`select md5(string_agg(t::text, '' order by key)) as digest from idempotency t`
      .execute(on)
      .then(({ rows }) => rows[0])
  assert.deepEqual(await digest(restored), await digest(db))
})
