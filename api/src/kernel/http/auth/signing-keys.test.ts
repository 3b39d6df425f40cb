import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadFixtures } from '../../../../test/fixtures.ts'
import {
  SIGNING_SECRET,
  loadSigningKeys,
  refreshSigningKeys,
  rotateSigningKeys,
} from './signing-keys.ts'
import { sql } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { sealSecret } from '../../db/encryption/seal-secret.ts'
import { testMasterKeys } from '../../../../test/test-app.ts'

test('generates one key that all processes share', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`delete from signing_key`.execute(db)
  const nodes = await Promise.all(
    Array.from({ length: 4 }, () => loadSigningKeys(db, testMasterKeys)),
  )
  for (const keys of nodes) assert.deepEqual(keys, nodes[0])
  const secret = nodes[0]!.secrets.get(nodes[0]!.current)!
  assert.ok(Buffer.from(secret, 'base64url').length >= 32)
  await sql`delete from signing_key`.execute(db)
  assert.notEqual((await loadSigningKeys(db, testMasterKeys)).secrets.get('first'), secret)
})

test('signs with the newest key and rejects retired ones', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`update signing_key set created_at = now() - interval '1 day'`.execute(db)
  const secret = sealSecret(testMasterKeys, SIGNING_SECRET, 'second', 's'.repeat(43))
  await sql`
    insert into signing_key (id, secret, created_at)
    values ('second', ${secret}, now() - interval '2 minutes')`.execute(db)
  const keys = await loadSigningKeys(db, testMasterKeys)
  assert.equal(keys.current, 'second')
  assert.deepEqual([...keys.secrets.keys()], ['second', 'first'])
  await sql`update signing_key set retired_at = now() where id = 'first'`.execute(db)
  assert.deepEqual([...(await loadSigningKeys(db, testMasterKeys)).secrets.keys()], ['second'])
})

test('accepts a configured key and older links', async (t) => {
  const { db } = await loadFixtures(t)
  const keys = await loadSigningKeys(db, testMasterKeys, 'k'.repeat(32))
  assert.equal(keys.current, 'configured')
  assert.deepEqual([...keys.secrets.keys()], ['configured', 'first'])
})

test('signs with a new key only when every process knows it', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`update signing_key set created_at = now() - interval '1 day'`.execute(db)
  const keys = await loadSigningKeys(db, testMasterKeys)
  const following = refreshSigningKeys(db, keys, testMasterKeys, { intervalMs: 10 })
  t.after(following.stop)
  const { key } = await inTransaction(db, (tx) =>
    rotateSigningKeys(tx, testMasterKeys, { revokeOld: false }),
  )
  while (!keys.secrets.has(key)) await sleep(5)
  assert.equal(keys.current, 'first')
  await sql`update signing_key set created_at = created_at - interval '61 seconds'`.execute(db)
  while (keys.current !== key) await sleep(5)
  assert.deepEqual([...keys.secrets.keys()], [key, 'first'])
})

test('retires the first key on the second rotation, and all keys after a leak', async (t) => {
  const { db } = await loadFixtures(t)
  const rotate = async (revokeOld: boolean) => {
    await sql`update signing_key set created_at = created_at - interval '1 hour'`.execute(db)
    return inTransaction(db, (tx) => rotateSigningKeys(tx, testMasterKeys, { revokeOld }))
  }
  const second = await rotate(false)
  const third = await rotate(false)
  assert.deepEqual([second.retired, third.retired], [0, 1])
  assert.deepEqual(
    new Set((await loadSigningKeys(db, testMasterKeys)).secrets.keys()),
    new Set([second.key, third.key]),
  )
  const fourth = await rotate(true)
  assert.equal(fourth.retired, 2)
  const keys = await loadSigningKeys(db, testMasterKeys)
  assert.deepEqual([keys.current, [...keys.secrets.keys()]], [fourth.key, [fourth.key]])
})
