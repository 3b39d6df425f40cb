import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
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
      snapshot: { reason: 'x' },
      notify: { users: [a.people.guest._id], groups: [] },
    }),
  )
  const event = await db.selectFrom('event').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual(
    [
      event.type,
      event.from_id,
      event.studio_id,
      event.asset_id,
      event.told,
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
  assert.deepEqual(await db.selectFrom('job').select(['kind', 'payload']).orderBy('id').execute(), [
    { kind: 'notify', payload: { event: event.id } },
  ])
})

test('stores no event when the transaction is rolled back', async (t) => {
  const { db, a } = await loadFixtures(t)
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await emit(tx, { type: 'fin', from: a.people.vendor._id, studio: a.studio._id })
      throw new Error('no')
    }),
  )
  assert.deepEqual(await db.selectFrom('event').select('id').execute(), [])
  assert.deepEqual(await db.selectFrom('job').select('id').execute(), [])
})
