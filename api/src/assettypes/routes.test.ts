import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRecordConventions } from '../../test/conventions.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const body = { name: 'Audio description', category: 'audio' as const, mediaType: 'audio' }

test('shows the default types to everybody', async (t) => {
  const { a } = await loadFixtures(t)
  const { items, total } = await a.people.guest.call(contract.listAssetTypes, {
    range: { first: 0, last: 99 },
  })
  assert.equal(total, 11)
  assert.deepEqual(items.map((type) => type.slug).toSorted(), [
    'banner',
    'behind-the-scenes',
    'clip',
    'featurette',
    'poster',
    'preliminary-production',
    'promo',
    'social',
    'trailer',
    'trailer.intl',
    'tv-spot',
  ])
  assert.deepEqual(
    items.map((type) => type.name),
    items.map((type) => type.name).toSorted(),
  )
})

test('finds a type by id and slug', async (t) => {
  const { a } = await loadFixtures(t)
  const type = await a.people.guest.call(contract.getAssetType, { params: { id: 'trailer.intl' } })
  assert.deepEqual(
    [type.category, type.mediaType, type.$links.self],
    ['av', 'video', '//reelay.test/api/assettypes/trailer.intl'],
  )
  assert.deepEqual(
    await a.people.guest.call(contract.getAssetType, { params: { id: type._id } }),
    type,
  )
})

test('follows the conventions of every record', async (t) => {
  const fixtures = await loadFixtures(t)
  await checkRecordConventions(fixtures, fixtures.admin, '/assettypes/poster', { name: 'Placard' })
})

test('lets an admin add a type with a given or derived slug', async (t) => {
  const { admin } = await loadFixtures(t)
  assert.equal((await admin.call(contract.createAssetType, { body })).slug, 'audio-description')
  assert.equal((await admin.call(contract.createAssetType, { body })).slug, 'audio-description-2')
  assert.equal(
    (await admin.call(contract.createAssetType, { body: { ...body, slug: 'audio.description' } }))
      .slug,
    'audio.description',
  )
  await expectProblem(
    admin.call(contract.createAssetType, { body: { ...body, slug: 'trailer' } }),
    409,
    'slug.exists',
  )
})

test('changes a slug unless it is taken', async (t) => {
  const { admin } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.changeAssetType, { params: { id: 'promo' }, body: { slug: 'trailer' } }),
    409,
    'slug.exists',
  )
  const changed = await admin.call(contract.changeAssetType, {
    params: { id: 'promo' },
    body: { slug: 'promotion' },
  })
  assert.deepEqual([changed.slug, changed.name], ['promotion', 'Promo'])
})

test('rejects invalid values', async (t) => {
  const { admin } = await loadFixtures(t)
  for (const more of [
    { category: 'video' },
    { mediaType: 'Video' },
    { mediaType: 'video/mp4' },
    { mediaType: '' },
    { name: '' },
    { slug: 'Has Space' },
    { slug: '../x' },
  ])
    await expectProblem(
      admin.call(contract.createAssetType, { body: { ...body, ...more } as never }),
      422,
      'body.invalid',
    )
  await expectProblem(
    admin.call(contract.createAssetType, { body: { ...body, colour: 1 } as never }),
    400,
    'body.unknown-field',
  )
})

test('lets only an admin change types', async (t) => {
  const { a } = await loadFixtures(t)
  for (const person of Object.values(a.people)) {
    await expectProblem(person.call(contract.createAssetType, { body }), 403, 'permission.required')
    await expectProblem(
      person.call(contract.changeAssetType, { params: { id: 'promo' }, body: { name: 'x' } }),
      403,
      'permission.required',
    )
    await expectProblem(
      person.call(contract.removeAssetType, { params: { id: 'promo' } }),
      403,
      'permission.required',
    )
  }
})

test('keeps a type that an asset uses and removes an unused one', async (t) => {
  const { admin } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.removeAssetType, { params: { id: 'trailer.intl' } }),
    409,
    'record.in-use',
  )
  const { _id } = await admin.call(contract.getAssetType, { params: { id: 'promo' } })
  assert.deepEqual(await admin.call(contract.removeAssetType, { params: { id: 'promo' } }), {
    _id,
    removed: true,
  })
  for (const id of ['promo', _id])
    await expectProblem(
      admin.call(contract.getAssetType, { params: { id } }),
      404,
      'asset-type.not-found',
    )
  await expectProblem(admin.call(contract.removeAssetType, { params: { id: 'promo' } }), 404)
})
