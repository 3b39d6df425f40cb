// Sessions of the web app end when they are idle or too old. Tokens of scripts do not.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

const HOUR = 3600
const DAY = 24 * HOUR

async function signInToWebApp({ as }: Fixtures, email: string) {
  const session = (await as({ email, password: PASSWORD }).call(contract.openSession, {
    headers: { 'x-session': 'web', 'user-agent': 'Firefox' },
  })) as contract.Session
  return { ...session, ...as(session) }
}

async function setup(t: TestContext, settings = {}) {
  const fixtures = await loadFixtures(t, settings)
  const web = await signInToWebApp(fixtures, fixtures.a.people.guest.email)
  const pass = (column: 'used_at' | 'expires_at', seconds: number) =>
    sql`update token set ${sql.ref(column)} = ${sql.ref(column)}
      - make_interval(secs => ${seconds})`.execute(fixtures.db)
  return { ...fixtures, fixtures, web, pass, script: fixtures.a.people.guest }
}

test('ends a web session that was idle for too long', async (t) => {
  const { web, script, pass } = await setup(t)
  await pass('used_at', 12 * HOUR - 60)
  await web.call(contract.openSession)
  await pass('used_at', 12 * HOUR + 60)
  await expectProblem(web.call(contract.openSession), 401)
  await script.call(contract.openSession)
})

test('ends a web session at its maximum age although it is in use', async (t) => {
  const { web, script, pass } = await setup(t)
  await pass('expires_at', 30 * DAY - 60)
  await web.call(contract.openSession)
  await pass('expires_at', 120)
  await expectProblem(web.call(contract.openSession), 401)
  await script.call(contract.openSession)
})

test('takes both limits from the configuration', async (t) => {
  const { web } = await setup(t, { SESSION_IDLE_HOURS: '2', SESSION_MAX_DAYS: '3' })
  const [current] = (await web.call(contract.listTokens)).items
  assert.equal(current!.idleTimeout, 2 * HOUR)
  assert.equal(current!.expires, current!.created + 3 * DAY)
})

test('lists the user agent and the network of each session', async (t) => {
  const { web } = await setup(t)
  const { items } = await web.call(contract.listTokens)
  assert.deepEqual(
    items.map(({ agent, network, current, idleTimeout }) => [
      agent,
      network,
      current,
      idleTimeout,
    ])[0],
    ['Firefox', '127.0.0.1', true, 12 * HOUR],
  )
})

test('shows people the user agent of their own last sign-in', async (t) => {
  const { web, a } = await setup(t)
  const { guest, studio } = a.people
  const read = (by: Pick<typeof guest, 'call'>) =>
    by.call(users.getUser, { params: { id: guest._id } })
  const me = await read(web)
  assert.equal(me.agent, 'Firefox')
  assert.equal((await read(studio)).agent, null)
  const sent = { ...me, agent: 'Another browser' }
  const put = await web.call(users.changeUser, { params: { id: guest._id }, body: sent })
  assert.deepEqual(put, me)
})

test('does not list a session that has ended', async (t) => {
  const { fixtures, pass, script } = await setup(t)
  await pass('used_at', 13 * HOUR)
  await signInToWebApp(fixtures, script.email)
  const { items } = await script.call(contract.listTokens)
  assert.equal(items.filter(({ idleTimeout }) => idleTimeout !== null).length, 1)
})

test('keeps the limits of a session when its token is replaced', async (t) => {
  const { web, as } = await setup(t)
  const [before] = (await web.call(contract.listTokens)).items
  const fresh = as(await web.call(contract.regenerate))
  const [after] = (await fresh.call(contract.listTokens)).items
  assert.deepEqual(
    [after!.idleTimeout, after!.expires, after!.agent],
    [before!.idleTimeout, before!.expires, before!.agent],
  )
})
