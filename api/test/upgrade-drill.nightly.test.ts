// The upgrade of docs/run/upgrade.md with the data of every former release, and the way back.
// `releases` contains a backup that each of them made (`scripts/test/release-data.ts`).
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Endpoint } from '../src/kernel/http/contract/endpoint.ts'
import { sealAudit } from '../src/kernel/audit/seal.ts'
import { verifyAudit } from '../src/kernel/audit/verify.ts'
import type { Db } from '../src/kernel/db/connect.ts'
import { connectOwner } from '../src/kernel/db/connect-owner.ts'
import { prepareSecrets } from '../src/kernel/db/encryption/stored-secrets.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { startHashing } from '../src/kernel/storage/hashing.ts'
import { localStorage } from '../src/kernel/storage/local.ts'
import { openRepository, type Manifest } from '../src/operations/backup/repository.ts'
import { restore } from '../src/operations/backup/restore.ts'
import { writeText } from '../src/operations/backup/text.ts'
import { verifyBackup } from '../src/operations/backup/verify.ts'
import { REFERENCED_OBJECTS } from '../src/operations/backup/contents.ts'
import { checkInstallation } from '../src/operations/doctor/installation.ts'
import { SECRET_COLUMNS } from '../src/secret-columns.ts'
import { listDictionaries } from '../src/spelling/queries/dictionaries.ts'
import { emptyDatabase } from './backup-fixtures.ts'
import { TEMPLATE, databaseOn } from './cluster.ts'
import { describeSchema } from './schema.ts'
import { createTestApp, TEST_ENCRYPTION_KEY, testMasterKeys, type TestUser } from './test-app.ts'

const RELEASES = new URL('releases/', import.meta.url).pathname
const hashing = startHashing()
const onProgress = () => {}
const KEY = { kind: 'value', text: TEST_ENCRYPTION_KEY } as const

async function openRelease(t: TestContext, release: string) {
  const home = await mkdtemp(join(tmpdir(), 'reelay-release-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  await cp(join(RELEASES, release), join(home, 'repository'), { recursive: true })
  const repository = openRepository(join(home, 'repository'))
  /** Into an empty database with the schema of the release, and an empty folder. */
  const restoreInto = async (folder: string): Promise<string> => {
    const url = await emptyDatabase(t)
    const { findings } = await restore({
      repository,
      into: join(home, folder),
      databaseUrl: url,
      hashing,
      keys: testMasterKeys,
      onProgress,
      skipDamaged: false,
      openStorage: async () => localStorage(join(home, folder)),
      startCluster: () => assert.fail('the database is external'),
    })
    assert.deepEqual(findings, [])
    return url
  }
  return { home, repository, restoreInto }
}

const withDb = async <T>(url: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = connectOwner(url, { size: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const rowsOf = ({ tables }: Manifest) =>
  Object.fromEntries(tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }]))

/** Every list, and every record of it that can be read alone. Replies are compared with the contract. */
async function readEverything(
  endpoints: readonly Endpoint[],
  person: TestUser,
): Promise<Map<string, number>> {
  const read = new Map<string, number>()
  const call = (endpoint: Endpoint, options: object) =>
    person
      .call(endpoint as never, options as never)
      .catch((error: Error & { status?: number }): never => {
        throw new Error(`${endpoint.path}: ${error.message}`, { cause: error })
      }) as Promise<{ items: { _id?: string }[]; total: number }>
  for (const endpoint of endpoints) {
    const isOpenList =
      endpoint.method === 'GET' &&
      endpoint.list &&
      !endpoint.path.includes(':') &&
      !(endpoint.query?.required as string[] | undefined)?.length
    if (!isOpenList) continue
    const { items, total } = await call(endpoint, { range: { first: 0, last: 199 } })
    assert.equal(items.length, Math.min(total, 200), endpoint.path)
    read.set(endpoint.path, total)
    const single = endpoints.find(
      ({ method, path }) => method === 'GET' && path === `${endpoint.path}/:id`,
    )
    if (!single) continue
    for (const { _id: id } of items.slice(0, 10)) if (id) await call(single, { params: { id } })
  }
  return read
}

const releases = (await readdir(RELEASES)).filter((name) => /^\d/.test(name))

for (const release of releases)
  test(`upgrades the data of ${release}: every record can be read and the doctor finds no error`, async (t) => {
    const { home, repository, restoreInto } = await openRelease(t, release)
    assert.deepEqual(
      (await verifyBackup(repository, { quick: false, keys: testMasterKeys, onProgress })).findings,
      [],
    )
    const url = await restoreInto('data')
    const count = (db: Db) =>
      sql<{ table: string; count: number }>`
        select 'studio' as table, count(*) from studio
        union all select 'person', count(*) from person
        union all select 'asset', count(*) from asset
        union all select 'file', count(*) from file
        union all select 'work_request', count(*) from work_request
        union all select 'work_request_history', count(*) from work_request_history
        union all select 'translation', count(*) from translation
        union all select 'offline', count(*) from offline
        union all select 'event', count(*) from event
        union all select 'notification', count(*) from notification`.execute(db)
    const before = (await withDb(url, count)).rows
    await migrate(url)
    await migrate(url)
    const newest = databaseOn(process.env.TEST_CLUSTER!, TEMPLATE)
    assert.equal(await describeSchema(url), await describeSchema(newest))
    await prepareSecrets(url, KEY, SECRET_COLUMNS)
    assert.deepEqual((await withDb(url, count)).rows, before)

    const upgraded = await createTestApp(url)
    t.after(upgraded.close)
    const { app, db } = upgraded
    const admin = await upgraded.signIn('admin@example.com')
    const seen = await readEverything(app.endpoints, admin)
    const expected = Object.fromEntries(before.map(({ table, count: rows }) => [table, rows]))
    assert.equal(seen.get('/studios'), expected.studio)
    assert.equal(seen.get('/workrequests'), expected.work_request)
    assert.ok(seen.get('/assets')! > 0 && seen.size > 15)
    const studio = await upgraded.signIn('studio-a@example.com')
    const own = await studio.call(
      app.endpoints.find(
        ({ method, path }) => method === 'GET' && path === '/workrequests',
      ) as never,
      {} as never,
    )
    assert.equal((own as { total: number }).total, expected.work_request! / 2)

    await upgraded.runJobs()
    await sealAudit(db)
    assert.deepEqual((await verifyAudit(db)).broken, [])
    const findings = await checkInstallation(
      db,
      localStorage(join(home, 'data')),
      { ...app.config, dataDir: join(home, 'data') },
      {
        named: REFERENCED_OBJECTS,
        secrets: SECRET_COLUMNS,
        dictionaries: () => listDictionaries(join(home, 'data')),
      },
    )
    // Nothing listens here, the database of the tests is in memory, and codecs may be missing.
    const outside = ['service', 'address', 'durability', 'codecs', 'fonts', 'disk']
    assert.deepEqual(
      findings.filter(({ level, check }) => level === 'error' && !outside.includes(check)),
      [],
    )
  })

for (const release of releases)
  test(`rolls back to ${release}: the backup restores its schema and its rows exactly`, async (t) => {
    const { home, repository, restoreInto } = await openRelease(t, release)
    const upgraded = await restoreInto('upgraded')
    await migrate(upgraded)

    const url = await restoreInto('back')
    const manifest = await repository.get()
    await withDb(url, async (db) => {
      const { rows } = await sql<{ name: string }>`
        select name from migration order by name`.execute(db)
      assert.deepEqual(
        rows.map(({ name }) => name),
        manifest.migrations.map(({ name }) => name),
      )
    })
    assert.deepEqual(await digestsOf(url, manifest, home), rowsOf(manifest))
  })

/** The rows as a backup writes them. */
async function digestsOf(url: string, { tables }: Manifest, home: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'`)
    const contents: ReturnType<typeof rowsOf> = {}
    for (const { name, columns } of tables) {
      const source = client.query(
        copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`),
      )
      const { rows, sha256 } = await writeText(source, join(home, `${name}.zst`))
      contents[name] = { rows, sha256 }
    }
    return contents
  } finally {
    await client.end()
  }
}
