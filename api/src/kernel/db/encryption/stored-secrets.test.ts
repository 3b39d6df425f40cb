import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { loadFixtures } from '../../../../test/fixtures.ts'
import { SECRET_COLUMNS } from '../../../secret-columns.ts'
import { sql } from '../sql.ts'
import type { MasterKeys } from './parse-keys.ts'
import { keyOf, openSecret } from './seal-secret.ts'
import { listNeededKeys, listUsedKeys, prepareSecrets, rotateMasterKey } from './stored-secrets.ts'

/** A database of an older version: a plain secret in every secret column, and no key. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { db, a, url } = fixtures
  const folder = await mkdtemp(join(tmpdir(), 'reelay-secrets-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await sql`update signing_key set secret = 'plain-signing'`.execute(db)
  await sql`
    insert into twofactor (person_id, secret)
    values (${a.people.studio._id}, 'PLAINTOTP')`.execute(db)
  await sql`
    insert into webhook (studio_id, from_id, url, secret)
    select ${a.studio._id}, ${a.people.studio._id}, 'https://example.com', 'plain-webhook-' || n
    from generate_series(1, 450) n`.execute(db)
  const path = join(folder, 'secret.key')
  return {
    ...fixtures,
    path,
    prepare: () => prepareSecrets(url, { kind: 'file', path }, SECRET_COLUMNS),
    readAll: (keys: MasterKeys) => readAll(fixtures, keys),
  }
}

async function readAll({ db }: Awaited<ReturnType<typeof loadFixtures>>, keys: MasterKeys) {
  const secrets: string[] = []
  for (const secretColumn of SECRET_COLUMNS) {
    const { rows } = await sql<{ row: string; value: string }>`
      select ${sql.ref(secretColumn.id)} as row, ${sql.ref(secretColumn.column)} as value
      from ${sql.ref(secretColumn.table)}`.execute(db)
    secrets.push(...rows.map(({ row, value }) => openSecret(keys, secretColumn, row, value)))
  }
  return secrets.toSorted()
}

const EXPECTED = [
  'PLAINTOTP',
  'plain-signing',
  ...Array.from({ length: 450 }, (_, n) => `plain-webhook-${n + 1}`),
].toSorted()

test('lists every column of the schema that holds a secret', async (t) => {
  const { db } = await loadFixtures(t)
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and column_name ~ 'secret|private|id_token'`.execute(db)
  const listed = new Set(SECRET_COLUMNS.map(({ table, column }) => `${table}.${column}`))
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !listed.has(name)),
    [],
  )
})

test('seals the plain secrets of an older version at the start, once', async (t) => {
  const { db, prepare, readAll: read } = await setup(t)
  const keys = await prepare()
  assert.deepEqual(await read(keys), EXPECTED)
  const before = await sql`select id, secret from webhook order by id`.execute(db)
  await prepare()
  const after = await sql`select id, secret from webhook order by id`.execute(db)
  assert.deepEqual(after.rows, before.rows)
  assert.deepEqual(await listNeededKeys(db), [keys.current().id])
})

test('creates one key when several processes start together', async (t) => {
  const { prepare, readAll: read } = await setup(t)
  const nodes = await Promise.all([prepare(), prepare(), prepare()])
  assert.equal(new Set(nodes.map((keys) => keys.current().id)).size, 1)
  for (const keys of nodes) assert.deepEqual(await read(keys), EXPECTED)
})

test('does not start without the key, and does not create another one', async (t) => {
  const { url, path, prepare } = await setup(t)
  const { id } = (await prepare()).current()
  await rm(path)
  const message = new RegExp(`need the encryption key ${id}, which is not in ${path}`)
  await assert.rejects(prepare(), { name: 'Error', message })
  await assert.rejects(
    prepareSecrets(url, { kind: 'value', text: randomBytes(32).toString('hex') }, SECRET_COLUMNS),
    /which is not in ENCRYPTION_KEY/,
  )
})

test('encrypts every secret again with a new key, while others read', async (t) => {
  const { db, prepare, readAll: read } = await setup(t)
  const keys = await prepare()
  const old = keys.current().id
  let isRunning = true
  const reader = (async () => {
    let reads = 0
    for (; isRunning; reads++) assert.deepEqual(await read(keys), EXPECTED)
    return reads
  })()
  const { key, changed, unreadable } = await rotateMasterKey(db, await prepare(), SECRET_COLUMNS)
  isRunning = false
  assert.ok((await reader) > 0)
  assert.notEqual(key, old)
  assert.deepEqual([changed, unreadable], [EXPECTED.length, []])
  assert.deepEqual(await listUsedKeys(db, SECRET_COLUMNS), new Map([[key, EXPECTED.length]]))
  assert.deepEqual(await listNeededKeys(db), [key])
  assert.deepEqual(await read(keys), EXPECTED)
})

test('finishes a rotation that was interrupted, with the same new key', async (t) => {
  const { db, prepare } = await setup(t)
  const keys = await prepare()
  const { id } = await keys.add!()
  const others = SECRET_COLUMNS.filter(({ table }) => table !== 'webhook')
  await rotateMasterKey(db, keys, others)
  const { key, changed } = await rotateMasterKey(db, keys, SECRET_COLUMNS)
  assert.deepEqual([key, changed], [id, 450])
})

test('follows a new key that the operator put first in the environment', async (t) => {
  const { db, url, readAll: read } = await setup(t)
  const [oldKey, newKey] = [1, 2].map(() => randomBytes(32).toString('hex'))
  const start = (text: string) => prepareSecrets(url, { kind: 'value', text }, SECRET_COLUMNS)
  await start(oldKey!)
  const keys = await start(`${newKey},${oldKey}`)
  const { key, changed } = await rotateMasterKey(db, keys, SECRET_COLUMNS)
  assert.deepEqual([key, changed], [keys.current().id, EXPECTED.length])
  assert.deepEqual(await read(await start(newKey!)), EXPECTED)
})

test('reports a secret that was moved to another row, and continues', async (t) => {
  const { db, prepare } = await setup(t)
  const keys = await prepare()
  const { rows } = await sql<{ id: string }>`
    update webhook w set secret = o.secret
    from (select id, secret from webhook order by id limit 1) o
    where w.id = (select max(id) from webhook) returning w.id`.execute(db)
  const { changed, unreadable } = await rotateMasterKey(db, keys, SECRET_COLUMNS)
  assert.deepEqual([changed, unreadable], [EXPECTED.length - 1, [`webhook ${rows[0]!.id}`]])
  assert.equal((await listNeededKeys(db)).length, 2, 'the old key is still needed')
  const { rows: unread } = await sql<{ secret: string }>`
    select secret from webhook where id = ${rows[0]!.id}`.execute(db)
  assert.notEqual(keyOf(unread[0]!.secret), keys.current().id)
})
