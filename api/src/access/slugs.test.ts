import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { createSharedPerson } from '../../test/shared-people.ts'
import * as assets from '../assets/contract.ts'
import * as projects from '../projects/contract.ts'

const project = (studio: string) => ({ name: 'Secret title', slug: 'secret-title', studio })

test('does not reveal the slugs of another studio', async (t) => {
  const { a, b } = await loadFixtures(t)
  const first = await b.people.studio.call(projects.createProject, { body: project(b.studio._id) })
  const second = await a.people.studio.call(projects.createProject, { body: project(a.studio._id) })
  assert.deepEqual([first.slug, second.slug], ['secret-title', 'secret-title'])
  await expectProblem(
    a.people.studio.call(projects.createProject, { body: project(a.studio._id) }),
    409,
    'slug.exists',
  )
})

test('finds the project that the caller may see', async (t) => {
  const { a, b } = await loadFixtures(t)
  for (const { studio, people } of [a, b])
    await people.studio.call(projects.createProject, { body: project(studio._id) })
  for (const { studio, people } of [a, b]) {
    const project = await people.studio.call(projects.getProject, {
      params: { id: 'secret-title' },
    })
    assert.equal(project.studio, studio._id)
  }
})

test('names the studios of an ambiguous slug', async (t) => {
  const fixtures = await loadFixtures(t)
  const { admin, a, b } = fixtures
  for (const { studio, people } of [a, b])
    await people.studio.call(projects.createProject, { body: project(studio._id) })
  const shared = await createSharedPerson(fixtures, { inA: 'studio', inB: 'vendor' })
  for (const person of [admin, shared]) {
    const get = (id: string) => person.call(projects.getProject, { params: { id } })
    const { problem } = await expectProblem(get('secret-title'), 409, 'slug.ambiguous')
    assert.match(String(problem?.detail), /studio-a\/secret-title, studio-b\/secret-title/)
    assert.equal((await get('studio-b~secret-title')).studio, b.studio._id)
    assert.equal((await get(`${a.studio._id}~secret-title`)).studio, a.studio._id)
  }
})

test('answers for the slug of another studio as for an unknown one', async (t) => {
  const { a, b } = await loadFixtures(t)
  const get = (id: string) => a.people.studio.call(assets.getAsset, { params: { id } })
  await expectSameProblem(get(b.asset.slug), get('unknown'), 404)
  await expectSameProblem(get(`${b.studio.slug}~${b.asset.slug}`), get('no~thing'), 404)
})

test('changes and removes by the full address', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  for (const { project: home } of [a, b])
    await admin.call(assets.createAsset, {
      body: { name: 'Teaser', slug: 'teaser', project: home._id, type: 'trailer.intl' },
    })
  const changed = await admin.call(assets.changeAsset, {
    params: { id: 'studio-a~teaser' },
    body: { name: 'Renamed' },
  })
  assert.deepEqual([changed.name, changed.studio], ['Renamed', a.studio._id])
  const listed = await admin.call(assets.listAssets, { query: { project: 'studio-b~project-b' } })
  assert.deepEqual(new Set(listed.items.map(({ studio }) => studio)), new Set([b.studio._id]))
})
