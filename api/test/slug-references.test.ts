// Request bodies name studios, projects, assets and territories by id or by slug.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as assets from '../src/assets/contract.ts'
import * as files from '../src/files/contract.ts'
import * as groups from '../src/groups/contract.ts'
import * as projects from '../src/projects/contract.ts'
import * as scripts from '../src/scripts/contract.ts'
import * as sessions from '../src/sessions/contract.ts'
import * as translations from '../src/translations/contract.ts'
import * as users from '../src/users/contract.ts'
import * as webhooks from '../src/webhooks/contract.ts'
import * as workrequests from '../src/workrequests/contract.ts'
import { expectProblem } from './expect-problem.ts'
import { loadFixtures } from './fixtures.ts'
import { newOrder } from './orders.ts'

test('accepts slugs wherever a body names a studio, a project or an asset', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const { studio, territory } = a.people
  const { studio: owner, project, asset } = a
  const scoped = `${owner.slug}~${asset.slug}`
  const named = await studio.call(projects.createProject, {
    body: { name: 'Second', studio: owner.slug },
  })
  assert.equal(named.studio, owner._id)
  const added = await studio.call(assets.createAsset, {
    body: { name: 'Spot', project: project.slug, type: 'trailer' },
  })
  assert.equal(added.project, project._id)
  for (const address of [asset.slug, scoped, asset._id, { _id: asset._id }]) {
    const file = await studio.call(files.registerFile, { body: { name: 'x', asset: address } })
    assert.equal(file.asset, asset._id)
  }
  const script = await studio.call(scripts.createScript, {
    body: { asset: asset.slug, part: 'dialogue', language: 'eng' },
  })
  assert.equal(script.asset, asset._id)
  const order = await territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { asset: asset.slug, project: project.slug }),
  })
  assert.deepEqual([order.asset._id, order.project._id], [asset._id, project._id])
  const translation = await studio.call(translations.createTranslation, {
    body: { asset: asset.slug, workRequest: order._id, language: 'fra' },
  })
  assert.equal(translation.asset, asset._id)
  const webhook = await studio.call(webhooks.createWebhook, {
    body: { studio: owner.slug, url: 'https://1.1.1.1/hook', types: ['wam'] },
  })
  assert.equal(webhook.studio, owner._id)
  const token = await studio.call(sessions.createToken, {
    body: { name: 'ci', scope: { access: 'read', studio: owner.slug, project: project.slug } },
  })
  assert.deepEqual(token.scope, { access: 'read', studio: owner._id, project: project._id })
  const group = await admin.call(groups.createGroup, {
    body: { name: 'Vendors', type: 'v', studios: [owner.slug] },
  })
  assert.deepEqual(group.studios, [owner._id])
})

test('accepts the slug of a studio and the code of a territory for people', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const invite = (more: object, email: string) =>
    admin.call(users.inviteUser, {
      body: { emailNormal: email, name: 'New', roles: ['territory'], ...more },
    })
  const plain = await invite({ studios: [a.studio.slug], territory: 'DE' }, 'one@example.com')
  const byMembership = await invite(
    { memberships: [{ studio: a.studio.slug, roles: ['territory'], territory: 'DE' }] },
    'two@example.com',
  )
  for (const person of [plain, byMembership])
    assert.deepEqual([person.studios, person.territory!.code], [[a.studio._id], 'DE'])
})

test('refuses the slug of a record that the caller cannot see, and an ambiguous one', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  const register = (asset: string, by = a.people.studio) =>
    by.call(files.registerFile, { body: { name: 'x', asset } })
  await expectProblem(register(`${b.studio.slug}~${b.asset.slug}`), 404, 'asset.not-found')
  await expectProblem(register('no-such-asset'), 404, 'asset.not-found')
  const create = (studio: string) =>
    a.people.studio.call(projects.createProject, { body: { name: 'x', studio } })
  await expectProblem(create(b.studio.slug), 404, 'studio.not-found')
  for (const side of [a, b])
    await side.people.studio.call(assets.createAsset, {
      body: { name: 'Twin', slug: 'twin', project: side.project._id, type: 'trailer' },
    })
  const { asset } = await register('twin')
  assert.equal(asset, (await register(`${a.studio.slug}~twin`)).asset)
  await expectProblem(register('twin', admin), 409, 'slug.ambiguous')
})
