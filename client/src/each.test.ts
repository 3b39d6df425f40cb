import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projects, users } from '@reelay/api/contract'
import type { TestUser } from '../../api/test/fixtures.ts'
import { line } from '../test/faulty-connection.ts'

const NAMES = Array.from(
  { length: 12 },
  (_nothing, number) => `Film ${String(number).padStart(2, '0')}`,
)

async function shelf(t: Parameters<typeof line>[0]) {
  const house = await line(t)
  const {
    admin,
    a: { studio },
  } = house
  const make = async (name: string) =>
    (await admin.call(projects.createProject, { body: { name, studio: studio._id } }))._id
  const ids = new Map<string, string>()
  for (const name of NAMES) ids.set(name, await make(name))
  const remove = (by: TestUser, name: string) =>
    by.call(projects.removeProject, { params: { id: ids.get(name)! } })
  return { ...house, make, remove, query: { q: 'Film', order: 'name' } }
}

test('every record of a list comes once, in order, with no more pages than there are', async (t) => {
  const { admin, clientOf, sent, query } = await shelf(t)
  const { each } = clientOf(admin)
  assert.deepEqual(
    (await Array.fromAsync(each(projects.listProjects, { query }, { pageSize: 5 }))).map(
      ({ name }) => name,
    ),
    NAMES,
  )
  assert.deepEqual(
    sent.map(({ headers }) => headers['x-range']),
    ['resources=0-4', 'resources=5-9', 'resources=10-14'],
  )
})

test('who stops early asks for no more', async (t) => {
  const { admin, clientOf, sent, query } = await shelf(t)
  for await (const { name } of clientOf(admin).each(
    projects.listProjects,
    { query },
    { pageSize: 5 },
  ))
    if (name === NAMES[4]) break
  assert.equal(sent.length, 1)
})

test('a range bounds what comes', async (t) => {
  const { admin, clientOf, query } = await shelf(t)
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

test('what moves down between two pages comes once, and what moves up is not left out', async (t) => {
  const { admin, clientOf, make, remove, query } = await shelf(t)
  const names: string[] = []
  for await (const { name } of clientOf(admin).each(
    projects.listProjects,
    { query },
    { pageSize: 5 },
  )) {
    names.push(name)
    if (name === NAMES[1]) await make('Film 000')
    if (name === NAMES[7]) for (const gone of NAMES.slice(0, 3)) await remove(admin, gone)
  }
  assert.deepEqual(names, NAMES)
})

test('an empty list is over at once', async (t) => {
  const { admin, clientOf, sent } = await line(t)
  assert.deepEqual(
    await Array.fromAsync(
      clientOf(admin).each(users.listUsers, { query: { q: 'nobody is called so' } }),
    ),
    [],
  )
  assert.equal(sent.length, 1)
})
