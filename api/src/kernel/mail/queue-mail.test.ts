import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import { inTransaction } from '../db/transaction.ts'
import { queueMail } from './queue-mail.ts'

test('limits a subject to one short line', async (t) => {
  const { db } = await loadFixtures(t)
  await inTransaction(db, (tx) =>
    queueMail(tx, {
      to: 'bo@example.com',
      subject: `Ada\r\nBcc: everyone@example.com\n\t{{7*7}} ${'x'.repeat(400)}`,
      text: 'Hello\n',
    }),
  )
  const mail = await db
    .selectFrom('mail')
    .select(['to_address', 'subject', 'text', 'sent_at'])
    .executeTakeFirstOrThrow()
  assert.match(mail.subject, /^Ada Bcc: everyone@example\.com \{\{7\*7\}\} x+$/)
  assert.equal(mail.subject.length, 300)
  assert.deepEqual([mail.to_address, mail.text, mail.sent_at], ['bo@example.com', 'Hello\n', null])
})

test('queues no mail when the transaction is rolled back', async (t) => {
  const { db } = await loadFixtures(t)
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await queueMail(tx, { to: 'bo@example.com', subject: 'x', text: 'x' })
      throw new Error('no')
    }),
  )
  assert.deepEqual(await db.selectFrom('mail').selectAll().execute(), [])
})
