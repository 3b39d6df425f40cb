import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { emit } from './emit.ts'

test('stores an event with its author and enqueues its jobs', async (t) => {
  const { db, a } = await loadFixtures(t)
  await inTransaction(db, (tx) =>
    emit(tx, {
      type: 'fin',
      from: a.people.vendor._id,
      studio: a.studio._id,
      asset: a.asset._id,
      details: { reason: 'x' },
      notify: { users: [a.people.guest._id], groups: [] },
    }),
  )
  const { rows } = await sql<Record<string, unknown>>`select * from event`.execute(db)
  const event = rows[0]!
  assert.deepEqual(
    [
      event.type,
      event.from_id,
      event.studio_id,
      event.asset_id,
      event.details,
      event.notify_users,
      event.files,
    ],
    [
      'fin',
      a.people.vendor._id,
      a.studio._id,
      a.asset._id,
      { reason: 'x' },
      [a.people.guest._id],
      [],
    ],
  )
  assert.deepEqual([event.processed, event.pushed, event.digested], [false, false, false])
  assert.deepEqual(
    (
      await sql<{
        kind: string
        payload: unknown
      }>`select kind, payload from job order by id`.execute(db)
    ).rows,
    [{ kind: 'notify', payload: { event: event.id } }],
  )
})

test('stores no event when the transaction is rolled back', async (t) => {
  const { db, a } = await loadFixtures(t)
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await emit(tx, { type: 'fin', from: a.people.vendor._id, studio: a.studio._id })
      throw new Error('no')
    }),
  )
  assert.deepEqual((await sql<{ id: string }>`select id from event`.execute(db)).rows, [])
  assert.deepEqual((await sql<{ id: number }>`select id from job`.execute(db)).rows, [])
})
