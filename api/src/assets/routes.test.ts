import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const create = ({ a }: Fixtures, body: object = {}) =>
  a.people.studio.call(contract.createAsset, {
    body: { name: 'Teaser', project: a.project._id, type: 'promo', ...body },
  })

test('lets a studio add an asset to its project with the media type of its type', async (t) => {
  const { a } = await loadFixtures(t)
  const { body: asset, headers } = await a.people.studio.send(contract.createAsset, {
    body: {
      name: 'Été: Teaser #1',
      project: { _id: a.project._id, name: 'ignored' } as never,
      type: 'poster',
      importName: 'ETE_1',
      aspectRatio: '2.39:1',
      creative: true,
      usage: { online: true },
    },
  })
  assert.deepEqual(
    [asset.slug, asset.type, asset.mediaType, asset.studio, asset.project],
    ['ete-teaser-1', 'poster', 'image', a.studio._id, a.project._id],
  )
  assert.deepEqual(
    [
      asset.importName,
      asset.aspectRatio,
      asset.creative,
      asset.verified,
      asset.thumbnail,
      asset.previews,
    ],
    ['ETE_1', '2.39:1', true, false, null, []],
  )
  assert.deepEqual(
    [asset.usage.online, asset.usage.imax, asset.workflow.phase],
    [true, false, 'WIP'],
  )
  assert.deepEqual(asset.$links, {
    self: `//reelay.test/api/assets/${asset._id}`,
    project: `//reelay.test/api/projects/${a.project._id}`,
    studio: `//reelay.test/api/studios/${a.studio._id}`,
    type: '//reelay.test/api/assettypes/poster',
  })
  assert.equal(headers.get('location'), asset.$links.self)
  for (const id of [asset._id, 'ete-teaser-1'])
    assert.deepEqual(await a.people.studio.call(contract.getAsset, { params: { id } }), asset)
})

test('derives a numbered slug from the name, and rejects a requested slug that is taken', async (t) => {
  const fixtures = await loadFixtures(t)
  assert.deepEqual(
    [(await create(fixtures)).slug, (await create(fixtures)).slug, (await create(fixtures)).slug],
    ['teaser', 'teaser-2', 'teaser-3'],
  )
  await expectProblem(create(fixtures, { slug: 'teaser' }), 409, 'slug.exists')
  await expectProblem(create(fixtures, { slug: 'trailer-a' }), 409, 'slug.exists')
  assert.equal((await create(fixtures, { name: '予告編' })).slug, 'untitled')
  for (const slug of ['Teaser', 'a b', '-a', 'a-', 'é', 'f'.repeat(24), ''])
    await expectProblem(create(fixtures, { slug }), 422, 'body.invalid')
  const { _id: id } = await create(fixtures, { slug: 'my-own' })
  await expectProblem(
    fixtures.a.people.studio.call(contract.changeAsset, {
      params: { id },
      body: { slug: 'teaser' },
    }),
    409,
    'slug.exists',
  )
  assert.equal(
    (
      await fixtures.a.people.studio.call(contract.changeAsset, {
        params: { id },
        body: { slug: 'my-own' },
      })
    ).slug,
    'my-own',
  )
})

test('gives ten concurrent assets of one name ten slugs', async (t) => {
  const fixtures = await loadFixtures(t)
  const created = await Promise.all(
    Array.from({ length: 10 }, () => create(fixtures, { name: 'Same' })),
  )
  assert.equal(new Set(created.map(({ slug }) => slug)).size, 10)
})

test('requires a visible project and an existing type', async (t) => {
  const fixtures = await loadFixtures(t)
  await expectSameProblem(
    create(fixtures, { project: fixtures.b.project._id }),
    create(fixtures, { project: 'f'.repeat(24) }),
    404,
  )
  await expectProblem(create(fixtures, { type: 'no-such-type' }), 422, 'reference.not-found')
  await expectProblem(
    create(fixtures, { workflow: { id: 'f'.repeat(24) } }),
    422,
    'reference.not-found',
  )
  const bad = await expectProblem(
    create(fixtures, { name: '', aspectRatio: 'wide', usage: { online: 1 } }),
    422,
    'body.invalid',
  )
  assert.deepEqual([...new Set(bad.errors.map(({ pointer }) => pointer))].toSorted(), [
    '/aspectRatio',
    '/name',
    '/usage/online',
  ])
  const unknown = await expectProblem(
    create(fixtures, { usage: { vhs: true } }),
    400,
    'body.unknown-field',
  )
  assert.deepEqual(
    unknown.errors.map(({ pointer }) => pointer),
    ['/usage/vhs'],
  )
})

test('rejects writes without asset.write', async (t) => {
  const { a } = await loadFixtures(t)
  for (const role of ['territory', 'vendor', 'translator', 'guest'] as const) {
    const { call } = a.people[role]
    await expectProblem(
      call(contract.createAsset, { body: { name: 'x', project: a.project._id, type: 'promo' } }),
      403,
      'permission.required',
    )
    await expectProblem(
      call(contract.changeAsset, { params: { id: a.asset._id }, body: { name: 'x' } }),
      403,
      'permission.required',
    )
    await expectProblem(
      call(contract.changeAssetNamed, { body: { _id: a.asset._id, name: 'x' } }),
      403,
      'permission.required',
    )
    await expectProblem(
      call(contract.archiveAsset, { params: { id: a.asset._id } }),
      403,
      'permission.required',
    )
  }
})
