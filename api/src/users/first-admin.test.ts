import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures } from '../../test/fixtures.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { createFirstAdmin } from './commands/first-admin.ts'

test('creates no admin if a person exists', async (t) => {
  const { db } = await loadFixtures(t)
  assert.equal(
    await inTransaction(db, (tx) => createFirstAdmin(tx, { email: 'second@example.com' })),
    undefined,
  )
})

test('creates one admin with a random password in an empty database, however many nodes start', async (t) => {
  const { db, signIn } = await loadFixtures(t)
  await sql`truncate person cascade`.execute(db)
  const made = (
    await Promise.all(
      [1, 2, 3].map(() => inTransaction(db, (tx) => createFirstAdmin(tx, undefined))),
    )
  ).filter((each) => each !== undefined)
  assert.equal(made.length, 1)
  assert.equal(made[0]!.email, 'admin@example.com')
  assert.ok(made[0]!.password.length >= 20)
  await signIn(made[0]!.email, made[0]!.password)
})

test('uses the configured admin', async (t) => {
  const { db, signIn } = await loadFixtures(t)
  await sql`truncate person cascade`.execute(db)
  await inTransaction(db, (tx) =>
    createFirstAdmin(tx, { email: 'Boss@Example.com', password: 'A-long-enough-one' }),
  )
  await signIn('boss@example.com', 'A-long-enough-one')
})
