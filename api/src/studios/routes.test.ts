import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../test/refuses.ts'
import { world } from '../../test/world.ts'
import * as contract from './contract.ts'

test('an admin founds a studio, and its slug comes from its name', async (t) => {
  const { admin } = await world(t)
  const studio = await admin.call(contract.createStudio, { body: { name: 'Étoile Filante' } })
  assert.equal(studio.slug, 'etoile-filante')
  assert.equal(studio.settings.leadTimeHours, 24)
  assert.deepEqual(await admin.call(contract.getStudio, { params: { id: 'etoile-filante' } }), studio)
  assert.equal((await admin.call(contract.createStudio, { body: { name: 'Étoile Filante' } })).slug, 'etoile-filante-2')
  await refuses(admin.call(contract.createStudio, { body: { name: 'Other', slug: 'etoile-filante' } }), 409, 'slug.taken')
})

test('a studio is there for its own people alone', async (t) => {
  const { a, b } = await world(t)
  const { studio } = a.people
  assert.deepEqual((await studio.call(contract.listStudios)).items.map((item) => item._id), [a.studio._id])
  await refuses(studio.call(contract.getStudio, { params: { id: b.studio._id } }), 404, 'studio.unknown')
  await refuses(studio.call(contract.changeStudio, { params: { id: b.studio._id }, body: { name: 'Mine' } }), 404)
})

test('its manager changes a studio field by field; a guest does not', async (t) => {
  const { a } = await world(t)
  const params = { id: a.studio._id }
  const changed = await a.people.studio.call(contract.changeStudio, { params, body: { settings: { leadTimeHours: 48 } } })
  assert.equal(changed.settings.leadTimeHours, 48)
  assert.equal(changed.settings.subtitleProfile, a.studio.settings.subtitleProfile)
  assert.deepEqual(await a.people.studio.call(contract.changeStudio, { params, body: changed }), changed, 'what was read can be sent back')
  await refuses(a.people.studio.call(contract.changeStudio, { params, body: { ...changed, created: 1 } as never }), 403, 'field.protected')
  await refuses(a.people.guest.call(contract.changeStudio, { params, body: { name: 'Mine' } }), 403, 'right.missing')
  const unknown = await refuses(a.people.studio.call(contract.changeStudio, { params, body: { settings: { colour: 'red' } } as never }), 400, 'body.unknown-field')
  assert.deepEqual(unknown.errors.map((fault) => fault.pointer), ['/settings/colour'])
})

test('a studio that holds something stays', async (t) => {
  const { admin, a } = await world(t)
  await refuses(admin.call(contract.removeStudio, { params: { id: a.studio._id } }), 409, 'record.in-use')
  const empty = await admin.call(contract.createStudio, { body: { name: 'Empty' } })
  assert.deepEqual(await admin.call(contract.removeStudio, { params: { id: empty._id } }), { _id: empty._id, removed: true })
  await refuses(admin.call(contract.getStudio, { params: { id: empty._id } }), 404)
})
