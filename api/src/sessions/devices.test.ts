// Staying signed in on a device, with a cookie that is replaced with every use.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures } from '../../test/fixtures.ts'
import { rawRequest } from '../../test/raw-request.ts'
import type { TestIdentity } from '../../test/test-app.ts'
import { sql } from '../kernel/db/sql.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

async function setup(t: TestContext, settings = {}) {
  const fixtures = await loadFixtures(t, settings)
  const { guest } = fixtures.a.people
  const signIn = async () => {
    const session = (await fixtures
      .as({ email: guest.email, password: PASSWORD })
      .call(contract.openSession, {
        headers: { 'x-session': 'web', 'user-agent': 'Firefox' },
      })) as contract.Session
    return { ...session, _id: guest._id, ...fixtures.as(session) }
  }
  const remember = async (by: TestIdentity) => {
    const reply = await rawRequest(fixtures, '/api/session/devices', { by, method: 'POST' })
    assert.equal(reply.statusCode, 200, reply.body)
    return cookieOf(reply.headers['set-cookie'])!
  }
  const resume = (cookie: string, headers: Record<string, string> = SAME_ORIGIN) =>
    rawRequest(fixtures, '/api/session/resume', { method: 'POST', headers: { cookie, ...headers } })
  /** Another tab may send the cookie before for a minute. */
  const passGrace = () =>
    sql`update remembered_device set rotated_at = rotated_at - interval '2 minutes'`.execute(
      fixtures.db,
    )
  const web = await signIn()
  const cookie = await remember(web)
  return { ...fixtures, guest, signIn, remember, resume, passGrace, web, cookie }
}

const cookieOf = (header: string | string[] | undefined) => header?.toString().split(';')[0]

test('resumes with the cookie, and replaces the cookie with every use', async (t) => {
  const { resume, cookie, as, db } = await setup(t)
  await sql`update token set used_at = now() - interval '13 hours'`.execute(db)
  const first = await resume(cookie)
  assert.equal(first.statusCode, 200, first.body)
  const session = first.json<contract.Session>()
  const { items } = await as(session).call(contract.listDevices)
  assert.deepEqual(
    items.map(({ current }) => current),
    [true],
  )
  const next = cookieOf(first.headers['set-cookie'])!
  assert.notEqual(next, cookie)
  assert.equal((await resume(next)).statusCode, 200)
})

test('sets a cookie that scripts cannot read and other sites do not send', async (t) => {
  const { signIn, ...fixtures } = await setup(t, {
    PUBLIC_URL: 'https://reelay.example',
    APP_URL: 'https://reelay.example',
  })
  const by = await signIn()
  const reply = await rawRequest(fixtures, '/api/session/devices', { by, method: 'POST' })
  const header = reply.headers['set-cookie']!.toString()
  assert.match(header, /^__Host-reelay_device=[\w-]{43}\.[\w-]{43}; Path=\/; Secure; /)
  assert.match(header, /Max-Age=2592000; HttpOnly; SameSite=Strict$/)
  assert.doesNotMatch(reply.body, /digest|[\w-]{43}/)
})

test('ends the device when a copy of an earlier cookie is used', async (t) => {
  const { resume, passGrace, cookie, as, db, guest } = await setup(t)
  const stolen = await resume(cookie)
  const thief = as(stolen.json<contract.Session>())
  await passGrace()
  assert.equal((await resume(cookie)).statusCode, 401)
  assert.equal((await resume(cookieOf(stolen.headers['set-cookie'])!)).statusCode, 401)
  await expectProblem(thief.call(contract.listTokens), 401)
  const { rows } = await sql<{ outcome: string }>`
    select outcome from audit where action = 'POST /session/resume' and by_id = ${guest._id}
    order by id`.execute(db)
  assert.deepEqual(rows.map(({ outcome }) => outcome).toSorted(), ['done', 'refused'])
})

test('notices a copy although the cookie was replaced several times', async (t) => {
  const { resume, passGrace, cookie } = await setup(t)
  let current = cookie
  for (let use = 0; use < 3; use++)
    current = cookieOf((await resume(current)).headers['set-cookie'])!
  await passGrace()
  assert.equal((await resume(cookie)).statusCode, 401)
  assert.equal((await resume(current)).statusCode, 401)
})

test('lets two tabs start together with the same cookie', async (t) => {
  const { resume, cookie } = await setup(t)
  const replies = await Promise.all([resume(cookie), resume(cookie)])
  assert.deepEqual(
    replies.map(({ statusCode }) => statusCode),
    [200, 200],
  )
  assert.equal(replies.filter(({ headers }) => headers['set-cookie']).length, 1)
})

test('refuses a page of another site, and a request without a cookie', async (t) => {
  const { resume, cookie } = await setup(t)
  assert.equal((await resume(cookie, { 'sec-fetch-site': 'same-site' })).statusCode, 403)
  assert.equal((await resume(cookie, { origin: 'https://other.example' })).statusCode, 403)
  assert.equal((await resume(cookie, {})).statusCode, 403)
  assert.equal((await resume('other=1')).statusCode, 401)
  assert.equal((await resume('reelay_device=nonsense')).statusCode, 401)
  assert.equal((await resume(`reelay_device=${'x'.repeat(43)}.y`)).statusCode, 401)
  assert.equal((await resume(cookie)).statusCode, 200)
})

test('a resumed session proves no identity', async (t) => {
  const { resume, cookie, as } = await setup(t)
  const resumed = as((await resume(cookie)).json<contract.Session>())
  await expectProblem(
    resumed.call(contract.createToken, { body: { name: 'New' } }),
    403,
    'session.verification-required',
  )
})

test('a resumed session ends with the device', async (t) => {
  const { resume, cookie, as, web, db } = await setup(t)
  const [device] = (await web.call(contract.listDevices)).items
  const resumed = as((await resume(cookie)).json<contract.Session>())
  const current = (await resumed.call(contract.listTokens)).items.find((token) => token.current)
  assert.equal(current!.expires, device!.expires)
  await sql`update remembered_device set expires_at = now()`.execute(db)
  assert.equal((await resume(cookie)).statusCode, 401)
})

for (const [what, end] of Object.entries({
  'signing out': ({ web }: Setup) => web.call(contract.closeSession),
  'signing out everywhere': ({ web }: Setup) => web.call(contract.regenerate),
  'a new password': ({ web, guest }: Setup) =>
    web.call(users.changeUser, {
      params: { id: guest._id },
      body: { password: 'Another-horse-battery-9', currentPassword: PASSWORD },
    }),
  'disabling the person': ({ a, guest }: Setup) =>
    a.people.studio.call(users.changeUser, {
      params: { id: guest._id },
      body: { status: { approved: false } },
    }),
  'requiring a second factor': ({ a, guest }: Setup) =>
    a.people.studio.call(users.changeUser, {
      params: { id: guest._id },
      body: { hasEnforced2fa: true },
    }),
  'revoking the device': async ({ web }: Setup) => {
    const [device] = (await web.call(contract.listDevices)).items
    await web.call(contract.removeDevice, { params: { id: device!._id } })
    await expectProblem(web.call(contract.listTokens), 401)
  },
  'ending its session': async ({ web, guest }: Setup) => {
    const token = (await web.call(contract.listTokens)).items.find(({ current }) => current)
    await guest.call(contract.removeToken, { params: { id: token!._id } })
  },
}))
  test(`${what} ends the device`, async (t) => {
    const all = await setup(t)
    await end(all)
    assert.equal((await all.resume(all.cookie)).statusCode, 401)
  })

type Setup = Awaited<ReturnType<typeof setup>>

test('refuses the token of a script, and a second device for one session', async (t) => {
  const { web, a, as } = await setup(t)
  await expectProblem(web.call(contract.rememberDevice), 409, 'device.exists')
  const script = as(
    (await as({ email: a.people.guest.email, password: PASSWORD }).call(
      contract.openSession,
    )) as contract.Session,
  )
  await expectProblem(script.call(contract.rememberDevice), 409, 'device.web-session-required')
})

test('shows and ends only the own devices', async (t) => {
  const { web, a } = await setup(t)
  const [device] = (await web.call(contract.listDevices)).items
  const { items } = await a.people.studio.call(contract.listDevices)
  assert.deepEqual(items, [])
  await expectProblem(
    a.people.studio.call(contract.removeDevice, { params: { id: device!._id } }),
    404,
  )
})

test('keeps 20 devices per person', async (t) => {
  const { signIn, remember, web, resume, cookie, guest } = await setup(t)
  await web.call(contract.listDevices)
  for (let count = 0; count < 20; count++) await remember(await signIn())
  assert.equal((await guest.call(contract.listDevices)).total, 20)
  assert.equal((await resume(cookie)).statusCode, 401)
})

test('many other sign-ins do not end the device', async (t) => {
  const { signIn, resume, cookie, db } = await setup(t)
  await sql`update token set used_at = now() - interval '2 hours'`.execute(db)
  for (let count = 0; count < 51; count++) await signIn()
  assert.equal((await resume(cookie)).statusCode, 200)
})
