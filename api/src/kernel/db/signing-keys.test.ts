import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { world } from '../../../test/world.ts'
import { signingKeys } from './signing-keys.ts'

test('the first start makes a key at random, and every node gets the same', async (t) => {
  const { db } = await world(t)
  await db.deleteFrom('signing_key').execute()
  const nodes = await Promise.all(Array.from({ length: 4 }, () => signingKeys(db)))
  for (const keys of nodes) assert.deepEqual(keys, nodes[0])
  const secret = nodes[0]!.secrets.get(nodes[0]!.current)!
  assert.ok(Buffer.from(secret, 'base64url').length >= 32)
  await db.deleteFrom('signing_key').execute()
  assert.notEqual((await signingKeys(db)).secrets.get('first'), secret)
})

test('the newest key signs, the one before is still believed, a retired one is not', async (t) => {
  const { db } = await world(t)
  await sql`update signing_key set created_at = now() - interval '1 day'`.execute(db)
  await sql`insert into signing_key (id, secret) values ('second', ${'s'.repeat(43)})`.execute(db)
  const keys = await signingKeys(db)
  assert.equal(keys.current, 'second')
  assert.deepEqual([...keys.secrets.keys()], ['second', 'first'])
  await sql`update signing_key set retired_at = now() where id = 'first'`.execute(db)
  assert.deepEqual([...(await signingKeys(db)).secrets.keys()], ['second'])
})

test('a site may bring its own key, and links signed before stay good', async (t) => {
  const { db } = await world(t)
  const keys = await signingKeys(db, 'k'.repeat(32))
  assert.equal(keys.current, 'configured')
  assert.deepEqual([...keys.secrets.keys()], ['configured', 'first'])
})
