import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { tokenAuth, basicAuth } from '../../test/raw-http.ts'
import { PASSWORD, loadFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'
import { insertToken } from './queries.ts'

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

test('revokes the token on sign-out', async (t) => {
  const { a, signIn } = await loadFixtures(t)
  const { guest } = a.people
  const other = await signIn(guest.email)
  assert.deepEqual(await guest.call(contract.closeSession), { email: guest.email, revoked: true })
  await expectProblem(guest.call(contract.openSession), 401)
  await expectProblem(guest.call(contract.closeSession), 401)
  await other.call(contract.openSession)
})

test('lets only one of two concurrent sign-outs succeed', async (t) => {
  const { a } = await loadFixtures(t)
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => a.people.guest.call(contract.closeSession)),
  )
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      assert.equal((outcome.reason as { status: number }).status, 401)
})

test('requires the token, not the password, to sign out', async (t) => {
  const { a, as } = await loadFixtures(t)
  const { guest } = a.people
  await expectProblem(
    as({ email: guest.email, password: PASSWORD }).call(contract.closeSession),
    400,
    'session.token-needed',
  )
  await guest.call(contract.openSession)
})

test('revokes every token and returns a new one', async (t) => {
  const { a, signIn, as } = await loadFixtures(t)
  const { guest, vendor } = a.people
  const other = await signIn(guest.email)
  const fresh = await guest.call(contract.regenerate)
  assert.equal(fresh.email, guest.email)
  for (const person of [guest, other]) await expectProblem(person.call(contract.openSession), 401)
  assert.equal((await as(fresh).call(contract.listTokens)).total, 1)
  await vendor.call(contract.openSession)
})

test('shows a named token once', async (t) => {
  const { a, as } = await loadFixtures(t)
  const { guest } = a.people
  const created = await guest.call(contract.createToken, { body: { name: 'Ingest machine' } })
  assert.deepEqual(
    [created.name, created.expires, created.current, created.twofactorVerified],
    ['Ingest machine', null, false, false],
  )
  await as({ email: guest.email, token: created.token }).call(contract.openSession)
  const { items, total } = await guest.call(contract.listTokens)
  assert.equal(total, 2)
  assert.deepEqual(
    items.map((token) => token.name),
    ['Ingest machine', ''],
  )
  assert.deepEqual(
    items.map((token) => token.current),
    [false, true],
  )
  assert.ok(!JSON.stringify(items).includes(created.token))
})

test('rejects a token after its expiry date', async (t) => {
  const { a, as, db } = await loadFixtures(t)
  const { guest } = a.people
  const expires = inAnHour()
  const created = await guest.call(contract.createToken, { body: { name: 'Short', expires } })
  assert.equal(created.expires, expires)
  const short = as({ email: guest.email, token: created.token })
  await short.call(contract.openSession)
  await sql`update token set expires_at = now() - interval '1 second'
    where id = ${created._id}`.execute(db)
  await expectProblem(short.call(contract.openSession), 401)
  assert.equal((await guest.call(contract.listTokens)).total, 1)
})

test('rejects an expiry date that is in the past, not a number, or in milliseconds', async (t) => {
  const { a } = await loadFixtures(t)
  const make = (expires: unknown) =>
    a.people.guest.call(contract.createToken, { body: { name: 'x', expires } as never })
  await expectProblem(make(1), 422, 'token.expiry-in-past')
  for (const expires of [Date.now(), -1, 1.5, '5', true])
    await expectProblem(make(expires), 422, 'body.invalid')
  assert.equal((await make(null)).expires, null)
  assert.deepEqual(
    (await a.people.guest.call(contract.listTokens)).items.map((token) => token.expires),
    [null, null],
    'rejected tokens are not stored',
  )
})

test('requires a name and rejects other fields', async (t) => {
  const { a } = await loadFixtures(t)
  await expectProblem(a.people.guest.call(contract.createToken, { body: {} as never }), 422)
  await expectProblem(a.people.guest.call(contract.createToken, { body: { name: '' } }), 422)
  await expectProblem(
    a.people.guest.call(contract.createToken, {
      body: { name: 'x', person: a.people.studio._id } as never,
    }),
    400,
    'body.unknown-field',
  )
})

test('revokes only tokens of the caller', async (t) => {
  const { a, admin, as } = await loadFixtures(t)
  const { guest, vendor } = a.people
  const created = await guest.call(contract.createToken, { body: { name: 'x' } })
  for (const other of [vendor, admin])
    await expectSameProblem(
      other.call(contract.removeToken, { params: { id: created._id } }),
      other.call(contract.removeToken, { params: { id: 'f'.repeat(24) } }),
      404,
    )
  await as({ email: guest.email, token: created.token }).call(contract.openSession)
  assert.deepEqual(await guest.call(contract.removeToken, { params: { id: created._id } }), {
    _id: created._id,
    removed: true,
  })
  await expectProblem(
    as({ email: guest.email, token: created.token }).call(contract.openSession),
    401,
  )
  await expectProblem(
    guest.call(contract.removeToken, { params: { id: created._id } }),
    404,
    'token.not-found',
  )
})

test('lists only tokens of the caller', async (t) => {
  const { a } = await loadFixtures(t)
  assert.equal((await a.people.vendor.call(contract.listTokens)).total, 1)
})

test('keeps at most fifty tokens and revokes the longest unused one', async (t) => {
  const { a, db, signIn } = await loadFixtures(t)
  const { guest } = a.people
  await sql`insert into token (person_id, digest, used_at)
    select ${guest._id}, 'd' || n, now() - make_interval(mins => 60 - n)
    from generate_series(1, 49) n`.execute(db)
  await sql`update token set used_at = now() - interval '1 minute' where person_id = ${guest._id}
    and digest not like 'd%'`.execute(db)
  const newest = await signIn(guest.email)
  assert.equal((await newest.call(contract.listTokens)).total, 50)
  const { rows } = await sql<{
    digest: string
  }>`select digest from token where person_id = ${guest._id} and revoked_at is not null`.execute(db)
  assert.deepEqual(rows, [{ digest: 'd1' }])
  await guest.call(contract.openSession)
})

test('keeps at most fifty tokens when many are created at once', async (t) => {
  const { a, db } = await loadFixtures(t)
  const person = a.people.guest._id
  await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      inTransaction(db, (tx) =>
        insertToken(tx, { person, digest: `d${index}`, secondFactor: false }),
      ),
    ),
  )
  const { rows } = await sql`
    select from token where person_id = ${person} and revoked_at is null`.execute(db)
  assert.equal(rows.length, 50)
})

test('updates the time of last use at most once a minute', async (t) => {
  const { a, db, app } = await loadFixtures(t)
  const { guest } = a.people
  const used = async () =>
    (
      await sql<{
        age: number
      }>`select round(extract(epoch from now() - used_at))::int as age from token
        where person_id = ${guest._id}`.execute(db)
    ).rows[0]!.age
  await sql`update token set used_at = now() - interval '30 seconds'
    where person_id = ${guest._id}`.execute(db)
  await app.fastify.inject({ url: '/api/studios', headers: tokenAuth(guest) })
  assert.ok((await used()) >= 30)
  await sql`update token set used_at = now() - interval '2 minutes'
    where person_id = ${guest._id}`.execute(db)
  await app.fastify.inject({ url: '/api/studios', headers: tokenAuth(guest) })
  assert.ok((await used()) < 30)
})

test('requires a token to create and list tokens', async (t) => {
  const { app } = await loadFixtures(t)
  for (const [method, url] of [
    ['GET', '/api/session/tokens'],
    ['POST', '/api/session/tokens'],
    ['POST', '/api/session/regenerate'],
  ] as const) {
    assert.equal(
      (
        await app.fastify.inject({
          method,
          url,
          headers: basicAuth('guest-a@example.com', PASSWORD),
        })
      ).statusCode,
      401,
      url,
    )
  }
})
