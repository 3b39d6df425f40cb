import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { uploadFile } from '../../test/orders.ts'
import { changeRequest, orderWithoutMaterials } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { sealAudit } from '../kernel/audit/seal.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { startDownloads } from '../downloads/contract.ts'
import { createToken } from '../sessions/contract.ts'
import { changeUser, inviteUser } from '../users/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import * as contract from './contract.ts'

const seal = ({ db }: Fixtures) => inTransaction(db, sealAudit)
const asRoot = ({ db }: Fixtures, change: ReturnType<typeof sql>) =>
  inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change.execute(tx)
  })

test('records who did what to which record, with the input and a summary', async (t) => {
  const { a } = await loadFixtures(t)
  const request = await a.people.territory.call(createWorkRequest, {
    body: orderWithoutMaterials(a),
  })
  await changeRequest(a.people.studio, request._id, { status: 'cancelled', reason: 'Not needed' })
  const {
    items: [cancelled, ordered],
  } = await a.people.studio.call(contract.listAudit, { query: { about: request._id } })
  assert.deepEqual(
    [
      cancelled!.by,
      cancelled!.act,
      cancelled!.summary,
      cancelled!.about,
      cancelled!.asked,
      cancelled!.studios,
    ],
    [
      { _id: a.people.studio._id, name: cancelled!.by!.name },
      'PUT /workrequests/:id',
      'Change a work request; a status in the body moves it',
      { kind: 'workrequests', _id: request._id, name: a.asset.name },
      { status: 'cancelled', reason: 'Not needed' },
      [a.studio._id],
    ],
  )
  assert.deepEqual([ordered!.act, ordered!.by!._id], ['POST /workrequests', a.people.territory._id])
})

test('does not record personal state', async (t) => {
  const { admin, a } = await loadFixtures(t)
  const { guest } = a.people
  const entries = async () =>
    (await admin.call(contract.listAudit, { query: { about: guest._id } })).total
  const before = await entries()
  await guest.call(changeUser, {
    params: { id: guest._id },
    body: {
      orderQueue: [{ asset: a.asset._id }],
      preferences: { reports: { workRequests: { dashboard: [], hiddenCharts: [] } } },
    },
  })
  assert.equal(await entries(), before)
  await guest.call(changeUser, {
    params: { id: guest._id },
    body: { orderQueue: [], name: 'Gast' },
  })
  assert.equal(await entries(), before + 1)
  await expectProblem(
    admin.call(changeUser, {
      params: { id: guest._id },
      body: { orderQueue: [{ asset: a.asset._id }] },
    }),
    403,
    'field.protected',
  )
  await expectProblem(
    admin.call(changeUser, {
      params: { id: guest._id },
      body: {
        preferences: { reports: { workRequests: { dashboard: [], hiddenCharts: ['risk'] } } },
      },
    }),
    403,
    'field.protected',
  )
})

test('records sign-ins and downloads', async (t) => {
  const { a, app } = await loadFixtures(t)
  const file = await uploadFile(a.people.studio, a)
  const { email, token } = a.people.vendor
  await app.fastify.inject({
    url: '/api/session',
    headers: { authorization: `Basic ${btoa(`${email}:${PASSWORD}`)}` },
  })
  await app.fastify.inject({
    url: `/api/files/${file._id}/content`,
    headers: { authorization: `Basic ${btoa(`${email}:token-${token}`)}` },
  })
  await a.people.vendor.call(startDownloads, { body: { files: [file._id] } })
  const { items } = await a.people.studio.call(contract.listAudit, { query: { who: email } })
  assert.deepEqual(
    items.slice(0, 3).map(({ act }) => act),
    ['POST /downloads', 'GET /files/:id/content', 'GET /session'],
  )
  assert.equal(items[2]!.summary, 'Sign in')
})

test('records every download before its bytes', async (t) => {
  const { a, app, db } = await loadFixtures(t)
  const file = await uploadFile(a.people.studio, a)
  await sql`alter table audit add constraint full_disk check (about_kind <> 'files')
    not valid`.execute(db)
  const { statusCode, body } = await app.fastify.inject({
    url: `/api/files/${file._id}/content`,
    headers: {
      authorization: `Basic ${btoa(`${a.people.vendor.email}:token-${a.people.vendor.token}`)}`,
    },
  })
  assert.ok(statusCode >= 500)
  assert.doesNotMatch(body, /some bytes/)
})

test('shows a studio its own entries, and installation entries to admins only', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  await b.people.territory.call(createWorkRequest, { body: orderWithoutMaterials(b) })
  await a.people.territory.call(createWorkRequest, { body: orderWithoutMaterials(a) })
  const { items } = await a.people.studio.call(contract.listAudit)
  assert.ok(items.length > 0)
  assert.ok(items.every(({ studios }) => studios.length === 1 && studios[0] === a.studio._id))
  assert.ok(
    (await admin.call(contract.listAudit, { query: { studio: b.studio._id } })).items.length > 0,
  )
  await expectProblem(a.people.vendor.call(contract.listAudit), 403, 'right.missing')
  await expectProblem(a.people.studio.call(contract.verifyAudit), 403, 'right.missing')
})

test('never contains a secret', async (t) => {
  const { admin, a, db } = await loadFixtures(t)
  const canary = 'Canary-7f3a-yellow-Feather'
  await admin.call(inviteUser, {
    body: {
      emailNormal: 'bo@example.com',
      name: 'Bo',
      roles: ['guest'],
      studios: [a.studio._id],
      password: canary,
    },
  })
  const { token } = await a.people.vendor.call(createToken, { body: { name: 'script' } })
  await a.people.vendor.call(changeUser, {
    params: { id: a.people.vendor._id },
    body: { password: canary, currentPassword: PASSWORD },
  })
  const { rows } = await sql<{
    text: string
  }>`select coalesce(string_agg(audit_text(a), ' '), '') as text from audit a`.execute(db)
  assert.match(rows[0]!.text, /redacted/)
  for (const secret of [canary, PASSWORD, token]) assert.ok(!rows[0]!.text.includes(secret))
})

test('cannot be changed', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  await a.people.territory.call(createWorkRequest, { body: orderWithoutMaterials(a) })
  await seal(fixtures)
  for (const change of [
    sql`update audit set act = 'nothing'`,
    sql`update audit set seal = 7`,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`update audit_seal set hash = ''`,
    sql`delete from audit_seal`,
  ])
    await assert.rejects(change.execute(db), /append-only/)
  assert.equal((await sql`select from audit where act = 'nothing'`.execute(db)).rows.length, 0)
  assert.ok((await sql`select from audit`.execute(db)).rows.length > 0)
})

test('detects changes to sealed entries, even by the owner of the database', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, admin, db } = fixtures
  for (let turn = 0; turn < 3; turn++) {
    await a.people.territory.call(createWorkRequest, { body: orderWithoutMaterials(a) })
    await seal(fixtures)
  }
  const whole = await admin.call(contract.verifyAudit)
  assert.deepEqual([whole.broken, whole.unsealed, whole.stands], [null, 0, null])
  assert.equal(
    (await admin.call(contract.verifyAudit, { query: { head: whole.head! } })).stands,
    true,
  )
  const {
    rows: [last],
  } = await sql<{
    number: number
    seal: number
  }>`select number, seal from audit order by number desc limit 1`.execute(db)

  await asRoot(
    fixtures,
    sql`update audit set by_name = 'Somebody else' where number = ${last!.number}`,
  )
  assert.equal((await admin.call(contract.verifyAudit)).broken?.seal, last!.seal)
  await asRoot(fixtures, sql`delete from audit where seal = 2`)
  assert.equal((await admin.call(contract.verifyAudit)).broken?.seal, 2)
  await asRoot(fixtures, sql`delete from audit_seal where id > 1`)
  await asRoot(fixtures, sql`delete from audit where seal > 1`)
  const cut = await admin.call(contract.verifyAudit, { query: { head: whole.head! } })
  assert.deepEqual([cut.broken, cut.stands], [null, false])
})

test('exports a table', async (t) => {
  const { a, app } = await loadFixtures(t)
  await a.people.territory.call(createWorkRequest, { body: orderWithoutMaterials(a) })
  const { headers, body } = await app.fastify.inject({
    url: '/api/audit?format=csv&kind=workrequests',
    headers: {
      authorization: `Basic ${btoa(`${a.people.studio.email}:token-${a.people.studio.token}`)}`,
    },
  })
  assert.match(String(headers['content-type']), /^text\/csv/)
  assert.equal(body.trim().split('\r\n').length, 2)
})
