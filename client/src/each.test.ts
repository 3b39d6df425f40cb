import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projects, territories, users } from '@reelay/api/contract'
import { sql } from '../../api/src/kernel/db/sql.ts'
import type { TestUser } from '../../api/test/fixtures.ts'
import { connectFaulty } from '../test/faulty-connection.ts'

const NAMES = Array.from({ length: 12 }, (_, index) => `Film ${String(index).padStart(2, '0')}`)

async function setup(t: Parameters<typeof connectFaulty>[0]) {
  const connection = await connectFaulty(t)
  const {
    admin,
    a: { studio },
  } = connection
  const createProject = async (name: string) =>
    (await admin.call(projects.createProject, { body: { name, studio: studio._id } }))._id
  const ids = new Map<string, string>()
  for (const name of NAMES) ids.set(name, await createProject(name))
  const remove = (by: TestUser, name: string) =>
    by.call(projects.removeProject, { params: { id: ids.get(name)! } })
  return { ...connection, createProject, remove, query: { q: 'Film', order: 'name' } }
}

test('yields every record once, in order, and fetches no extra page', async (t) => {
  const { admin, clientOf, requests, query } = await setup(t)
  const { each } = clientOf(admin)
  assert.deepEqual(
    (await Array.fromAsync(each(projects.listProjects, { query }, { pageSize: 5 }))).map(
      ({ name }) => name,
    ),
    NAMES,
  )
  assert.deepEqual(
    requests.map(({ path, headers }) => [path.includes('after='), headers['x-range']]),
    [
      [false, 'resources=0-4'],
      [true, 'resources=0-4'],
      [true, 'resources=0-4'],
    ],
  )
})

test('fetches no further page after the loop stops', async (t) => {
  const { admin, clientOf, requests, query } = await setup(t)
  for await (const { name } of clientOf(admin).each(
    projects.listProjects,
    { query },
    { pageSize: 5 },
  ))
    if (name === NAMES[4]) break
  assert.equal(requests.length, 1)
})

test('yields only the records in the given range', async (t) => {
  const { admin, clientOf, query } = await setup(t)
  const some = await Array.fromAsync(
    clientOf(admin).each(
      projects.listProjects,
      { query, range: { first: 2, last: 8 } },
      { pageSize: 4 },
    ),
  )
  assert.deepEqual(
    some.map(({ name }) => name),
    NAMES.slice(2, 9),
  )
})

test('neither repeats nor skips records that move between pages', async (t) => {
  const { admin, clientOf, createProject, remove, query } = await setup(t)
  const names: string[] = []
  for await (const { name } of clientOf(admin).each(
    projects.listProjects,
    { query },
    { pageSize: 5 },
  )) {
    names.push(name)
    if (name === NAMES[1]) await createProject('Film 000')
    if (name === NAMES[7]) for (const gone of NAMES.slice(0, 3)) await remove(admin, gone)
  }
  assert.deepEqual(names, NAMES)
})

test('ends at once for an empty list', async (t) => {
  const { admin, clientOf, requests } = await connectFaulty(t)
  assert.deepEqual(
    await Array.fromAsync(clientOf(admin).each(users.listUsers, { query: { q: 'no such name' } })),
    [],
  )
  assert.equal(requests.length, 1)
})

test('reads a list that is longer than the service counts to its end', async (t) => {
  const { admin, clientOf, db } = await connectFaulty(t)
  await sql`
    insert into territory (code, name, standard)
    select chr(65 + n / 676) || chr(65 + n / 26 % 26) || chr(65 + n % 26), 'Land ' || n % 7, 'PAL'
    from generate_series(0, 10500) n on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from territory`.execute(db)
  const totals: (number | null)[] = []
  const ids = await Array.fromAsync(
    clientOf(admin).each(
      territories.listTerritories,
      {},
      { pageSize: 500, onTotal: (total) => totals.push(total) },
    ),
    ({ _id }) => _id,
  )
  assert.deepEqual(totals, [null])
  assert.deepEqual(ids.toSorted(), rows.map(({ id }) => id).toSorted())
})
