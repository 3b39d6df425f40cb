// Hostile cases of class A: credentials and sessions.
import assert from 'node:assert/strict'
import { argon2 } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from '../../src/kernel/db/sql.ts'
import { hashPassword } from '../../src/kernel/http/auth/password.ts'
import * as sessions from '../../src/sessions/contract.ts'
import * as users from '../../src/users/contract.ts'
import { pathOf } from '../call-route.ts'
import { expectProblem } from '../expect-problem.ts'
import { PASSWORD, loadFixtures, type Fixtures } from '../fixtures.ts'
import { useRealHashCost } from '../hash-cost.ts'
import { uploadFile } from '../orders.ts'
import { basicAuth } from '../raw-http.ts'
import { rawRequest } from '../raw-request.ts'
import { createTestApp } from '../test-app.ts'
import { countsOf, cpuOf, expectSameEffort, mannWhitney, median, times } from './effort.ts'

let networks = 0
/** An address that no other request has used. */
const newNetwork = () => `10.1.${Math.floor(++networks / 250)}.${networks % 250}`

const signIn = (fixtures: Fixtures, email: string, password = PASSWORD, from = newNetwork()) =>
  rawRequest(fixtures, '/api/session', {
    headers: basicAuth(email, password),
    remoteAddress: from,
  })

test('1. no endpoint answers without a credential', async (t) => {
  const { app } = await loadFixtures(t)
  const bodies = new Set<string>()
  for (const endpoint of app.endpoints.filter(({ access }) => access !== 'anyone')) {
    const send = (method: 'GET' | 'HEAD' | 'OPTIONS') =>
      app.fastify.inject({ method, url: pathOf(endpoint) })
    const reply = await send(endpoint.method as 'GET')
    assert.equal(reply.statusCode, 401, endpoint.path)
    if (!['bearer', 'share'].includes(endpoint.access) && endpoint.method !== 'HEAD')
      bodies.add(reply.body.replace(/"requestId":"[^"]+"/, ''))
    if (endpoint.method === 'GET')
      assert.equal((await send('HEAD')).statusCode, 401, `HEAD ${endpoint.path}`)
    const options = await send('OPTIONS')
    assert.ok(options.statusCode >= 400 || options.body === '', `OPTIONS ${endpoint.path}`)
  }
  assert.equal(bodies.size, 1, [...bodies].join('\n'))
})

/** Every attempt comes from a network of its own, so that no limit ends the measurement. */
test('6. a guess costs the same for known and unknown e-mails', async (t) => {
  const fixtures = await loadFixtures(t)
  await useRealHashCost(t, { db: fixtures.db, password: PASSWORD })
  const { email } = fixtures.a.people.guest
  const guess = (address: () => string) => async () => {
    assert.equal((await signIn(fixtures, address(), 'wrong-guess-1')).statusCode, 401)
    await sql`delete from failed_sign_in`.execute(fixtures.db)
  }
  await expectSameEffort(
    guess(() => email),
    guess(() => `unknown-${networks}@example.com`),
  )
})

/** The CPU time of hashing a password in ms. */
async function hashCost() {
  const costs: number[] = []
  while (costs.length < 5) costs.push(await cpuOf(() => hashPassword('x', 'here')))
  return median(costs)
}

test('8. one guess for each of many accounts ends after a hundred hashes', async (t) => {
  const fixtures = await loadFixtures(t)
  await useRealHashCost(t, { db: fixtures.db, password: PASSWORD })
  const statuses: number[] = []
  const guess = async (count: number) => {
    for (const end = statuses.length + count; statuses.length < end;) {
      const email = `person-${statuses.length}@example.com`
      statuses.push((await signIn(fixtures, email, 'Summer-2026-9', '10.0.0.1')).statusCode)
    }
  }
  const hash = await hashCost()
  const hashed = await cpuOf(() => guess(20))
  assert.ok(hashed > 20 * hash * 0.7, `${hashed} ms for 20 hashes of ${hash} ms`)
  await guess(90)
  assert.ok(statuses.filter((status) => status === 401).length <= 105, countsOf(statuses))
  const refused = await cpuOf(() => guess(200))
  assert.deepEqual(new Set(statuses.slice(110)), new Set([429]))
  assert.ok(refused < (200 * hash) / 3, `${refused} ms for 200 refusals, ${hash} ms for a hash`)
  assert.equal((await signIn(fixtures, fixtures.a.people.guest.email)).statusCode, 200)
})

test('9. guessed tokens cost no hash of a password', async (t) => {
  const fixtures = await loadFixtures(t)
  await useRealHashCost(t, { db: fixtures.db, password: PASSWORD })
  const { email } = fixtures.a.people.vendor
  const statuses: number[] = []
  const cost = await cpuOf(async () => {
    for (const number of times(400, Number)) {
      const headers = basicAuth(email, `token-${number}`.padEnd(49, 'x'))
      statuses.push((await rawRequest(fixtures, '/api/assets', { headers })).statusCode)
    }
  })
  assert.equal(countsOf(statuses), '300 × 401, 100 × 429')
  const hash = await hashCost()
  assert.ok(cost < (400 * hash) / 3, `${cost} ms for 400 guesses, ${hash} ms for a hash`)
})

/** The most hashes that ended while one request for a film was answered. */
async function hashesPerRead(fixtures: Fixtures, film: string, hashes: Promise<boolean>[]) {
  let [ended, most, isOver] = [0, 0, false]
  const all = hashes.map(async (hash) => {
    if (await hash) ended++
  })
  void Promise.all(all).then(() => (isOver = true))
  while (!isOver) {
    const before = ended
    const by = fixtures.a.people.territory
    const { statusCode } = await rawRequest(fixtures, `/api/files/${film}/content`, { by })
    assert.equal(statusCode, 200, 'the film is sent')
    most = Math.max(most, ended - before)
    // A person may send only so many requests a minute.
    await sleep(20)
  }
  return { most, ended }
}

const MOST_HASHES = 8

test('10. a hundred sign-ins at once do not delay others', async (t) => {
  const fixtures = await loadFixtures(t)
  await useRealHashCost(t, { db: fixtures.db, password: PASSWORD })
  const { people } = fixtures.a
  const { _id } = await uploadFile(people.vendor, fixtures.a)
  const attempts = times(100, async () => {
    const { statusCode } = await signIn(fixtures, people.guest.email)
    assert.ok(statusCode === 200 || statusCode === 503, String(statusCode))
    return statusCode === 200
  })
  const { most, ended } = await hashesPerRead(fixtures, _id, attempts)
  assert.ok(ended > 20, `${ended} signed in`)
  assert.ok(most < MOST_HASHES, `${most} hashes during one request`)
})

test('control: hashes without a queue delay others', async (t) => {
  const fixtures = await loadFixtures(t)
  await useRealHashCost(t, { db: fixtures.db, password: PASSWORD })
  const { _id } = await uploadFile(fixtures.a.people.vendor, fixtures.a)
  const settings = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
  const hashes = times(60, async () => {
    await nextTurn()
    await promisify(argon2)('argon2id', { ...settings, message: 'x', nonce: Buffer.alloc(16) })
    return true
  })
  const { most } = await hashesPerRead(fixtures, _id, hashes)
  assert.ok(most > 2 * MOST_HASHES, `${most} hashes during one request`)
})

test('13. a token after signing out, on two nodes', async (t) => {
  const fixtures = await loadFixtures(t)
  const other = await createTestApp(fixtures.url)
  t.after(other.close)
  for (let round = 0; round < 10; round++) {
    const by = await fixtures.signIn(fixtures.a.people.guest.email)
    for (const node of [fixtures, other])
      assert.equal((await rawRequest(node, '/api/assets', { by })).statusCode, 200)
    await by.call(sessions.closeSession)
    const replies = await Promise.all(
      times(10, (index) => rawRequest(index % 2 ? fixtures : other, '/api/assets', { by })),
    )
    assert.equal(countsOf(replies.map(({ statusCode }) => statusCode)), '10 × 401')
  }
})

test('14. suspension while requests are running', async (t) => {
  const fixtures = await loadFixtures(t)
  const { vendor } = fixtures.a.people
  const [before, after]: [number[], number[]] = [[], []]
  let isSuspended = false
  const polling = times(4, async () => {
    while (after.length < 100) {
      const sent = isSuspended ? after : before
      sent.push((await rawRequest(fixtures, '/api/assets', { by: vendor })).statusCode)
    }
  })
  while (before.length < 50) await nextTurn()
  await fixtures.admin.call(users.changeUser, {
    params: { id: vendor._id },
    body: { status: { approved: false } },
  })
  isSuspended = true
  await Promise.all(polling)
  assert.equal(before[0], 200)
  assert.deepEqual(new Set(after), new Set([401]))
})

test('21. many sign-ins of one person leave fifty tokens', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id, email } = fixtures.a.people.guest
  const countEntries = async () =>
    (
      await sql`select from audit where about_kind = 'session' and by_id = ${_id}`.execute(
        fixtures.db,
      )
    ).rows.length
  const before = await countEntries()
  for (let opened = 0; opened < 60; opened += 20) {
    const replies = await Promise.all(
      times(20, () => signIn(fixtures, email, PASSWORD, '10.0.0.1')),
    )
    assert.equal(countsOf(replies.map(({ statusCode }) => statusCode)), '20 × 200')
  }
  const { rows } = await sql<object>`select count(*)::int as live from token
    where person_id = ${_id} and revoked_at is null`.execute(fixtures.db)
  assert.deepEqual(rows, [{ live: 50 }])
  assert.equal((await countEntries()) - before, 60)
})

test('22. the token of a removed person, also after the e-mail is used again', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const isRefused = () => expectProblem(guest.call(sessions.listTokens), 401)
  await fixtures.admin.call(users.disableUser, { params: { id: guest._id } })
  await isRefused()
  await rawRequest(fixtures, '/api/users', {
    method: 'POST',
    by: fixtures.admin,
    payload: { emailNormal: guest.email, name: 'Another', password: PASSWORD, roles: ['guest'] },
  })
  await isRefused()
})

test('control: a revoked token that is restored by hand is accepted', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { guest } = a.people
  await guest.call(sessions.closeSession)
  await expectProblem(guest.call(sessions.listTokens), 401)
  await sql`update token set revoked_at = null where person_id = ${guest._id}`.execute(db)
  await guest.call(sessions.listTokens)
})

/** 8 ms more for one of the two kinds, on a spread of 10 ms. */
test('control: a branch that is 8 ms slower is detected', () => {
  const left = times(60, (index) => 50 + (index % 10))
  const right = left.map((value) => value + 8)
  assert.ok(mannWhitney(left, right) < 0.01 && median(right) - median(left) > 5)
  assert.ok(mannWhitney(left, left.toReversed()) > 0.01)
})
