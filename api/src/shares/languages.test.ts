// People without an account get mails in the language that the sender or the studio has chosen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { GUEST, shareWithGuest } from '../../test/share-fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { inviteToRequest } from '../invitations/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import { changeStudio, MAIL_LANGUAGES, type MailLanguage } from '../studios/contract.ts'
import * as contract from './contract.ts'

const WORDS: Record<MailLanguage, { share: RegExp; delivery: RegExp }> = {
  en: { share: /You need no account/, delivery: /^Hello,/ },
  de: { share: /Sie brauchen kein Konto/, delivery: /^Guten Tag,/ },
  ar: { share: /لا تحتاج إلى حساب/, delivery: /^مرحبًا،/ },
}

async function newestMail({ db }: Fixtures): Promise<{ subject: string; text: string }> {
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, text from mail where to_address = ${GUEST}
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]!
}

const setLanguage = ({ a }: Fixtures, mailLanguage: MailLanguage) =>
  a.people.studio.call(changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { mailLanguage } },
  })

test('sends the link in the language that the sender chooses', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const file = await uploadFile(studio, fixtures.a, 'trailer.mp4')
  const body = { kind: 'files' as const, files: [file._id], passphrase: 'velvet-anchor-9' }
  for (const language of MAIL_LANGUAGES) {
    const { share } = await shareWithGuest(fixtures, studio, { ...body, mailLanguage: language })
    assert.equal(share.mailLanguage, language)
    const { subject, text } = await newestMail(fixtures)
    assert.match(text, WORDS[language].share)
    assert.ok(subject.includes('studio a') && subject.includes('Project a'), subject)
    for (const other of MAIL_LANGUAGES)
      if (other !== language) assert.doesNotMatch(text, WORDS[other].share)
  }
  await expectProblem(
    studio.call(contract.createShare, { body: { ...body, mailLanguage: 'fr' as 'en' } }),
    422,
  )
})

test('uses the language of the studio, also for a link that is sent again', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const file = await uploadFile(studio, fixtures.a, 'trailer.mp4')
  await setLanguage(fixtures, 'de')
  const { share } = await shareWithGuest(fixtures, studio, { kind: 'files', files: [file._id] })
  assert.equal(share.mailLanguage, 'de')
  await setLanguage(fixtures, 'en')
  await studio.call(contract.sendShareLink, {
    params: { id: share._id },
    body: { recipient: share.recipients[0]!._id },
  })
  await fixtures.runJobs()
  assert.match((await newestMail(fixtures)).text, WORDS.de.share)
})

test('sends the delivery mail in the language of the studio', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db, runJobs } = fixtures
  for (const language of MAIL_LANGUAGES) {
    await setLanguage(fixtures, language)
    const request = await createRequestAt(a, 'approved')
    await sql`update work_request set status = 'complete',
      recipients = recipients || ${JSON.stringify({ Online: [GUEST] })}::jsonb
      where id = ${request}`.execute(db)
    await inTransaction(db, (tx) => enqueue(tx, 'deliver-request', { workRequest: request }))
    await runJobs()
    const { subject, text } = await newestMail(fixtures)
    assert.match(text, WORDS[language].delivery)
    assert.ok(subject.includes('Project a'), subject)
    const { items } = await a.people.studio.call(contract.listShares, {
      query: { subject: request },
    })
    assert.deepEqual(
      items.map((share) => share.mailLanguage),
      [language],
    )
  }
})

test('sends an invitation to a request in the language of the studio', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, runJobs } = fixtures
  const words: Record<MailLanguage, RegExp> = {
    en: /invited you to translate a version/,
    de: /lädt Sie ein, eine Fassung zu übersetzen/,
    ar: /ترجمة نسخة/,
  }
  for (const language of MAIL_LANGUAGES) {
    await setLanguage(fixtures, language)
    await a.people.studio.call(inviteToRequest, {
      params: { id: await createRequestAt(a, 'in-progress') },
      body: { email: GUEST, as: 'translator' },
    })
    await runJobs()
    assert.match((await newestMail(fixtures)).subject, words[language])
  }
})
