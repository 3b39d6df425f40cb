// A guest gets a mail when somebody replies to their comment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { newestCode } from '../../test/mail-codes.ts'
import { rawRequest } from '../../test/raw-request.ts'
import {
  GUEST,
  openLink,
  sendAsGuest,
  shareOffline,
  shareWithGuest,
} from '../../test/share-fixtures.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { changeFile } from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { checkBeforeSending } from '../notifications/reactions/digest.ts'
import * as offlines from '../offlines/contract.ts'
import type { MailLanguage } from '../studios/contract.ts'
import * as contract from './contract.ts'

type Mail = { id: string; subject: string; text: string; headers: Record<string, string> }

async function discuss(fixtures: Fixtures, more: Partial<contract.NewShare> = {}) {
  const shared = await shareOffline(fixtures, more)
  const written = await sendAsGuest(fixtures, shared.opened, 'POST', 'comments', {
    text: 'Too dark',
    frame: 50,
  })
  const comment = written.json<contract.SharedComment>()._id
  const reply = (text: string, by = fixtures.a.people.vendor) =>
    by.call(offlines.createComment, {
      params: { id: shared.offline._id },
      body: { text, replyTo: comment },
    })
  const before = (await mailsTo(fixtures)).length
  const newMails = async () => (await mailsTo(fixtures)).slice(before)
  return { ...shared, reply, newMails }
}

async function mailsTo({ db }: Fixtures): Promise<Mail[]> {
  const { rows } = await sql<Mail>`select id, subject, text, headers from mail
    where to_address = ${GUEST} order by created_at, id`.execute(db)
  return rows
}

test('mails a guest that somebody replied, with a link that opens the share', async (t) => {
  const fixtures = await loadFixtures(t)
  const { reply, newMails, code } = await discuss(fixtures)
  await reply('Brighter now')
  await fixtures.runJobs()
  const [mail, ...others] = await newMails()
  assert.equal(others.length, 0)
  assert.equal(mail!.subject, 'Reply to your comment: Project a · Trailer a')
  assert.doesNotMatch(mail!.text, /Brighter now/)
  const further = await newestCode(fixtures, 's', GUEST)
  assert.notEqual(further, code)
  for (const each of [code, further])
    assert.equal((await openLink(fixtures, each)).share.guest.email, GUEST)
})

test('bundles the replies of a few minutes', async (t) => {
  const fixtures = await loadFixtures(t, { MAIL_WINDOW_SECONDS: '60' })
  const { reply, newMails } = await discuss(fixtures)
  const { vendor, studio } = fixtures.a.people
  await reply('Brighter now', vendor)
  await fixtures.runJobs()
  await reply('Please look again', studio)
  await fixtures.runJobs()
  assert.deepEqual(await newMails(), [], 'nothing is sent before the time has passed')
  await sql`update job set run_at = now() where kind = 'send-share-replies'`.execute(fixtures.db)
  await fixtures.runJobs()
  assert.deepEqual(
    (await newMails()).map(({ subject }) => subject),
    ['2 replies to your comments: Project a · Trailer a'],
  )
})

test('mails a reply once to a guest with two links', async (t) => {
  const fixtures = await loadFixtures(t)
  const { offline, reply, newMails } = await discuss(fixtures)
  await shareWithGuest(fixtures, fixtures.a.people.studio, {
    kind: 'offline',
    subject: offline._id,
    mayComment: true,
  })
  const before = (await newMails()).length
  await reply('Brighter now')
  await reply('And sharper')
  await fixtures.runJobs()
  const subjects = (await newMails()).slice(before).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['2 replies to your comments: Project a · Trailer a'])
})

test('writes in the language of the share', async (t) => {
  const fixtures = await loadFixtures(t)
  const subjects: Record<MailLanguage, RegExp> = {
    en: /^Reply to your comment/,
    de: /^Antwort auf Ihren Kommentar/,
    ar: /^رد على تعليقك/,
  }
  for (const [mailLanguage, subject] of Object.entries(subjects)) {
    const { reply, newMails } = await discuss(fixtures, {
      mailLanguage: mailLanguage as MailLanguage,
    })
    await reply('Brighter now')
    await fixtures.runJobs()
    assert.match((await newMails())[0]!.subject, subject)
  }
})

test('sends nothing after the share ended, under embargo or to people who unsubscribed', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const silences: ((shared: Awaited<ReturnType<typeof discuss>>) => Promise<unknown>)[] = [
    ({ share }) => studio.call(contract.revokeShare, { params: { id: share._id } }),
    ({ share }) =>
      sql`update share set expires_at = now() where id = ${share._id}`.execute(fixtures.db),
    ({ share }) =>
      studio.call(changeFile, {
        params: { id: share.files[0]!._id },
        body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
      }),
    async ({ reply, newMails }) => {
      await reply('One')
      await fixtures.runJobs()
      const [mail] = await newMails()
      const url = mail!.headers['List-Unsubscribe']!.slice(1, -1)
      await rawRequest(fixtures, url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    },
  ]
  for (const silence of silences) {
    const shared = await discuss(fixtures)
    await silence(shared)
    const sent = (await shared.newMails()).length
    await shared.reply('Brighter now', studio)
    await fixtures.runJobs()
    assert.equal((await shared.newMails()).length, sent, silence.toString())
  }
})

test('withdraws a mail that waits when the share is revoked', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const { share, reply, newMails } = await discuss(fixtures)
  await reply('Brighter now')
  await fixtures.runJobs()
  const [{ id }] = (await newMails()) as [Mail]
  assert.equal(await checkBeforeSending(fixtures.db, id), true)
  await studio.call(contract.revokeShare, { params: { id: share._id } })
  assert.equal(await checkBeforeSending(fixtures.db, id), false)
  const { rows } = await sql<{ code: string | null; error: string }>`
    select code, error from mail where id = ${id}`.execute(fixtures.db)
  assert.match(rows[0]!.error, /^Withdrawn/)
  assert.equal(rows[0]!.code, null)
})

test('replacing the link of a recipient ends the links of all mails', async (t) => {
  const fixtures = await loadFixtures(t)
  const { share, reply, code } = await discuss(fixtures)
  await reply('Brighter now')
  await fixtures.runJobs()
  const further = await newestCode(fixtures, 's', GUEST)
  await fixtures.a.people.studio.call(contract.sendShareLink, {
    params: { id: share._id },
    body: { recipient: share.recipients[0]!._id },
  })
  await fixtures.runJobs()
  for (const each of [code, further])
    await expectProblem(openLink(fixtures, each), 404, 'share.not-found')
  assert.ok(await openLink(fixtures, await newestCode(fixtures, 's', GUEST)))
})
