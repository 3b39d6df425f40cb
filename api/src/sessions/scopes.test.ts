// Tokens with a scope, through the API.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as assets from '../assets/contract.ts'
import * as files from '../files/contract.ts'
import * as projects from '../projects/contract.ts'
import * as studios from '../studios/contract.ts'
import * as users from '../users/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

async function withScope({ as }: Fixtures, owner: TestUser, scope: contract.NewScope) {
  const created = await owner.call(contract.createToken, { body: { name: 'Scoped', scope } })
  return { created, ...as({ email: owner.email, token: created.token }) }
}

async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  return { fixtures, ...fixtures, manager: fixtures.a.people.studio }
}

test('returns and lists the scope of a token', async (t) => {
  const { fixtures, manager, a } = await setup(t)
  const { created } = await withScope(fixtures, manager, {
    access: 'read',
    project: { _id: a.project._id },
  })
  const expected = { access: 'read', studio: a.studio._id, project: a.project._id }
  assert.deepEqual(created.scope, expected)
  const { items } = await manager.call(contract.listTokens)
  assert.deepEqual(
    items.map(({ name, scope }) => [name, scope]),
    [
      ['Scoped', expected],
      ['', null],
    ],
  )
})

test('reads but does not write with a token that reads', async (t) => {
  const { fixtures, manager, a } = await setup(t)
  const { call } = await withScope(fixtures, manager, { access: 'read' })
  assert.equal((await call(assets.getAsset, { params: { id: a.asset._id } }))._id, a.asset._id)
  await expectProblem(
    call(assets.createAsset, {
      body: { name: 'New', project: a.project._id, type: 'trailer' },
    }),
    403,
    'token.scope-insufficient',
  )
  await expectProblem(
    call(studios.changeStudio, { params: { id: a.studio._id }, body: { name: 'New' } }),
    403,
    'token.scope-insufficient',
  )
})

test('registers files but reads no bytes with a token that uploads', async (t) => {
  const { fixtures, a } = await setup(t)
  const { call } = await withScope(fixtures, a.people.vendor, { access: 'upload' })
  const file = await call(files.registerFile, {
    body: { name: 'a.txt', asset: a.asset._id, length: 1 },
  })
  await call(files.receiveContent, { params: { id: file._id }, body: new Uint8Array([97]) })
  await expectProblem(call(projects.listProjects), 403, 'token.scope-insufficient')
  await expectProblem(call(files.changeFile, { params: { id: file._id }, body: {} }), 403)
})

test('shows one studio only with a token of one studio, also for an admin', async (t) => {
  const { fixtures, admin, a, b } = await setup(t)
  const { call } = await withScope(fixtures, admin, { access: 'full', studio: b.studio._id })
  assert.deepEqual(
    (await call(studios.listStudios)).items.map(({ _id }) => _id),
    [b.studio._id],
  )
  await expectProblem(call(assets.getAsset, { params: { id: a.asset._id } }), 404)
  assert.equal((await call(assets.getAsset, { params: { id: b.asset._id } }))._id, b.asset._id)
  await expectProblem(
    call(studios.createStudio, { body: { name: 'New' } }),
    403,
    'permission.required',
  )
})

test('never lets a token with a scope change the account or create a token', async (t) => {
  const { fixtures, manager, a } = await setup(t)
  for (const scope of [
    { access: 'full' },
    { access: 'full', studio: a.studio._id },
    { access: 'full', project: a.project._id },
  ] as const) {
    const { call } = await withScope(fixtures, manager, scope)
    for (const attempt of [
      () => call(contract.createToken, { body: { name: 'Wider' } }),
      () => call(contract.regenerate),
      () => call(contract.beginTwofactor),
      () => call(contract.changeSession, { params: { id: manager._id }, body: { name: 'New' } }),
      () => call(users.changeUser, { params: { id: manager._id }, body: { name: 'New' } }),
    ])
      await expectProblem(attempt(), 403, 'token.scope-insufficient')
    await call(contract.closeSession)
  }
})

test('rejects a scope that names something the caller cannot see', async (t) => {
  const { fixtures, manager, a, b } = await setup(t)
  for (const scope of [
    { access: 'read', studio: b.studio._id },
    { access: 'read', project: b.project._id },
    { access: 'read', project: 'f'.repeat(24) },
  ] as const)
    await expectProblem(withScope(fixtures, manager, scope), 422, 'reference.not-found')
  await expectProblem(
    withScope(fixtures, fixtures.admin, {
      access: 'read',
      studio: a.studio._id,
      project: b.project._id,
    }),
    422,
    'token.scope-mismatch',
  )
})

test('keeps the expiry when a token is replaced', async (t) => {
  const { manager, as } = await setup(t)
  const expires = Math.floor(Date.now() / 1000) + 3600
  const { token } = await manager.call(contract.createToken, { body: { name: 'Short', expires } })
  const fresh = await as({ email: manager.email, token }).call(contract.regenerate)
  const { items } = await as(fresh).call(contract.listTokens)
  assert.deepEqual(
    items.map((token) => token.expires),
    [expires],
  )
})
