import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import { sql } from '../db/sql.ts'
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
  const { rows } = await sql<{
    to_address: string
    subject: string
    text: string
    sent_at: Date | null
  }>`select to_address, subject, text, sent_at from mail`.execute(db)
  const mail = rows[0]!
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
  assert.deepEqual((await sql<Record<string, unknown>>`select * from mail`.execute(db)).rows, [])
})
