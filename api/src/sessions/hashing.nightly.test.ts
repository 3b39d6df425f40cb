import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD, loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { useRealHashCost } from '../../test/hash-cost.ts'
import { newestCode } from '../../test/mail-codes.ts'
import { basicAuth } from '../../test/raw-http.ts'
import { connectOwner } from '../kernel/db/connect-owner.ts'
import { sql } from '../kernel/db/sql.ts'
import { hashPassword } from '../kernel/http/auth/password.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

const NEW = 'Another-horse-7'

/** Counts how often a connection waited inside a transaction while `work` ran. */
async function countIdleInTransaction({ url }: Fixtures, work: () => Promise<unknown>) {
  // A transaction that waits for a hash is idle at least as long as a hash takes on this machine.
  const start = performance.now()
  await hashPassword('x', 'measured')
  const hashMs = performance.now() - start
  // The hashes of this client keep the queue busy, so the hashes of `work` take some time.
  const others = Array.from({ length: 12 }, () => hashPassword('x', 'another network'))
  const watcher = connectOwner(url, { size: 1 })
  let ended = false
  let seen = 0
  const watched = (async () => {
    while (!ended) {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'
          and state_change < clock_timestamp() - make_interval(secs => ${hashMs / 1000})`.execute(
        watcher,
      )
      seen += rows.length
      await sleep(5)
    }
  })()
  try {
    await work()
  } finally {
    ended = true
    await watched
    await Promise.all(others)
    await watcher.close()
  }
  return seen
}

test('holds no transaction open while a password is hashed', async (t) => {
  const fixtures = await loadFixtures(t)
  await useRealHashCost(t, { db: fixtures.db, password: PASSWORD })
  const { studio, guest } = fixtures.a.people
  const body = (emailNormal: string) => ({
    emailNormal,
    name: 'New Person',
    roles: ['vendor' as const],
    studios: [fixtures.a.studio._id],
  })
  await studio.call(users.inviteUser, { body: body('new@example.com') })
  const invitation = await newestCode(fixtures, 'register')
  await fixtures.as().call(contract.forgottenPassword, { body: { email: guest.email } })
  await fixtures.runJobs()
  const reset = await newestCode(fixtures, 'reset')

  const steps: [name: string, work: () => Promise<unknown>][] = [
    [
      'register',
      () =>
        fixtures.as().call(users.registerUser, {
          body: { code: invitation, name: 'Chosen Name', password: NEW },
        }),
    ],
    [
      'invite',
      () =>
        studio.call(users.inviteUser, {
          body: { ...body('ready@example.com'), password: PASSWORD },
        }),
    ],
    [
      'change',
      () =>
        studio.call(contract.changeSession, {
          params: { id: studio._id },
          body: { password: NEW, currentPassword: PASSWORD },
        }),
    ],
    [
      'reset',
      () => fixtures.as().call(contract.resetPassword, { body: { code: reset, password: NEW } }),
    ],
    ['sign in', () => fixtures.signIn(guest.email, NEW)],
  ]
  for (const [name, work] of steps)
    assert.equal(await countIdleInTransaction(fixtures, work), 0, name)
})

test('serves a second network while the first one fills the queue', async (t) => {
  const { app, db } = await loadFixtures(t)
  await useRealHashCost(t, { db, password: PASSWORD })
  const signIn = (email: string, remoteAddress: string) =>
    app.fastify.inject({ url: '/api/session', remoteAddress, headers: basicAuth(email, PASSWORD) })
  const full = Promise.withResolvers<void>()
  let served = 0
  const flood = Array.from({ length: 90 }, async () => {
    const { statusCode, headers } = await signIn('vendor-a@example.com', '192.0.2.1')
    if (statusCode === 503) {
      full.resolve()
      assert.ok(Number(headers['retry-after']) > 0)
    } else served++
    return statusCode
  })
  await full.promise
  const other = await signIn('guest-a@example.com', '192.0.2.2')
  const servedBefore = served
  assert.equal(other.statusCode, 200)
  const statuses = await Promise.all(flood)
  assert.deepEqual(new Set(statuses), new Set([200, 503]))
  assert.ok(served - servedBefore > 5, `${servedBefore} of ${served} were served before`)
})

test('limits guesses of the current password like sign-ins', async (t) => {
  const { a, as, app, db } = await loadFixtures(t)
  await useRealHashCost(t, { db, password: PASSWORD })
  const { guest } = a.people
  const guess = (currentPassword: string, remoteAddress = '192.0.2.1') =>
    app.fastify.inject({
      method: 'PUT',
      url: `/api/session/${guest._id}`,
      remoteAddress,
      headers: basicAuth(guest.email, `token-${guest.token}`),
      payload: { password: NEW, currentPassword },
    })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt++)
    statuses.push((await guess(`Wrong-password-${attempt}`)).statusCode)
  assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429])
  const limited = await guess(PASSWORD)
  assert.equal(limited.statusCode, 429, 'the right password gets the same response')
  assert.ok(Number(limited.headers['retry-after']) > 0)

  let network = 2
  for (; network < 60; network++)
    if ((await guess(`Wrong-password-${network}`, `192.0.2.${network}`)).statusCode === 429) break
  assert.ok(network < 20, 'all networks together have a limit')
  await as(guest).call(contract.listTokens)
})
