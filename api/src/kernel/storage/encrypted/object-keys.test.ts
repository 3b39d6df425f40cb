import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadFixtures } from '../../../../test/fixtures.ts'
import { createKeyFile } from '../../db/encryption/key-file.ts'
import { rotateMasterKey } from '../../db/encryption/stored-secrets.ts'
import { sql } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { startHashing } from '../hashing.ts'
import { createIntake } from '../intake.ts'
import { localStorage } from '../local.ts'
import { readAll, sourceOf } from '../suite/support.ts'
import { encryptedStorage, withEncryption } from './encrypted.ts'
import { OBJECT_SECRET, openObjectKeys, rotateObjectKey } from './object-keys.ts'

const LENGTH = 3_000_000

test('uses the storage as it is while no object was ever encrypted', async (t) => {
  const { db, app } = await loadFixtures(t)
  const keys = await openObjectKeys(db, app.masterKeys, { create: false })
  const storage = localStorage(app.config.dataDir)
  assert.equal(withEncryption(storage, keys, { encryptObjects: false }), storage)
})

test('creates one key when several processes start together', async (t) => {
  const { db, app } = await loadFixtures(t)
  const nodes = await Promise.all(
    [1, 2, 3].map(() => openObjectKeys(db, app.masterKeys, { create: true })),
  )
  const ids = await Promise.all(nodes.map(async (keys) => (await keys!.current()).id))
  assert.equal(new Set(ids).size, 1)
  assert.ok(await openObjectKeys(db, app.masterKeys, { create: false }))
})

test('reads objects while both keys are rotated, without touching the objects', async (t) => {
  const { db } = await loadFixtures(t)
  const folder = await mkdtemp(join(tmpdir(), 'reelay-object-keys-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const masterKeys = await createKeyFile(join(folder, 'secret.key'))
  const keys = (await openObjectKeys(db, masterKeys, { create: true }))!
  const storage = encryptedStorage(localStorage(folder), keys, { encryptNew: true })
  const bytes = randomBytes(LENGTH)
  const intake = createIntake(storage, startHashing())
  const { key } = await intake.put(sourceOf(bytes))
  const [object] = await Array.fromAsync(localStorage(folder).list())

  let isRunning = true
  const reader = (async () => {
    for (; isRunning;) {
      const fresh = (await openObjectKeys(db, masterKeys, { create: false }))!
      const reopened = encryptedStorage(localStorage(folder), fresh, { encryptNew: true })
      assert.ok((await readAll(reopened, key, LENGTH)).equals(bytes))
    }
  })()
  for (let round = 0; round < 5; round++) {
    await rotateMasterKey(db, masterKeys, [OBJECT_SECRET])
    await inTransaction(db, (tx) => rotateObjectKey(tx, masterKeys))
  }
  isRunning = false
  await reader
  assert.deepEqual(await Array.fromAsync(localStorage(folder).list()), [object])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from object_key`.execute(db)
  assert.deepEqual(rows, [{ count: 6 }])
  assert.ok((await readAll(storage, key, LENGTH)).equals(bytes))
})
