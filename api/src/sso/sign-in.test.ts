import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD } from '../../test/fixtures.ts'
import {
  DOMAIN,
  accountOf,
  codeIn,
  loadSsoFixtures,
  newVerifier,
  proveIdentity,
  returnFrom,
  signInWithSso,
  startSso,
  visitProvider,
} from '../../test/sso-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import { networkOf } from '../kernel/http/auth/ip-network.ts'
import { countSsoRequest } from '../sessions/commands/rate-limits.ts'
import * as sessions from '../sessions/contract.ts'
import * as studios from '../studios/contract.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

test('creates an account in the studio of the provider only, and signs in to it again', async (t) => {
  const fixtures = await loadSsoFixtures(t, { defaultRoles: ['vendor'] })
  const ada = await signInWithSso(fixtures)
  const [me] = (await ada.call(sessions.openSession)) as users.User[]
  assert.deepEqual(
    [me!.emailNormal, me!.name, me!.roles, me!.studios],
    [`ada@${DOMAIN}`, 'Name of ada', ['vendor'], [fixtures.a.studio._id]],
  )
  const again = await signInWithSso(fixtures)
  const [same] = (await again.call(sessions.openSession)) as users.User[]
  assert.equal(same!._id, me!._id)
  const { items } = await again.call(contract.listIdentities)
  assert.deepEqual(
    items.map(({ provider, selfLinked }) => [provider, selfLinked]),
    [[fixtures.provider._id, false]],
  )
})

test('sends the challenge, state, nonce and the exact redirect URI to the provider', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { url, cookie } = await startSso(fixtures, fixtures.provider._id)
  const query = new URL(url).searchParams
  assert.equal(query.get('redirect_uri'), 'http://reelay.test/api/session/sso/callback')
  assert.equal(query.get('code_challenge_method'), 'S256')
  assert.equal(query.get('response_type'), 'code')
  for (const name of ['code_challenge', 'state', 'nonce']) assert.ok(query.get(name), name)
  assert.match(cookie, /^reelay_sso_[0-9a-f]{24}=[\w-]{43}$/)
  const response = await fixtures.app.fastify.inject(
    `/api/session/sso/start?provider=${fixtures.provider._id}&challenge=${'a'.repeat(43)}`,
  )
  assert.match(
    String(response.headers['set-cookie']),
    /; Path=\/api\/session\/sso; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  const tokens = await sql<{ text: string }>`
    select string_agg(sso_attempt::text, ' ') as text from sso_attempt`.execute(fixtures.db)
  assert.ok(!tokens.rows[0]!.text.includes(cookie.split('=')[1]!))
})

test('uses a cookie that only this host can set, with https', async (t) => {
  const fixtures = await loadSsoFixtures(t, {}, undefined, { PUBLIC_URL: 'https://reelay.test' })
  const started = await startSso(fixtures, fixtures.provider._id)
  assert.match(started.cookie, /^__Host-reelay_sso_[0-9a-f]{24}=[\w-]{43}$/)
  const { headers } = await fixtures.app.fastify.inject(
    `/api/session/sso/start?provider=${fixtures.provider._id}&challenge=${'a'.repeat(43)}`,
  )
  const [, ...attributes] = String(headers['set-cookie']).split('; ')
  assert.deepEqual(attributes.toSorted(), [
    'HttpOnly',
    'Max-Age=600',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ])
})

test('rejects the response of the provider in another browser and a second time', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const ownFlow = await startSso(fixtures, fixtures.provider._id)
  const other = await startSso(fixtures, fixtures.provider._id)
  const back = await visitProvider(ownFlow.url)
  const expired = 'http://app.test/sign-in?sso=expired'
  for (const cookie of ['', other.cookie, `${ownFlow.cookie.split('=')[0]}=${'x'.repeat(43)}`])
    assert.equal(await returnFrom(fixtures, back, cookie), expired)
  const changed = back.replace(/state=[^&]+/, (state) => `${state.slice(0, -2)}zz`)
  assert.equal(
    await returnFrom(fixtures, changed, ownFlow.cookie),
    'http://app.test/sign-in?sso=failed',
    'a changed state',
  )
  assert.match(await returnFrom(fixtures, back, ownFlow.cookie), /sign-in\/sso#code=/)
  assert.equal(await returnFrom(fixtures, back, ownFlow.cookie), expired)
})

test('exchanges a code once, only with the verifier of the browser that began', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const body = await proveIdentity(fixtures, fixtures.provider._id)
  const exchange = (changed: object) =>
    fixtures.as().call(contract.signInWithSso, { body: { ...body, ...changed } })
  await expectProblem(exchange({ verifier: newVerifier() }), 422, 'sso.expired')
  await expectProblem(exchange({ code: newVerifier() }), 422, 'sso.expired')
  const results = await Promise.allSettled([exchange({}), exchange({}), exchange({})])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('rejects an attempt and a code that have expired', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { url, cookie } = await startSso(fixtures, fixtures.provider._id)
  const back = await visitProvider(url)
  const expire = () =>
    sql`update sso_attempt set expires_at = now() - interval '1 second'`.execute(fixtures.db)
  await expire()
  assert.match(await returnFrom(fixtures, back, cookie), /sso=expired/)
  const body = await proveIdentity(fixtures, fixtures.provider._id)
  await expire()
  await expectProblem(fixtures.as().call(contract.signInWithSso, { body }), 422, 'sso.expired')
})

test('returns to the sign-in page when the person cancels', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { url, cookie } = await startSso(fixtures, fixtures.provider._id, `nobody@${DOMAIN}`)
  assert.equal(
    await returnFrom(fixtures, await visitProvider(url), cookie),
    'http://app.test/sign-in?sso=cancelled',
  )
})

test('maps roles and groups of claims at every sign-in, only in its studio', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { admin, a, provider, accounts } = fixtures
  await admin.call(contract.changeProvider, {
    params: { id: a.studio._id, provider: provider._id },
    body: {
      rolesClaim: 'roles',
      roleMap: [
        { value: 'translators', roles: ['translator'] },
        { value: 'partners', roles: ['vendor'] },
      ],
      groupsClaim: 'groups',
      groupMap: [{ value: 'g-1', group: a.vendors._id }],
    },
  })
  const read = async () => {
    const ada = await signInWithSso(fixtures)
    const [me] = (await ada.call(sessions.openSession)) as users.User[]
    return [me!.roles.toSorted(), me!.groups.map(({ _id }) => _id), me!.studios]
  }
  const studio = [a.studio._id]
  accounts[`ada@${DOMAIN}`] = accountOf('ada', { roles: ['partners'], groups: ['g-1', 'g-2'] })
  assert.deepEqual(await read(), [['vendor'], [a.vendors._id], studio])
  accounts[`ada@${DOMAIN}`] = accountOf('ada', { roles: ['translators'], groups: [] })
  assert.deepEqual(await read(), [['translator'], [], studio])
  accounts[`ada@${DOMAIN}`] = accountOf('ada', { roles: ['admin'] })
  assert.deepEqual(await read(), [['guest'], [], studio], 'the default role')
})

test('finds the provider of a domain without revealing accounts', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const find = (email: string) => fixtures.as().call(contract.findSignInMethod, { body: { email } })
  const none = { provider: null, required: false, demo: null }
  const expected = { ...none, provider: { _id: fixtures.provider._id, name: 'Provider' } }
  assert.deepEqual(await find(`ADA@${DOMAIN.toUpperCase()}`), expected)
  assert.deepEqual(await find(`nobody@${DOMAIN}`), expected)
  assert.deepEqual(await find('studio-a@example.com'), none)
  await fixtures.admin.call(contract.verifyDomain, {
    params: { id: fixtures.a.studio._id, provider: fixtures.provider._id, domain: DOMAIN },
    body: { verified: false },
  })
  assert.deepEqual(await find(`ada@${DOMAIN}`), none)
  assert.deepEqual(await fixtures.as().call(contract.findSignInMethod, { body: {} }), none)
})

test('ends the session at the provider too', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const ada = await signInWithSso(fixtures)
  const { url } = await ada.call(contract.findLogoutUrl)
  const logout = new URL(url!)
  assert.equal(logout.origin, fixtures.provider.issuer)
  assert.equal(logout.searchParams.get('post_logout_redirect_uri'), 'http://app.test/sign-in')
  assert.ok(logout.searchParams.get('id_token_hint'))
  assert.equal((await fetch(logout)).status, 200)
  await ada.call(sessions.closeSession)
  await expectProblem(ada.call(contract.findLogoutUrl), 401)
  assert.deepEqual(await fixtures.a.people.guest.call(contract.findLogoutUrl), { url: null })
})

test('records the sign-in in the audit log of the studio', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  await signInWithSso(fixtures)
  const { rows } = await sql<{ studios: string[]; by_name: string }>`
    select studios, by_name from audit where action = 'POST /session/sso/token'`.execute(
    fixtures.db,
  )
  assert.deepEqual(rows, [{ studios: [fixtures.a.studio._id], by_name: 'Name of ada' }])
})

test('requires the provider for people of its domain, except admins and machines', async (t) => {
  const fixtures = await loadSsoFixtures(t, { required: true })
  const { a, admin, db, signIn, as } = fixtures
  const move = (person: string, name: string) =>
    sql`update person set email = ${`${name}@${DOMAIN}`} where id = ${person}`.execute(db)
  await move(a.people.guest._id, 'guest')
  await move(a.people.service._id, 'machine')
  await move(admin._id, 'root')
  await expectProblem(
    as({ email: `guest@${DOMAIN}`, password: PASSWORD }).call(sessions.openSession),
    403,
    'sso.required',
  )
  await expectProblem(
    as({ email: `guest@${DOMAIN}`, password: 'Wrong-password-1' }).call(sessions.openSession),
    401,
  )
  const old = as({ email: `guest@${DOMAIN}`, token: a.people.guest.token })
  assert.deepEqual((await old.call(studios.listStudios)).items, [], 'an older token')
  for (const name of ['machine', 'root']) {
    const person = await signIn(`${name}@${DOMAIN}`)
    assert.ok((await person.call(studios.listStudios)).items.length > 0, name)
  }
  assert.ok((await signIn('vendor-a@example.com')).token, 'another domain')
})

test('shows the limit of sign-ins in the web app, because people see it in their browser', async (t) => {
  const { app, db, provider } = await loadSsoFixtures(t)
  const start = () =>
    app.fastify.inject(
      `/api/session/sso/start?provider=${provider._id}&challenge=${'a'.repeat(43)}`,
    )
  assert.equal((await start()).statusCode, 302)
  const countUp = () => countSsoRequest(db, networkOf('127.0.0.1'))
  for (;;)
    if (
      !(await countUp().then(
        () => true,
        () => false,
      ))
    )
      break
  const { statusCode, headers } = await start()
  assert.deepEqual([statusCode, headers.location], [303, 'http://app.test/sign-in?sso=limited'])
})

test('the callback ignores parameters that the provider adds', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { url, cookie, verifier } = await startSso(fixtures, fixtures.provider._id)
  const back = new URL(await visitProvider(url))
  for (const [name, value] of Object.entries({
    session_state: 'x',
    scope: 'openid',
    colour: 'red',
  }))
    back.searchParams.set(name, value)
  const code = codeIn(await returnFrom(fixtures, back.href, cookie))
  const session = await fixtures.as().call(contract.signInWithSso, { body: { code, verifier } })
  assert.equal(session.email, `ada@${DOMAIN}`)
})
