import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { queueMail } from '../kernel/mail/queue-mail.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import * as contract from './contract.ts'

test('lists the mail for admins, newest first, with paging', async (t) => {
  const { admin, db } = await loadFixtures(t)
  for (const number of [1, 2, 3])
    await inTransaction(db, (tx) =>
      queueMail(tx, { to: `${number}@example.com`, subject: `Mail ${number}`, text: 'Hello' }),
    )
  const { items, total } = await admin.call(contract.listOutbox, { range: { first: 0, last: 1 } })
  assert.equal(total, 3)
  assert.deepEqual(
    items.map((mail) => [mail.to, mail.subject, mail.text, mail.sent]),
    [
      ['3@example.com', 'Mail 3', 'Hello', null],
      ['2@example.com', 'Mail 2', 'Hello', null],
    ],
  )
  assert.deepEqual(
    (await admin.call(contract.listOutbox, { range: { first: 2, last: 9 } })).items.map(
      (mail) => mail.subject,
    ),
    ['Mail 1'],
  )
})

test('shows when a mail was sent', async (t) => {
  const { admin, db } = await loadFixtures(t)
  await inTransaction(db, (tx) => queueMail(tx, { to: 'bo@example.com', subject: 'x', text: 'x' }))
  await sql`update mail set sent_at = ${new Date(1_800_000_000_000)}`.execute(db)
  assert.equal((await admin.call(contract.listOutbox)).items[0]!.sent, 1_800_000_000)
})

test('rejects everyone else, because mails contain invitation codes', async (t) => {
  const { a } = await loadFixtures(t)
  for (const person of Object.values(a.people))
    await expectProblem(person.call(contract.listOutbox), 403, 'permission.required')
})

test('shows attempts, the next attempt and the last error', async (t) => {
  const { admin, db } = await loadFixtures(t)
  await inTransaction(db, (tx) =>
    queueMail(tx, { to: 'bo@example.com', subject: 'x', text: 'x', html: '<p>x</p>' }),
  )
  const read = async () =>
    (({ html, status, attempts, next, error }) => ({ html, status, attempts, next, error }))(
      (await admin.call(contract.listOutbox)).items[0]!,
    )
  assert.deepEqual(await read(), {
    html: '<p>x</p>',
    status: 'waiting',
    attempts: 0,
    next: null,
    error: null,
  })
  await sql`
    update mail set attempts = 2, next_at = ${new Date(1_800_000_000_000)}, error = '451 later'`.execute(
    db,
  )
  assert.deepEqual(await read(), {
    html: '<p>x</p>',
    status: 'waiting',
    attempts: 2,
    next: 1_800_000_000,
    error: '451 later',
  })
  await sql`update mail set failed_at = ${new Date()}`.execute(db)
  assert.deepEqual(await read(), {
    html: '<p>x</p>',
    status: 'failed',
    attempts: 2,
    next: null,
    error: '451 later',
  })
})
