// Calls every route with tokens that are limited to a project. Records of another project in the
// same studio must look like unknown ones.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as projects from '../src/projects/contract.ts'
import * as sessions from '../src/sessions/contract.ts'
import { createRecords } from './access-rows/records.ts'
import { UNKNOWN, callRoute, nameOf, rowsOf } from './call-route.ts'
import { loadFixtures, type TestUser } from './fixtures.ts'

/** Kinds that belong to no project. */
const WITHOUT_PROJECT = new Set(['studio', 'territory', 'assettype'])
const MANAGERS = ['admin', 'studio'] as const

async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { admin, a, as } = fixtures
  const ids = await createRecords(fixtures, a)
  const other = await admin.call(projects.createProject, {
    body: { name: 'Other', studio: a.studio._id },
  })
  const scoped = async (owner: TestUser, project: string): Promise<TestUser> => {
    const { token } = await owner.call(sessions.createToken, {
      body: { name: 'One project', scope: { access: 'full', project } },
    })
    return { ...owner, token, ...as({ email: owner.email, token }) }
  }
  const owners = { admin, studio: a.people.studio }
  return { fixtures, ids, other, owners, scoped }
}

test('hides the records of other projects from a token of one project', async (t) => {
  const { fixtures, ids, other, owners, scoped } = await setup(t)
  let calls = 0
  for (const name of MANAGERS) {
    const person = await scoped(owners[name], other._id)
    for (const [endpoint, row] of rowsOf(fixtures)) {
      if (!row.record || WITHOUT_PROJECT.has(row.record) || endpoint.access === 'anyone') continue
      const call = (id: string) => callRoute(fixtures, endpoint, { person, id, row, ids })
      const [hidden, unknown] = [await call(ids[row.record]), await call(UNKNOWN)]
      const message = `${nameOf(endpoint)} as ${name}: ${hidden.status} ${hidden.body.code}`
      assert.ok([403, 404, 422].includes(hidden.status), message)
      assert.deepEqual(
        { ...hidden.body, requestId: '' },
        { ...unknown.body, requestId: '' },
        message,
      )
      calls++
    }
  }
  assert.ok(calls > 150, `${calls} calls`)
})

test('lists nothing of other projects with a token of one project', async (t) => {
  const { fixtures, ids, other, owners, scoped } = await setup(t)
  const hidden = Object.entries(ids).filter(
    ([kind]) => !WITHOUT_PROJECT.has(kind) && !['user', 'group'].includes(kind),
  )
  for (const name of MANAGERS) {
    const person = await scoped(owners[name], other._id)
    for (const [endpoint, row] of rowsOf(fixtures)) {
      if (endpoint.method !== 'GET' || endpoint.path.includes(':') || endpoint.bytes) continue
      const { text } = await callRoute(fixtures, endpoint, { person, row, ids })
      const leaked = hidden.filter(([, id]) => text.includes(`"${id}"`))
      assert.deepEqual(leaked, [], `${nameOf(endpoint)} as ${name}`)
    }
  }
})

test('shows the records of its project to a token of one project', async (t) => {
  const { fixtures, ids, owners, scoped } = await setup(t)
  const person = await scoped(owners.studio, fixtures.a.project._id)
  const seen = [
    'GET /projects/:id',
    'GET /assets/:id',
    'GET /files/:id',
    'GET /previews/:id',
    'GET /scripts/:id',
    'GET /translations/:id',
    'GET /workrequests/:id',
    'GET /offlines/:id',
  ]
  for (const [endpoint, row] of rowsOf(fixtures)) {
    if (!seen.includes(nameOf(endpoint))) continue
    const { status } = await callRoute(fixtures, endpoint, {
      person,
      id: ids[row.record!],
      row,
      ids,
    })
    assert.equal(status, 200, nameOf(endpoint))
  }
})
