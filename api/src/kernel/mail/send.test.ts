import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startMailServer } from '../../../test/mail-server.ts'
import { loadFixtures, type Fixtures } from '../../../test/fixtures.ts'
import { testMasterKeys } from '../../../test/test-app.ts'
import * as outbox from '../../outbox/contract.ts'
import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { runNextJob } from '../jobs/worker.ts'
import { CODE_PLACEHOLDER, queueMailWithCode } from './mail-code.ts'
import { queueMail } from './queue-mail.ts'
import { sendMail } from './send.ts'
import { smtpTransport } from './smtp.ts'

async function withServer(t: TestContext, options: Parameters<typeof startMailServer>[0] = {}) {
  const mailServer = await startMailServer(options)
  t.after(() => mailServer.close())
  return {
    mailServer,
    ...(await loadFixtures(t, {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Reelay <reels@example.com>',
    })),
  }
}
const queue = (db: Db, ...to: string[]) =>
  inTransaction(db, async (tx) => {
    for (const address of to)
      await queueMail(tx, { to: address, subject: `To ${address}`, text: 'Grüße\n' })
  })
const listOutbox = async ({ admin }: Fixtures) =>
  (await admin.call(outbox.listOutbox, { range: { first: 0, last: 99 } })).items
    .map(({ to, status, attempts, error }) => [to, status, attempts, error])
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
/** Makes all mail due and runs the job. */
async function sendDue({ db, runJobs }: Fixtures) {
  await sql`update mail set next_at = now()`.execute(db)
  await sql`insert into job (kind, payload) values ('send-mail', '{}')`.execute(db)
  await runJobs()
}

test('sends a mail as it was written and marks it as sent', async (t) => {
  const { mailServer, ...fixtures } = await withServer(t)
  await inTransaction(fixtures.db, (tx) =>
    queueMail(tx, {
      to: 'bo@example.com',
      subject: 'Trailer → Größe',
      text: 'Plain\n',
      html: '<p>Rich</p>',
      headers: { 'List-Unsubscribe': '<http://x.test/y>' },
    }),
  )
  await fixtures.runJobs()
  const [mail] = mailServer.mails
  const { rows } = await sql<{ id: string }>`select id from mail`.execute(fixtures.db)
  const { id } = rows[0]!
  assert.deepEqual(
    [
      mail!.from!.text,
      (mail!.to as { text: string }).text,
      mail!.subject,
      mail!.text,
      mail!.html,
      mail!.messageId,
    ],
    [
      '"Reelay" <reels@example.com>',
      'bo@example.com',
      'Trailer → Größe',
      'Plain\n',
      '<p>Rich</p>',
      `<${id}@reelay.test>`,
    ],
  )
  assert.deepEqual((mail!.headers.get('list') as unknown as { unsubscribe: object }).unsubscribe, {
    url: 'http://x.test/y',
  })
  assert.deepEqual(await listOutbox(fixtures), [['bo@example.com', 'sent', 1, null]])
  await sendDue(fixtures)
  assert.equal(mailServer.mails.length, 1, 'it is not sent again')
})

test('keeps mail in the outbox without a server', async (t) => {
  const fixtures = await loadFixtures(t)
  await queue(fixtures.db, 'bo@example.com')
  await fixtures.runJobs()
  assert.deepEqual(await listOutbox(fixtures), [['bo@example.com', 'waiting', 0, null]])
})

test('gives up an unknown mailbox, retries a busy one, and sends the others', async (t) => {
  const { mailServer, ...fixtures } = await withServer(t)
  mailServer.behave('refuse', 'none@example.com')
  mailServer.behave('defer', 'busy@example.com')
  await queue(fixtures.db, 'none@example.com', 'busy@example.com', 'bo@example.com')
  await fixtures.runJobs()
  const [bo, busy, none] = await listOutbox(fixtures)
  assert.deepEqual(
    [bo, none!.slice(0, 3), busy!.slice(0, 3)],
    [
      ['bo@example.com', 'sent', 1, null],
      ['none@example.com', 'failed', 1],
      ['busy@example.com', 'waiting', 1],
    ],
  )
  assert.match(String(none![3]), /550 No such mailbox/)
  assert.match(String(busy![3]), /451 Try again later/)
  mailServer.behave('accept', 'busy@example.com')
  await sendDue(fixtures)
  assert.deepEqual(
    (await listOutbox(fixtures)).map(([to, status, attempts]) => [to, status, attempts]),
    [
      ['bo@example.com', 'sent', 1],
      ['busy@example.com', 'sent', 2],
      ['none@example.com', 'failed', 1],
    ],
  )
})

test('loses and repeats no mail when the server was down', async (t) => {
  const { mailServer, ...fixtures } = await withServer(t)
  await mailServer.close()
  const people = Array.from(
    { length: 20 },
    (_none, index) => `p${String(index).padStart(2, '0')}@example.com`,
  )
  await queue(fixtures.db, ...people)
  for (let hour = 0; hour < 6; hour++) await sendDue(fixtures)
  assert.ok((await listOutbox(fixtures)).every(([, status]) => status === 'waiting'))
  await mailServer.open()
  await sendDue(fixtures)
  assert.deepEqual(
    mailServer.mails.map((mail) => (mail.to as { text: string }).text).toSorted(),
    people,
  )
  assert.equal(new Set(mailServer.mails.map(({ messageId }) => messageId)).size, people.length)
  assert.ok(
    (await listOutbox(fixtures)).every(
      ([, status, , error]) => status === 'sent' && error === null,
    ),
  )
})

test('stops trying a server that is down', async (t) => {
  const { mailServer, ...fixtures } = await withServer(t)
  await mailServer.close()
  await queue(fixtures.db, ...Array.from({ length: 30 }, (_none, index) => `p${index}@example.com`))
  await sql`delete from job where id <> (select min(id) from job)`.execute(fixtures.db)
  await fixtures.runJobs()
  const { rows } = await sql<{
    tried: number
  }>`select count(*) as tried from mail where attempts > 0`.execute(fixtures.db)
  assert.ok(rows[0]!.tried < 8, `${rows[0]!.tried} were tried`)
})

test('repeats an unconfirmed mail with the same Message-ID', async (t) => {
  const { mailServer, ...fixtures } = await withServer(t)
  mailServer.behave('swallow')
  await queue(fixtures.db, 'bo@example.com')
  await fixtures.runJobs()
  assert.deepEqual(
    (await listOutbox(fixtures)).map(([, status]) => status),
    ['waiting'],
  )
  mailServer.behave('accept')
  await sendDue(fixtures)
  assert.deepEqual(
    [mailServer.mails.length, new Set(mailServer.mails.map(({ messageId }) => messageId)).size],
    [2, 1],
  )
})

test('times out when the server does not respond', async (t) => {
  const { mailServer, ...fixtures } = await withServer(t)
  mailServer.behave('hang')
  await queue(fixtures.db, 'bo@example.com')
  const quick = {
    connectionTimeout: 300,
    greetingTimeout: 300,
    socketTimeout: 300,
    dnsTimeout: 300,
  }
  const job = sendMail({
    openTransport: smtpTransport({ url: mailServer.url, from: 'a@example.com' }, quick),
    host: 'reelay.test',
    stillAllowed: async () => true,
    masterKeys: testMasterKeys,
    log: { error: () => {} },
  })
  await runNextJob(
    fixtures.db,
    { 'send-mail': job },
    { error: (_about, message) => assert.fail(message) },
  )
  const [[, status, , error]] = (await listOutbox(fixtures)) as [[string, string, number, string]]
  assert.deepEqual([status, /timeout/i.test(error)], ['waiting', true], error)
})

test('loses no mail with a wrong SMTP password and does not log it', async (t) => {
  const mailServer = await startMailServer({ user: { name: 'reelay', password: 'right' } })
  t.after(() => mailServer.close())
  const fixtures = await loadFixtures(t)
  await queue(fixtures.db, 'bo@example.com')
  const logged: object[] = []
  const job = (password: string) =>
    sendMail({
      openTransport: smtpTransport({
        url: mailServer.url.replace('right', password),
        from: 'a@example.com',
      }),
      host: 'reelay.test',
      stillAllowed: async () => true,
      masterKeys: testMasterKeys,
      log: { error: (about) => logged.push(about) },
    })
  await runNextJob(
    fixtures.db,
    { 'send-mail': job('wrong-canary') },
    { error: (_about, message) => assert.fail(message) },
  )
  assert.deepEqual(
    (await listOutbox(fixtures)).map(([, status]) => status),
    ['waiting'],
  )
  assert.equal(logged.length, 1)
  assert.doesNotMatch(JSON.stringify(logged), /canary|bo@example/)
  await sql`update mail set next_at = now()`.execute(fixtures.db)
  await sql`insert into job (kind, payload) values ('send-mail', '{}')`.execute(fixtures.db)
  await runNextJob(
    fixtures.db,
    { 'send-mail': job('right') },
    { error: (_about, message) => assert.fail(message) },
  )
  assert.equal(mailServer.mails.length, 1)
})

test('sends each mail once with two processes', async (t) => {
  const { mailServer, ...fixtures } = await withServer(t)
  const people = Array.from({ length: 25 }, (_none, index) => `p${index}@example.com`)
  await queue(fixtures.db, ...people)
  await Promise.all([fixtures.runJobs(), fixtures.runJobs(), fixtures.runJobs()])
  assert.deepEqual(
    mailServer.mails.map((mail) => (mail.to as { text: string }).text).toSorted(),
    people.toSorted(),
  )
})

test('gives up mail after five days', async (t) => {
  const { mailServer, ...fixtures } = await withServer(t)
  await queue(fixtures.db, 'bo@example.com')
  await sql`update mail set created_at = now() - interval '6 days'`.execute(fixtures.db)
  await fixtures.runJobs()
  assert.deepEqual(
    [mailServer.mails.length, await listOutbox(fixtures)],
    [0, [['bo@example.com', 'failed', 0, 'Not sent within 5 days']]],
  )
})

test('puts the code into the mail that it sends, and keeps no copy', async (t) => {
  const { mailServer, ...fixtures } = await withServer(t)
  const code = 'a-code-that-signs-somebody-in'
  await inTransaction(fixtures.db, (tx) =>
    queueMailWithCode(tx, testMasterKeys, {
      to: 'bo@example.com',
      subject: 'Welcome',
      text: `Open https://app.test/register/${CODE_PLACEHOLDER} now`,
      code,
    }),
  )
  const readRow = async () =>
    (await sql<{ row: string }>`select mail::text as row from mail`.execute(fixtures.db)).rows[0]!
      .row
  assert.ok(!(await readRow()).includes(code))
  const readOutboxText = async () => (await fixtures.admin.call(outbox.listOutbox)).items[0]!.text
  assert.ok((await readOutboxText()).includes(`/register/${CODE_PLACEHOLDER} `))
  await fixtures.runJobs()
  assert.ok(mailServer.mails[0]!.text!.includes(`https://app.test/register/${code} now`))
  assert.doesNotMatch(await readRow(), /sealed/)
  assert.ok((await readOutboxText()).includes(`/register/${CODE_PLACEHOLDER} `))
})
