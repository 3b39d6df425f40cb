import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import {
  DOMAIN,
  addProvider,
  loadSsoFixtures,
  proveIdentity,
  signInWithSso,
} from '../../test/sso-fixtures.ts'
import * as groups from '../groups/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as studios from '../studios/contract.ts'
import * as contract from './contract.ts'

const BODY = { name: 'Okta', issuer: 'https://1.1.1.1', clientId: 'reelay' }

test('lets a manager manage the providers of their studio, without showing the secret', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  const params = { id: a.studio._id }
  const created = await studio.call(contract.createProvider, {
    params,
    body: { ...BODY, clientSecret: 'very-secret', domains: ['b.example', 'a.example'] },
  })
  assert.ok(!JSON.stringify(created).includes('very-secret'))
  assert.deepEqual(
    [created.hasClientSecret, created.domains, created.defaultRoles, created.scopes],
    [
      true,
      [
        { name: 'a.example', verified: false },
        { name: 'b.example', verified: false },
      ],
      ['guest'],
      ['openid', 'email', 'profile'],
    ],
  )
  assert.equal(created.redirectUri, 'http://reelay.test/api/session/sso/callback')
  const ids = { id: a.studio._id, provider: created._id }
  const changed = await studio.call(contract.changeProvider, {
    params: ids,
    body: { ...created, name: 'Entra ID', clientSecret: null },
  })
  assert.deepEqual([changed.name, changed.hasClientSecret], ['Entra ID', false])
  assert.deepEqual((await studio.call(contract.listProviders, { params })).items, [changed])
  for (const person of [b.people.studio, b.people.guest])
    await expectProblem(
      person.call(contract.getProvider, { params: ids }),
      person === b.people.studio ? 404 : 403,
    )
  await studio.call(contract.removeProvider, { params: ids })
  await expectProblem(studio.call(contract.getProvider, { params: ids }), 404)
})

test('rejects an issuer that the service must not call', async (t) => {
  const { a } = await loadFixtures(t)
  for (const issuer of [
    'http://1.1.1.1',
    'https://127.0.0.1',
    'https://169.254.169.254',
    'https://[::1]',
    'https://localhost',
    'https://user@1.1.1.1',
    'https://1.1.1.1:5432',
    'file:///etc/passwd',
    'nonsense',
  ])
    await expectProblem(
      a.people.studio.call(contract.createProvider, {
        params: { id: a.studio._id },
        body: { ...BODY, issuer },
      }),
      422,
      'identity-provider.url-invalid',
    )
})

test('lets only an admin verify a domain, for one provider at a time', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { admin, a, b, provider } = fixtures
  const params = { id: a.studio._id, provider: provider._id, domain: DOMAIN }
  await expectProblem(
    a.people.studio.call(contract.verifyDomain, { params, body: { verified: true } }),
    403,
    'permission.required',
  )
  await expectProblem(
    admin.call(contract.verifyDomain, {
      params: { ...params, domain: 'other.example' },
      body: { verified: true },
    }),
    404,
    'domain.not-found',
  )
  await expectProblem(addProvider(fixtures, b, { issuer: provider.issuer }), 409, 'domain.exists')
  const unchanged = await a.people.studio.call(contract.changeProvider, {
    params: { id: params.id, provider: params.provider },
    body: { domains: [DOMAIN, 'new.example'] },
  })
  assert.deepEqual(unchanged.domains, [
    { name: 'new.example', verified: false },
    { name: DOMAIN, verified: true },
  ])
})

test('maps only roles that the manager has and groups of only this studio', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  const create = (body: object) =>
    a.people.studio.call(contract.createProvider, {
      params: { id: a.studio._id },
      body: { ...BODY, ...body },
    })
  await expectProblem(create({ defaultRoles: ['service'] }), 403, 'grant.forbidden')
  await expectProblem(create({ defaultRoles: ['admin'] }), 422, 'body.invalid')
  const shared = await admin.call(groups.createGroup, {
    body: { name: 'Both', type: 'v', studios: [a.studio._id, b.studio._id], users: [] },
  })
  for (const group of [b.vendors._id, shared._id, 'f'.repeat(24)])
    await expectProblem(create({ groupMap: [{ value: 'x', group }] }), 422, 'reference.not-found')
  assert.ok(await create({ groupMap: [{ value: 'x', group: a.vendors._id }] }))
})

test('checks the connection to a provider', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { admin, a, provider } = fixtures
  const params = { id: a.studio._id, provider: provider._id }
  const result = await a.people.studio.call(contract.testProvider, { params })
  assert.deepEqual(result, {
    ok: true,
    authorizationEndpoint: `${provider.issuer}/auth`,
    supportsLogout: true,
    problems: [],
  })
  await admin.call(contract.changeProvider, {
    params,
    body: { issuer: 'http://127.0.0.1:1024' },
  })
  const failed = await a.people.studio.call(contract.testProvider, { params })
  assert.equal(failed.ok, false)
  assert.match(failed.problems[0]!, /ECONNREFUSED/)
})

test('lets a manager require a provider only after somebody has signed in through it', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { a, provider } = fixtures
  const params = { id: a.studio._id, provider: provider._id }
  const change = (body: contract.ProviderChange) =>
    a.people.studio.call(contract.changeProvider, { params, body })
  await expectProblem(change({ required: true }), 409, 'identity-provider.untested')
  await expectProblem(
    a.people.studio.call(contract.createProvider, {
      params: { id: a.studio._id },
      body: { ...BODY, required: true },
    }),
    409,
    'identity-provider.untested',
  )
  await signInWithSso(fixtures)
  await expectProblem(
    change({ required: true, issuer: 'http://127.0.0.1:1024' }),
    409,
    'identity-provider.untested',
  )
  const required = await change({ required: true })
  assert.deepEqual([required.required, required.tested], [true, true])
})

test('ends the sessions of a provider that is removed or deactivated', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { admin, a, provider } = fixtures
  const params = { id: a.studio._id, provider: provider._id }
  const first = await signInWithSso(fixtures)
  const proof = await proveIdentity(fixtures, provider._id)
  await admin.call(contract.changeProvider, { params, body: { active: false } })
  await expectProblem(first.call(studios.listStudios), 401)
  await expectProblem(
    fixtures.as().call(contract.signInWithSso, { body: proof }),
    422,
    'sso.expired',
  )
  await admin.call(contract.changeProvider, { params, body: { active: true } })
  const second = await signInWithSso(fixtures)
  await admin.call(contract.removeProvider, { params })
  await expectProblem(second.call(studios.listStudios), 401)
  const { rows } = await sql`select from sso_session`.execute(fixtures.db)
  assert.equal(rows.length, 2, 'the restriction of the tokens stays')
})
