import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadFile } from '../../test/orders.ts'
import { changeRequest, orderWithoutMaterials } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { tokenAuth } from '../../test/raw-http.ts'
import { asOwner } from '../../test/database-owner.ts'
import { PASSWORD, loadFixtures } from '../../test/fixtures.ts'
import { exportAudit } from '../kernel/audit/export.ts'
import { isSignedBy } from '../kernel/audit/heads.ts'
import { sealAudit } from '../kernel/audit/seal.ts'
import { verifyAudit } from '../kernel/audit/verify.ts'
import { changeAsset } from '../assets/contract.ts'
import { startDownloads } from '../downloads/contract.ts'
import { removeFile } from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { createToken } from '../sessions/contract.ts'
import { changeUser, disableUser, inviteUser } from '../users/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import * as contract from './contract.ts'

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

test('records a refused change with its outcome, in the chain of the studio', async (t) => {
  const { a, b, db } = await loadFixtures(t)
  const { studio, territory } = a.people
  const { _id: id } = await territory.call(createWorkRequest, { body: orderWithoutMaterials(a) })
  const move = (person: typeof studio) =>
    changeRequest(person, id, { status: 'approved', reason: 'Now' })
  await expectProblem(move(studio), 409, 'work-request.move-not-allowed')
  await expectProblem(
    studio.call(changeAsset, {
      params: { id: a.asset._id },
      body: { workflow: { phase: 'FINAL' } },
    }),
    409,
    'phase.move-not-allowed',
  )
  await expectProblem(move(b.people.studio), 404, 'work-request.not-found')
  const { items } = await studio.call(contract.listAudit, { query: { outcome: 'refused' } })
  assert.deepEqual(
    items.map(({ about, by, studios, outcome, asked }) => [
      about.name,
      about._id,
      by!._id,
      studios,
      outcome,
      asked,
    ]),
    [
      [
        a.asset.name,
        a.asset._id,
        studio._id,
        [a.studio._id],
        'refused',
        { workflow: { phase: 'FINAL' } },
      ],
      [
        a.asset.name,
        id,
        studio._id,
        [a.studio._id],
        'refused',
        { status: 'approved', reason: 'Now' },
      ],
    ],
  )
  await sealAudit(db)
  assert.deepEqual((await verifyAudit(db)).broken, [])
  const exported = (await Array.fromAsync(exportAudit(db, { chain: a.studio._id }))).map(
    (line) => JSON.parse(line) as { outcome?: string },
  )
  assert.deepEqual(
    exported.flatMap(({ outcome }) => outcome ?? []),
    ['refused', 'refused'],
  )
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
  assert.equal(await entries(), before! + 1)
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
  await expectProblem(a.people.vendor.call(contract.listAudit), 403, 'permission.required')
  await expectProblem(a.people.studio.call(contract.verifyAudit), 403, 'permission.required')
})

test('shows a manager nothing about other studios in the input', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  const memberships = [a, b].map(({ studio }) => ({
    studio: studio._id,
    roles: ['guest' as const],
  }))
  const { _id } = await admin.call(inviteUser, {
    body: { emailNormal: 'both@example.com', name: 'Both', roles: ['guest'], memberships },
  })
  const inputSeenBy = async (reader: typeof admin) =>
    (await reader.call(contract.listAudit, { query: { about: _id } })).items[0]!.asked
  const { memberships: own } = (await inputSeenBy(a.people.studio)) as { memberships: unknown }
  assert.deepEqual(own, [memberships[0]])
  const { memberships: all } = (await inputSeenBy(admin)) as { memberships: unknown }
  assert.deepEqual(all, memberships)
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
  }>`select coalesce(string_agg(a::text, ' '), '') as text from audit a`.execute(db)
  assert.match(rows[0]!.text, /redacted/)
  for (const secret of [canary, PASSWORD, token]) assert.ok(!rows[0]!.text.includes(secret))
})

test('signs the heads of the chains that the reader may see', async (t) => {
  const { a, b, admin, db } = await loadFixtures(t)
  await a.people.territory.call(createWorkRequest, { body: orderWithoutMaterials(a) })
  await sealAudit(db)
  const all = await admin.call(contract.getAuditHeads)
  assert.deepEqual(
    [a.studio._id, b.studio._id, 'installation'].toSorted(),
    all.heads.map(({ chain }) => chain).toSorted(),
  )
  const { publicKey, ...own } = await a.people.studio.call(contract.getAuditHeads)
  assert.deepEqual(
    own.heads.map(({ chain }) => chain),
    [a.studio._id],
  )
  assert.ok(isSignedBy(publicKey, own))
  assert.ok(!isSignedBy(publicKey, { ...own, at: '2020-01-01T00:00:00.000000Z' }))
})

test('verifies the chains and a stored head', async (t) => {
  const { a, admin, db } = await loadFixtures(t)
  await a.people.territory.call(createWorkRequest, { body: orderWithoutMaterials(a) })
  await sealAudit(db)
  const whole = await admin.call(contract.verifyAudit)
  assert.deepEqual([whole.broken, whole.unsealed, whole.stands], [null, 0, null])
  const stands = async (head: string) =>
    (await admin.call(contract.verifyAudit, { query: { head } })).stands
  assert.equal(await stands(whole.head!), true)
  assert.equal(await stands('0'.repeat(64)), false)
  const {
    items: [last],
  } = await a.people.studio.call(contract.listAudit)
  assert.equal(last!.sealed, true)
  await asOwner(db, sql`update audit set by_name = 'Somebody else' where id = ${last!._id}`)
  const { broken } = await admin.call(contract.verifyAudit)
  assert.deepEqual(
    [broken!.chain, broken!.problem, broken!.entry, broken!.at],
    [a.studio._id, 'changed', last!._id, last!.at],
  )
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

test('exports a table that is longer than one part', async (t) => {
  const { a, app, db } = await loadFixtures(t)
  await sql`
    insert into audit (action, about_kind, studios)
    select 'POST /test', 'test', ${[a.studio._id]}::text[] from generate_series(1, 20500)
  `.execute(db)
  const { body } = await app.fastify.inject({
    url: '/api/audit?format=csv&kind=test',
    headers: tokenAuth(a.people.studio),
  })
  const [head, ...rows] = body.trimEnd().split('\r\n')
  assert.match(head!, /^at,by,/)
  assert.deepEqual([rows.length, rows.filter((row) => row === head).length], [20_500, 0])
})

test('shows a studio that an admin has removed a person from it, or disabled one', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  const { guest, vendor } = a.people
  await admin.call(changeUser, { params: { id: guest._id }, body: { studios: [b.studio._id] } })
  await admin.call(disableUser, { params: { id: vendor._id } })
  const actsAbout = async (reader: typeof admin, about: string) =>
    (await reader.call(contract.listAudit, { query: { about } })).items.map(({ act }) => act)
  assert.deepEqual((await actsAbout(a.people.studio, guest._id))[0], 'PUT /users/:id')
  assert.deepEqual((await actsAbout(b.people.studio, guest._id))[0], 'PUT /users/:id')
  assert.deepEqual((await actsAbout(a.people.studio, vendor._id))[0], 'DELETE /users/:id')
  assert.deepEqual(await actsAbout(b.people.studio, vendor._id), [])
})

test('shows a studio what an admin has removed from it', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  const { _id: id, name } = await uploadFile(a.people.vendor, a, 'clip.txt')
  await admin.call(removeFile, { params: { id } })
  const actsIn = async ({ people: { studio } }: typeof a) =>
    (await studio.call(contract.listAudit, { query: { about: id, act: 'DELETE' } })).items
  assert.deepEqual(
    (await actsIn(a)).map(({ act, about, by }) => [act, about.name, by!._id]),
    [['DELETE /files/:id', name, admin._id]],
  )
  assert.deepEqual(await actsIn(b), [])
})
