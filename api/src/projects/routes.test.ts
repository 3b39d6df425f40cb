import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRecordConventions } from '../../test/conventions.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as files from '../files/contract.ts'
import * as contract from './contract.ts'

const UNKNOWN = 'f'.repeat(24)
const createProject = (person: TestUser, body: object) =>
  person.call(contract.createProject, { body: { name: 'New', ...body } as never })
const change = (person: TestUser, id: string, body: object) =>
  person.call(contract.changeProject, { params: { id }, body })
const names = async (person: TestUser, query: object = {}) =>
  (await person.call(contract.listProjects, { query })).items.map((project) => project.name)

test('creates an active, empty project in the given studio', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const project = await createProject(studio, {
    name: 'Über den Wolken',
    studio: { _id: a.studio._id, name: 'ignored' },
  })
  assert.deepEqual(
    [
      project.slug,
      project.studio,
      project.status,
      project.description,
      project.release,
      project.logo,
    ],
    ['uber-den-wolken', a.studio._id, 'active', '', null, null],
  )
  for (const id of [project._id, project.slug])
    assert.deepEqual(await studio.call(contract.getProject, { params: { id } }), project)
})

test('follows the conventions of every record', async (t) => {
  const fixtures = await loadFixtures(t)
  await checkRecordConventions(
    fixtures,
    fixtures.a.people.studio,
    `/projects/${fixtures.a.project._id}`,
    {
      description: 'A film',
      release: { date: 1_800_000_000, tz: 'Europe/Berlin' },
    },
  )
})

test('updates single fields and clears optional ones with null', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const release = { date: 1_800_000_000, tz: 'America/Los_Angeles' }
  assert.deepEqual(
    (await change(studio, a.project.slug, { release, description: 'A film' })).release,
    release,
  )
  const archived = await change(studio, a.project._id, { status: 'archived' })
  assert.deepEqual(
    [archived.status, archived.release, archived.description, archived.name],
    ['archived', release, 'A film', 'Project a'],
  )
  assert.equal((await change(studio, a.project._id, { release: null })).release, null)
  for (const body of [{ name: null }, { status: null }, { description: null }, { slug: null }])
    await expectProblem(change(studio, a.project._id, body), 422, 'body.invalid')
})

test('rejects a change of studio', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  await expectProblem(
    change(admin, a.project._id, { studio: b.studio._id }),
    403,
    'field.protected',
  )
  assert.equal(
    (await change(admin, a.project._id, { studio: { _id: a.studio._id } })).studio,
    a.studio._id,
  )
})

test('returns 404 for projects of other studios', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  for (const id of [b.project._id, b.project.slug]) {
    await expectSameProblem(
      studio.call(contract.getProject, { params: { id } }),
      studio.call(contract.getProject, { params: { id: UNKNOWN } }),
      404,
    )
    await expectSameProblem(
      change(studio, id, { name: 'x' }),
      change(studio, UNKNOWN, { name: 'x' }),
      404,
    )
    await expectSameProblem(
      studio.call(contract.removeProject, { params: { id } }),
      studio.call(contract.removeProject, { params: { id: UNKNOWN } }),
      404,
    )
  }
  await expectSameProblem(
    createProject(studio, { studio: b.studio._id }),
    createProject(studio, { studio: UNKNOWN }),
    404,
  )
})

test('shows a project to translators and guests through a visible asset', async (t) => {
  const { a } = await loadFixtures(t)
  for (const role of ['translator', 'guest'] as const) {
    assert.deepEqual(await names(a.people[role]), [])
    await expectProblem(
      a.people[role].call(contract.getProject, { params: { id: a.project._id } }),
      404,
    )
  }
  for (const role of ['studio', 'territory', 'vendor', 'service'] as const)
    assert.deepEqual(await names(a.people[role]), ['Project a'])
})

test('lists by name and filters by studio, status and text', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await createProject(admin, { name: 'Éclair', studio: a.studio._id, status: 'archived' })
  assert.deepEqual(await names(admin), ['Project a', 'Project b', 'Éclair'])
  assert.deepEqual(await names(admin, { order: '-created' }), ['Éclair', 'Project b', 'Project a'])
  assert.deepEqual(await names(admin, { q: 'ECLAIR' }), ['Éclair'])
  for (const q of [a.project._id, a.project.slug])
    assert.deepEqual(await names(admin, { q }), ['Project a'], 'finds by id and slug')
  assert.deepEqual(await names(admin, { status: 'archived' }), ['Éclair'])
  for (const studio of [a.studio._id, a.studio.slug])
    assert.deepEqual(await names(admin, { studio }), ['Project a', 'Éclair'])
  assert.deepEqual(await names(a.people.studio, { studio: 'studio-b' }), [])
  for (const q of ['%', '_', "'"]) assert.deepEqual(await names(admin, { q }), [])
})

test('rejects invalid queries', async (t) => {
  const { admin } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.listProjects, { query: { order: 'studio_id' } }),
    400,
    'order.unknown-field',
  )
  await expectProblem(
    admin.call(contract.listProjects, { query: { status: 'lost' } as never }),
    400,
    'query.unknown-value',
  )
  await expectProblem(
    admin.call(contract.listProjects, { query: { colour: 'red' } as never }),
    400,
    'query.unknown-field',
  )
})

test('rejects invalid values with their positions', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const cases: [body: object, pointer: string][] = [
    [{ release: { date: -1, tz: 'UTC' } }, '/release/date'],
    [{ release: { date: Date.now(), tz: 'UTC' } }, '/release/date'],
    [{ release: { date: 1.5, tz: 'UTC' } }, '/release/date'],
    [{ release: { date: '5', tz: 'UTC' } }, '/release/date'],
    [{ release: { date: 5, tz: '' } }, '/release/tz'],
    [{ release: { date: 5, tz: 'Mars/X' } }, '/release/tz'],
    [{ release: { date: 5, tz: '../../etc/localtime' } }, '/release/tz'],
    [{ release: { date: 5, tz: 'x'.repeat(10_000) } }, '/release/tz'],
    [{ status: 'lost' }, '/status'],
    [{ name: '' }, '/name'],
    [{ slug: 'Has Space' }, '/slug'],
    [{ description: 'x'.repeat(20_001) }, '/description'],
  ]
  for (const [body, pointer] of cases) {
    const { errors } = await expectProblem(change(studio, a.project._id, body), 422)
    assert.equal(errors[0]!.pointer, pointer, JSON.stringify(body).slice(0, 80))
  }
  await expectProblem(createProject(studio, {}), 422, 'body.invalid')
  assert.equal(
    (await studio.call(contract.getProject, { params: { id: a.project._id } })).release,
    null,
  )
})

test('rejects a given slug that is taken and numbers a derived one', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  await expectProblem(
    createProject(studio, { slug: 'project-a', studio: a.studio._id }),
    409,
    'slug.exists',
  )
  const other = await createProject(studio, { name: 'Project A', studio: a.studio._id })
  assert.equal(other.slug, 'project-a-2')
  await expectProblem(change(studio, other._id, { slug: 'project-a' }), 409, 'slug.exists')
})

test('requires a visible file as logo and shows it to people who may see it', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, vendor } = a.people
  const [logo, theirs] = [
    await uploadFile(studio, a, 'logo.png'),
    await uploadFile(b.people.studio, b),
  ]
  await expectSameProblem(
    change(studio, a.project._id, { logo: theirs._id }),
    change(studio, a.project._id, { logo: UNKNOWN }),
    422,
  )
  assert.equal((await change(studio, a.project._id, { logo: logo._id })).logo, logo._id)
  await studio.call(files.changeFile, {
    params: { id: logo._id },
    body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  assert.equal(
    (await vendor.call(contract.getProject, { params: { id: a.project._id } })).logo,
    null,
  )
  assert.equal((await change(studio, a.project._id, { name: 'Kept' })).logo, logo._id)
  assert.equal((await change(studio, a.project._id, { logo: null })).logo, null)
})

test('rejects writes without asset.write', async (t) => {
  const { a } = await loadFixtures(t)
  for (const role of ['territory', 'vendor', 'translator', 'guest'] as const) {
    await expectProblem(
      createProject(a.people[role], { studio: a.studio._id }),
      403,
      'permission.required',
    )
    await expectProblem(
      change(a.people[role], a.project._id, { name: 'x' }),
      403,
      'permission.required',
    )
    await expectProblem(
      a.people[role].call(contract.removeProject, { params: { id: a.project._id } }),
      403,
      'permission.required',
    )
  }
})

test('keeps a project with records and removes an empty one', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  await expectProblem(
    studio.call(contract.removeProject, { params: { id: a.project._id } }),
    409,
    'record.in-use',
  )
  const empty = await createProject(studio, { studio: a.studio._id })
  await expectProblem(
    studio.call(contract.removeProject, {
      params: { id: empty._id },
      headers: { 'if-match': '"old"' },
    }),
    412,
  )
  assert.deepEqual(await studio.call(contract.removeProject, { params: { id: empty.slug } }), {
    _id: empty._id,
    removed: true,
  })
  await expectProblem(studio.call(contract.getProject, { params: { id: empty._id } }), 404)
})
