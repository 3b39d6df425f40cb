import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeRequest, orderWithoutMaterials, createRequestAt } from '../../test/work-requests.ts'
import { newOrder } from '../../test/orders.ts'
import { EMBARGOED, LIFTED, setEmbargo, loadEmbargoFixtures } from '../../test/embargo-fixtures.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { statementsOf } from '../../test/statements-of.ts'
import {
  loadFixtures,
  type TestUser,
  type StudioFixtures,
  type Fixtures,
} from '../../test/fixtures.ts'
import type { Db } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import { emit } from '../kernel/events/emit.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { createOffline } from '../offlines/contract.ts'
import { changeUser, type Preferences } from '../users/contract.ts'
import { DEFAULT_PREFERENCES } from '../users/rules/user.ts'
import { queueDeliveries } from '../webhooks/reactions/push.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import * as contract from './contract.ts'
import { pruneMail } from './reactions/digest.ts'
import { notify } from './reactions/notify.ts'

const prefer = (person: TestUser, mail: Partial<Preferences['mail']>, tz?: string) =>
  person.call(changeUser, {
    params: { id: person._id },
    body: { preferences: { mail: { ...DEFAULT_PREFERENCES.mail, ...mail }, ...(tz && { tz }) } },
  })
const submit = ({ people, ...side }: StudioFixtures) =>
  people.territory.call(createWorkRequest, {
    body: newOrder({ people, ...side }, { status: 'submitted' }),
  })
type Row = {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  digest_at: Date | null
}
const mailsTo = async (db: Db, { email }: TestUser) =>
  (
    await sql<Row>`
      select subject, text, html, headers, digest_at from mail
      where to_address = ${email} order by created_at, id`.execute(db)
  ).rows
const sentOf = async (person: TestUser) =>
  (await person.call(contract.listNotifications, { range: { first: 0, last: 99 } })).items.map(
    ({ sent }) => sent,
  )
const flags = async (db: Db) =>
  new Set(
    (
      await sql<{
        digested: boolean
      }>`select digested from event where notify_groups <> '{}'`.execute(db)
    ).rows.map(({ digested }) => digested),
  )
/** Makes every digest due and sends it. */
async function sendDigests({ db, runJobs }: Pick<Fixtures, 'db' | 'runJobs'>) {
  await sql`update notification set due_at = now() where due_at is not null`.execute(db)
  await sql`insert into job (kind, payload) values ('enqueue-digests', '{}')`.execute(db)
  await runJobs()
  await sql`insert into job (kind, payload) values ('enqueue-digests', '{}')`.execute(db)
  await runJobs()
}

test('mails at once in the same transaction, with one-click unsubscribe', async (t) => {
  const { a, db, runJobs } = await loadFixtures(t)
  const { _id: id } = await submit(a)
  await runJobs()
  const mails = await mailsTo(db, a.people.vendor)
  assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
    'Project a · Trailer a · German · DE: A work request is awaiting materials (automatic, because materials are missing)',
    'Project a · Trailer a · German · DE: territory a submitted a work request',
  ])
  const { text, headers } = mails.find(({ subject }) => subject.includes('awaiting materials'))!
  assert.match(
    text,
    /^Hello vendor a,\n\nTo work on\n\n- Trailer a, German: awaiting materials, automatic, because materials are missing\n/,
  )
  assert.ok(text.includes(`http://app.test/workrequests/${id}\n`))
  assert.match(
    headers['List-Unsubscribe']!,
    /^<http:\/\/reelay\.test\/api\/users\/unsubscribe\?code=[\w-]{32,}>$/,
  )
  assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
  assert.deepEqual(
    [await sentOf(a.people.vendor), await flags(db)],
    [[true, true], new Set([true])],
  )
  assert.deepEqual(await mailsTo(db, a.people.territory), [], 'the originator is not notified')
})

test('follows the mail preference: off, at once or digest', async (t) => {
  const { a, db, runJobs } = await loadFixtures(t)
  for (const [mail, mails] of [
    [{ enabled: false }, 0],
    [{ work_requests: -1 }, 0],
    [{ work_requests: 86_400 }, 0],
    [{ work_requests: 0 }, 2],
  ] as const) {
    await prefer(a.people.vendor, mail)
    await submit(a)
    await runJobs()
    assert.equal((await mailsTo(db, a.people.vendor)).length, mails, JSON.stringify(mail))
  }
  const { rows } = await sql<{
    due: boolean
    many: number
  }>`
    select due_at is not null as due, count(*) as many from notification group by 1
    order by 1`.execute(db)
  assert.deepEqual(rows, [
    { due: false, many: 6 },
    { due: true, many: 2 },
  ])
})

test('writes one grouped digest mail, however many workers try', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  await prefer(a.people.vendor, { work_requests: 3600, files: -1, ingest: -1 }, 'Europe/Berlin')
  const id = await createRequestAt(a, 'in-progress')
  await changeRequest(a.people.studio, id, { status: 'cancelled', reason: 'x' })
  await submit(a)
  await fixtures.runJobs()
  assert.deepEqual(
    [await mailsTo(db, a.people.vendor), await flags(db)],
    [[], new Set([false])],
    'the digest and the digested flag are pending',
  )
  await sql`update notification set due_at = now() where due_at is not null`.execute(db)
  await sql`
    insert into job (kind, payload)
    select 'write-digest', jsonb_build_object('person', ${a.people.vendor._id}::text)
    from generate_series(1, 4)`.execute(db)
  await Promise.all([fixtures.runJobs(), fixtures.runJobs(), fixtures.runJobs()])
  await sendDigests(fixtures)
  const [mail, ...more] = await mailsTo(db, a.people.vendor)
  assert.deepEqual(more, [])
  assert.equal(mail!.subject, 'Reelay: 1 to work on, 1 for your information')
  assert.match(
    mail!.text,
    /To work on\n\n- Trailer a, German: submitted → awaiting materials, by territory a, automatic, because materials are missing\n/,
  )
  assert.match(
    mail!.text,
    /For your information\n\n- Trailer a, German: submitted → in progress → cancelled, by territory a and studio a\n {2}\w{3} \d+ \w{3} \d{4}, \d\d:\d\d \(Europe\/Berlin\) · due/,
  )
  assert.match(mail!.text, /Reelay sends you these mails every hour\./)
  assert.ok((await sentOf(a.people.vendor)).every(Boolean))
  assert.deepEqual(await flags(db), new Set([true]))
})

test('sends no digest after mail was turned off, also not later', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  await prefer(a.people.vendor, { work_requests: 3600 })
  await submit(a)
  await fixtures.runJobs()
  await prefer(a.people.vendor, { enabled: false })
  await sendDigests(fixtures)
  await prefer(a.people.vendor, { work_requests: 0 })
  await sendDigests(fixtures)
  assert.deepEqual(
    [await mailsTo(db, a.people.vendor), await sentOf(a.people.vendor), await flags(db)],
    [[], [false, false], new Set([true])],
  )
})

test('moves late events to the next digest', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  await prefer(a.people.vendor, { work_requests: 3600 })
  await submit(a)
  await fixtures.runJobs()
  const hour = sql`date_trunc('hour', now())`
  await sql`
    insert into mail (to_address, subject, text, person_id, digest_at)
    values ('x', 'made', 'x', ${a.people.vendor._id}, ${hour})`.execute(db)
  await sql`update notification set due_at = ${hour} where due_at is not null`.execute(db)
  await sql`insert into job (kind, payload) values ('enqueue-digests', '{}')`.execute(db)
  await fixtures.runJobs()
  assert.deepEqual(await mailsTo(db, a.people.vendor), [])
  const { rows } = await sql<{ late: boolean }>`
    select due_at = ${hour} + interval '1 hour' as late from notification
    where to_id = ${a.people.vendor._id}`.execute(db)
  assert.deepEqual(rows, [{ late: true }, { late: true }])
  await sendDigests(fixtures)
  assert.equal((await mailsTo(db, a.people.vendor)).length, 1)
})

test('leaves invisible events out of a digest', async (t) => {
  const embargoed = await loadEmbargoFixtures(t, Buffer.from('secret text'))
  const { a, db, request, file } = embargoed
  await sql`delete from mail`.execute(db)
  await sql`update notification set due_at = null`.execute(db)
  await prefer(a.people.territory, { work_requests: 3600, files: 3600 })
  await a.people.vendor.call(createOffline, { body: { workRequest: request, file } })
  await changeRequest(a.people.vendor, request, { status: 'in-progress', reason: 'x' })
  await embargoed.runJobs()
  await setEmbargo(embargoed, EMBARGOED)
  await sendDigests(embargoed)
  const mails = await mailsTo(db, a.people.territory)
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.text, /in progress/)
  assert.doesNotMatch(mails[0]!.text + mails[0]!.html, /offline/)
  await setEmbargo(embargoed, LIFTED)
  await sendDigests(embargoed)
  assert.equal(
    (await mailsTo(db, a.people.territory)).length,
    1,
    'omitted events are not sent later',
  )
})

test('withdraws a queued mail with hidden content and sends the rest later', async (t) => {
  const box = await startMailServer()
  t.after(() => box.close())
  const fixtures = await loadFixtures(t, { SMTP_URL: box.url })
  const { a, db } = fixtures
  await prefer(a.people.vendor, { work_requests: 3600 })
  const [first, second] = [await submit(a), await submit(a)]
  await fixtures.runJobs()
  await box.close()
  await sendDigests(fixtures)
  await changeRequest(a.people.territory, first._id, { status: 'incomplete' })
  await box.open()
  await sql`update mail set next_at = now() where sent_at is null`.execute(db)
  await sql`insert into job (kind, payload) values ('send-mail', '{}')`.execute(db)
  await fixtures.runJobs()
  assert.equal(
    box.mails.filter((mail) => (mail.to as { text: string }).text === a.people.vendor.email).length,
    0,
  )
  await sendDigests(fixtures)
  const mine = box.mails.filter(
    (mail) => (mail.to as { text: string }).text === a.people.vendor.email,
  )
  assert.equal(mine.length, 1)
  assert.ok(mine[0]!.text!.includes(second._id) && !mine[0]!.text!.includes(first._id))
})

test('notifies but does not mail people who have not accepted their invitation', async (t) => {
  const { a, db, runJobs } = await loadFixtures(t)
  await sql`update person set registered = false where id = ${a.people.vendor._id}`.execute(db)
  await submit(a)
  await runJobs()
  assert.deepEqual(
    [await mailsTo(db, a.people.vendor), (await sentOf(a.people.vendor)).length],
    [[], 2],
  )
})

test('prunes old event mails but not queued or account mails', async (t) => {
  const { a, db } = await loadFixtures(t)
  const write = (subject: string, person: string | null, days: number, sent: boolean) =>
    sql`
    insert into mail (to_address, subject, text, person_id, created_at, sent_at)
      values ('x', ${subject}, 'x', ${person}, now() - make_interval(days => ${days}),
        case when ${sent} then now() end)`.execute(db)
  for (const [subject, person, days, sent] of [
    ['old news', a.people.vendor._id, 31, true],
    ['news', a.people.vendor._id, 29, true],
    ['waits', a.people.vendor._id, 31, false],
    ['account', null, 31, true],
  ] as const)
    await write(subject, person, days, sent)
  await inTransaction(db, pruneMail)
  assert.deepEqual(
    (
      await sql<{ subject: string }>`select subject from mail order by subject`.execute(db)
    ).rows.map(({ subject }) => subject),
    ['account', 'news', 'waits'],
  )
})

test('notifies a thousand people with as many statements as ten', async (t) => {
  const { a, db } = await loadFixtures(t)
  const notifyPeople = async (many: number) => {
    await sql`
      with hired as (
        insert into person
          (email, name, invited, approved, registered, confirmed, preferences)
        select 'p' || number || '-' || ${many} || '@example.com', 'Person ' || number,
          true, true, true, true, ${JSON.stringify(DEFAULT_PREFERENCES)}::jsonb
        from generate_series(1, ${many}::int) number returning id),
      members as (
        insert into membership (person_id, studio_id, roles)
        select id, ${a.studio._id}, '{vendor}' from hired)
      insert into group_person (group_id, person_id)
      select ${a.vendors._id}, id from hired`.execute(db)
    const { _id: id } = await a.people.territory.call(createWorkRequest, {
      body: orderWithoutMaterials(a, { status: 'submitted' }),
    })
    await sql`delete from job`.execute(db)
    await inTransaction(db, (tx) =>
      emit(tx, {
        type: 'wip',
        from: a.people.territory._id,
        studio: a.studio._id,
        workRequest: id,
        asset: a.asset._id,
        details: { status: 'in-progress' },
        notify: { users: [], groups: [a.vendors._id] },
      }),
    )
    const {
      rows: [event],
    } = await sql<{ id: string }>`
      select payload ->> 'event' as id from job where kind = 'notify'`.execute(db)
    const began = performance.now()
    const urls = { appUrl: 'http://app.test', publicUrl: 'http://reelay.test', mailWindow: 0 }
    const { batch } = notify(urls, queueDeliveries)
    const statements = await statementsOf(() =>
      inTransaction(db, (tx) => batch(tx, [{ event: event!.id }] as never[])),
    )
    t.diagnostic(
      `${many} people notified and mailed in ${Math.round(performance.now() - began)} ms`,
    )
    const {
      rows: [counts],
    } = await sql<{
      notified: number
      mailed: number
    }>`
      select count(*) as notified, count(*) filter (where sent) as mailed from notification
      where event_id = ${event!.id}`.execute(db)
    return { ...counts!, statements: statements.length }
  }
  const ten = await notifyPeople(10)
  const thousand = await notifyPeople(1000)
  assert.deepEqual(
    [ten.notified, ten.mailed, thousand.notified, thousand.mailed],
    [11, 11, 1011, 1011],
  )
  assert.equal(thousand.statements, ten.statements)
})
