// An installation with three files, a backup repository, and a folder to restore into.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { ROW_FILTERS, BACKED_UP_OBJECTS } from '../src/operations/backup/contents.ts'
import { createBackup } from '../src/operations/backup/backup.ts'
import { restore } from '../src/operations/backup/restore.ts'
import { openRepository } from '../src/operations/backup/repository.ts'
import { verifyBackup } from '../src/operations/backup/verify.ts'
import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { startHashing } from '../src/kernel/storage/hashing.ts'
import { createIntake } from '../src/kernel/storage/intake.ts'
import { localStorage } from '../src/kernel/storage/local.ts'
import type { PublishedObject, Storage } from '../src/kernel/storage/storage.ts'
import { databaseOn, onCluster } from './cluster.ts'
import { testMasterKeys } from './test-app.ts'
import { loadFixtures, type Fixtures } from './fixtures.ts'

const CLUSTER = process.env.TEST_CLUSTER!
export const PLAN = { objects: BACKED_UP_OBJECTS, only: ROW_FILTERS }
const hashing = startHashing()
const onProgress = () => {}

export async function loadBackupFixtures(
  t: TestContext,
  open: (folder: string) => Storage = localStorage,
) {
  const fixtures = await loadFixtures(t)
  const home = await mkdtemp(join(tmpdir(), 'reelay-backup-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const storage = open(join(home, 'data'))
  const put = (length: number) =>
    createIntake(storage, hashing).put(
      (async function* () {
        yield randomBytes(length)
      })(),
    )
  const addFile = async (length: number) => insertFile(fixtures.db, fixtures.a, await put(length))
  const keys = [await addFile(10), await addFile(3000), await addFile(2_000_000)] as const
  const repository = openRepository(join(home, 'repository'))
  const into = join(home, 'restored')
  let day = 1
  return {
    ...fixtures,
    home,
    storage,
    repository,
    keys,
    put,
    addFile,
    into,
    backUp: (count?: number) =>
      createBackup(fixtures.url, storage, PLAN, {
        repository,
        now: new Date(Date.UTC(2026, 10, day++)),
        keep: count,
        keys: testMasterKeys,
        onProgress,
      }),
    verify: async () =>
      (
        await verifyBackup(repository, { quick: false, keys: testMasterKeys, onProgress })
      ).findings.map(({ message }) => message),
    restoreTo: (databaseUrl: string, more: { skipDamaged?: boolean } = {}) =>
      restore({
        repository,
        into,
        databaseUrl,
        hashing,
        keys: testMasterKeys,
        onProgress,
        skipDamaged: false,
        openStorage: async () => open(into),
        startCluster: () => assert.fail('the database is external'),
        ...more,
      }),
  }
}

async function insertFile(
  db: Db,
  { asset, project, studio, people }: Fixtures['a'],
  { key, length, md5 }: PublishedObject,
): Promise<string> {
  await sql`insert into object (key, length) values (${key}, ${length})`.execute(db)
  const name = `tab\tand\nline \\ ${key}`
  await sql`
    insert into file (
      studio_id, project_id, asset_id, owner_id, name, length, md5, sha256, received_at)
    values (
      ${studio._id}, ${project._id}, ${asset._id}, ${people.studio._id}, ${name}, ${length},
      ${md5}, ${key}, now())`.execute(db)
  return key
}

export async function emptyDatabase(t: TestContext): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onCluster(CLUSTER, `create database ${name}`)
  t.after(() => onCluster(CLUSTER, `drop database ${name} with (force)`))
  return databaseOn(CLUSTER, name)
}
