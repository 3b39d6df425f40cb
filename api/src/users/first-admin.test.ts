import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../test/fixtures.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import type { Db } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import { createFirstAdmin, prepareFirstAdmin } from './commands/first-admin.ts'

async function startWith(db: Db, configured?: { email: string; password?: string }) {
  const admin = await prepareFirstAdmin(db, configured)
  return inTransaction(db, (tx) => createFirstAdmin(tx, admin))
}

test('creates no admin if a person exists', async (t) => {
  const { db } = await loadFixtures(t)
  assert.equal(await startWith(db, { email: 'second@example.com' }), undefined)
})

test('creates one admin with a random password in an empty database, however many nodes start', async (t) => {
  const { db, signIn } = await loadFixtures(t)
  await sql`truncate person cascade`.execute(db)
  const created = (await Promise.all([1, 2, 3].map(() => startWith(db)))).filter(
    (each) => each !== undefined,
  )
  assert.equal(created.length, 1)
  assert.equal(created[0]!.email, 'admin@example.com')
  assert.ok(created[0]!.password.length >= 20)
  await signIn(created[0]!.email, created[0]!.password)
})

test('uses the configured admin', async (t) => {
  const { db, signIn } = await loadFixtures(t)
  await sql`truncate person cascade`.execute(db)
  await startWith(db, { email: 'Boss@Example.com', password: 'A-long-enough-one' })
  await signIn('boss@example.com', 'A-long-enough-one')
})
