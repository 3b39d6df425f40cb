import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import type { ApiError } from '@reelay/client'
import { expectProblem } from '../../../test/expect-problem.ts'
import { loadFixtures } from '../../../test/fixtures.ts'
import { newOrder } from '../../../test/orders.ts'
import * as files from '../../files/contract.ts'
import * as groups from '../../groups/contract.ts'
import * as sessions from '../../sessions/contract.ts'
import * as studios from '../../studios/contract.ts'
import * as users from '../../users/contract.ts'
import { createWorkRequest } from '../../workrequests/contract.ts'
import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { claimKey, pruneIdempotencyKeys, runOnce, type IdempotentRequest } from './idempotency.ts'

const headers = { 'idempotency-key': 'key-1' }
const body = { name: 'Once', settings: { leadTimeHours: 48 } }

test('returns the same response for the same key and creates no second record', async (t) => {
  const { admin } = await loadFixtures(t)
  const first = await admin.send(studios.createStudio, { body, headers })
  const second = await admin.send(studios.createStudio, { body, headers })
  assert.equal(JSON.stringify(second.body), JSON.stringify(first.body))
  for (const name of ['etag', 'location', 'content-type'])
    assert.equal(second.headers.get(name), first.headers.get(name), name)
  assert.equal(
    (await admin.call(studios.listStudios)).items.filter((studio) => studio.name === 'Once').length,
    1,
  )
})

test('returns the ETag of the record in a repeated response', async (t) => {
  const { admin } = await loadFixtures(t)
  await admin.call(studios.createStudio, { body, headers })
  const again = await admin.send(studios.createStudio, { body, headers })
  const ifMatch = { 'if-match': again.headers.get('etag')! }
  assert.equal(
    (
      await admin.call(studios.changeStudio, {
        params: { id: again.body._id },
        body: { name: 'Twice' },
        headers: ifMatch,
      })
    ).name,
    'Twice',
  )
})

test('rejects a key with another body', async (t) => {
  const { admin } = await loadFixtures(t)
  await admin.call(studios.createStudio, { body, headers })
  await expectProblem(
    admin.call(studios.createStudio, { body: { name: 'Other' }, headers }),
    422,
    'idempotency.body-mismatch',
  )
})

test('rejects a key for another endpoint', async (t) => {
  const { admin } = await loadFixtures(t)
  await admin.call(studios.createStudio, { body, headers })
  await expectProblem(
    admin.call(groups.createGroup, { body: { name: 'Once', type: 'v' }, headers }),
    422,
    'idempotency.body-mismatch',
  )
})

test('lets two people use the same key', async (t) => {
  const { a, b } = await loadFixtures(t)
  const created = await Promise.all(
    [a, b].map((side) =>
      side.people.studio.call(groups.createGroup, {
        body: { name: 'Mine', type: 'v', studios: [side.studio._id] },
        headers,
      }),
    ),
  )
  assert.notEqual(created[0]!._id, created[1]!._id)
})

test('creates one record for twenty simultaneous requests with one key', async (t) => {
  const { admin } = await loadFixtures(t)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => admin.send(studios.createStudio, { body, headers })),
  )
  const done = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  )
  assert.deepEqual([...new Set(done.map((answer) => answer.status))], [200])
  assert.equal(new Set(done.map((answer) => answer.body._id)).size, 1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') {
      const refusal = outcome.reason as ApiError
      assert.deepEqual(
        [refusal.status, refusal.code, refusal.headers.get('retry-after')],
        [409, 'idempotency.in-flight', '1'],
      )
    }
  assert.equal(
    (await admin.call(studios.listStudios)).items.filter((studio) => studio.name === 'Once').length,
    1,
  )
})

/** As another process does it: this one does not know that the request is running. */
async function startElsewhere(db: Db, request: IdempotentRequest, response: string) {
  const isSaved = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const done = inTransaction(db, async (tx) => {
    const claim = () => {}
    await runOnce(tx, request, { claim, work: async () => response, checkReplay: async () => {} })
    isSaved.resolve()
    await mayCommit.promise
  })
  await isSaved.promise
  return { commit: () => (mayCommit.resolve(), done) }
}

const requestOf = (person: string): IdempotentRequest => ({
  person,
  key: 'key-1',
  digests: ['digest'],
  secret: false,
})
const sendHere = (db: Db, request: IdempotentRequest) =>
  claimKey(db, request, (claim) =>
    inTransaction(db, (tx) =>
      runOnce(tx, request, { claim, work: async () => 'here', checkReplay: async () => {} }),
    ),
  )

test('returns the response of another process that was faster', async (t) => {
  const { a, db } = await loadFixtures(t)
  const request = requestOf(a.people.studio._id)
  const elsewhere = await startElsewhere(db, request, 'elsewhere')
  const here = sendHere(db, request)
  await elsewhere.commit()
  assert.equal(await here, 'elsewhere')
})

test('tells to try again while another process takes long', async (t) => {
  const { a, db } = await loadFixtures(t)
  const request = requestOf(a.people.studio._id)
  const elsewhere = await startElsewhere(db, request, 'elsewhere')
  const outcome = await sendHere(db, request).catch((error: ApiError) => error.code)
  await elsewhere.commit()
  assert.equal(outcome, 'idempotency.in-flight')
})

test('repeats a finished request many times at once', async (t) => {
  const { admin } = await loadFixtures(t)
  const send = () => admin.call(studios.createStudio, { body, headers })
  const first = await send()
  const repeated = await Promise.all(Array.from({ length: 20 }, send))
  assert.deepEqual([...new Set(repeated.map(({ _id }) => _id))], [first._id])
})

test('does not use up the key of a rejected request', async (t) => {
  const { admin } = await loadFixtures(t)
  await expectProblem(
    admin.call(studios.createStudio, { body: { name: 'Once', slug: 'studio-a' }, headers }),
    409,
    'slug.exists',
  )
  assert.equal((await admin.call(studios.createStudio, { body, headers })).name, 'Once')
})

test('does not show a secret again', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { guest } = a.people
  const { token } = await guest.call(sessions.createToken, { body: { name: 'ingest' }, headers })
  await expectProblem(
    guest.call(sessions.createToken, { body: { name: 'ingest' }, headers }),
    409,
    'idempotency.secret-unavailable',
  )
  assert.equal(
    (await guest.call(sessions.listTokens)).items.filter((item) => item.name === 'ingest').length,
    1,
  )
  const { rows } = await sql<{
    row: string
  }>`select idempotency::text as row from idempotency`.execute(db)
  assert.ok(rows.length === 1 && !rows[0]!.row.includes(token), 'the secret is not stored')
})

test('does not show rotated credentials again', async (t) => {
  const { a, as } = await loadFixtures(t)
  const { guest } = a.people
  const fresh = as(await guest.call(sessions.regenerate, { headers }))
  await expectProblem(
    fresh.call(sessions.regenerate, { headers }),
    409,
    'idempotency.secret-unavailable',
  )
})

test('accepts keys of 1 to 200 visible ASCII characters', async (t) => {
  const { admin } = await loadFixtures(t)
  for (const key of ['', ' ', 'with space', 'x'.repeat(201), 'é'])
    await expectProblem(
      admin.call(studios.createStudio, { body, headers: { 'idempotency-key': key } }),
      400,
      'idempotency.malformed',
    )
  await admin.call(studios.createStudio, { body, headers: { 'idempotency-key': 'x'.repeat(200) } })
})

test('prunes keys after a day', async (t) => {
  const { admin, db } = await loadFixtures(t)
  const { _id } = await admin.call(studios.createStudio, { body, headers })
  await sql`update idempotency set created_at = now() - interval '23 hours'`.execute(db)
  await inTransaction(db, pruneIdempotencyKeys)
  assert.equal((await admin.call(studios.createStudio, { body, headers }))._id, _id)
  await sql`update idempotency set created_at = now() - interval '25 hours'`.execute(db)
  await inTransaction(db, pruneIdempotencyKeys)
  assert.notEqual((await admin.call(studios.createStudio, { body, headers }))._id, _id)
})

test('repeats no response to a person who has lost access', async (t) => {
  const { a, b, admin, db } = await loadFixtures(t)
  const { studio } = a.people
  const create = () =>
    studio.call(groups.createGroup, {
      body: { name: 'Mine', type: 'v', studios: [a.studio._id] },
      headers,
    })
  const created = await create()
  assert.equal((await create())._id, created._id)
  await admin.call(users.changeUser, {
    params: { id: studio._id },
    body: { memberships: [{ studio: b.studio._id, roles: ['studio'] }] },
  })
  await expectProblem(create(), 403, 'grant.forbidden')
  const { rows } = await sql`select from people_group where name = 'Mine'`.execute(db)
  assert.equal(rows.length, 1)
})

test('leaves nothing behind when it repeats a response', async (t) => {
  const { admin, db } = await loadFixtures(t)
  await admin.call(studios.createStudio, { body, headers })
  const count = async () =>
    (
      await sql`select (select count(*) from studio), (select count(*) from audit),
      (select count(*) from event), (select count(*) from job)`.execute(db)
    ).rows
  const before = await count()
  await admin.call(studios.createStudio, { body, headers })
  assert.deepEqual(await count(), before)
})

test('does not repeat a response with a file that is under embargo by now', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor } = a.people
  const register = () =>
    vendor.call(files.registerFile, { body: { name: 'secret.mov', asset: a.asset._id }, headers })
  const first = await register()
  assert.deepEqual(await register(), first)
  const setEmbargo = (event: boolean) =>
    studio.call(files.changeFile, { params: { id: first._id }, body: { embargo: { event } } })
  await setEmbargo(true)
  await expectProblem(register(), 404, 'file.not-found')
  await setEmbargo(false)
  assert.equal((await register())._id, first._id)
})

test('stores no digest that the content alone gives', async (t) => {
  const { a, db } = await loadFixtures(t)
  const order = newOrder(a)
  await a.people.territory.call(createWorkRequest, { body: order, headers })
  const { rows } = await sql<{
    digest: string
  }>`select digest from idempotency where person_id = ${a.people.territory._id}`.execute(db)
  const { digest } = rows[0]!
  const content = JSON.stringify(['POST', '/api/workrequests', order])
  assert.notEqual(digest, hash('sha256', content))
})
