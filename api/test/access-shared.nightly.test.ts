// Calls routes as people who work for two studios. A role in one studio must not help in the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecords } from './access-rows/records.ts'
import { ACCESS_ROWS, ROLE_LETTERS, type AccessRow, type RoleLetter } from './access-rows.ts'
import { callRoute, nameOf, rowsOf } from './call-route.ts'
import { loadFixtures, type TestRole } from './fixtures.ts'
import { createSharedPeople } from './shared-people.ts'

const letterOf = (role: TestRole) =>
  (Object.keys(ROLE_LETTERS) as RoleLetter[]).find((letter) => ROLE_LETTERS[letter] === role)!

/** A row whose outcome shows whether the role in B was used in A. */
const distinguishes = ({ record, may }: AccessRow, inA: TestRole, inB: TestRole) =>
  record !== undefined && may.includes(letterOf(inB)) && !may.includes(letterOf(inA))

/** These records belong to the caller or to the installation, so no role in a studio matters. */
const NOT_OF_A_STUDIO = new Set(['territory', 'assettype', 'workflow', 'job', 'token'])

test('does not let a role in one studio act in another', async (t) => {
  const fixtures = await loadFixtures(t)
  const ids = await createRecords(fixtures, fixtures.a)
  let calls = 0
  for (const person of await createSharedPeople(fixtures))
    for (const [endpoint, row] of rowsOf(fixtures)) {
      if (!distinguishes(row, person.inA, person.inB) || NOT_OF_A_STUDIO.has(row.record!)) continue
      const { status, body } = await callRoute(fixtures, endpoint, {
        person,
        id: ids[row.record!],
        row,
        ids,
      })
      calls++
      assert.ok(
        [403, 404, 422].includes(status),
        `${nameOf(endpoint)} as ${person.inA} in A and ${person.inB} in B: ${status} ${body.code}`,
      )
    }
  assert.ok(calls > 500, `${calls} calls`)
})

test('lists nothing of a studio that the role there does not show', async (t) => {
  const fixtures = await loadFixtures(t)
  const ids = await createRecords(fixtures, fixtures.a)
  const people = await createSharedPeople(fixtures)
  const lists = rowsOf(fixtures).filter(
    ([endpoint]) => endpoint.method === 'GET' && !endpoint.path.includes(':') && !endpoint.bytes,
  )
  const weak: TestRole[] = ['guest', 'translator', 'vendor', 'territory']
  for (const person of people.filter(({ inA, inB }) => weak.includes(inA) && inB === 'studio'))
    for (const [endpoint] of lists) {
      const row = ACCESS_ROWS[nameOf(endpoint)]!
      const call = (by: typeof person) => callRoute(fixtures, endpoint, { person: by, row, ids })
      const [shared, single] = await Promise.all([
        call(person),
        callRoute(fixtures, endpoint, { person: fixtures.a.people[person.inA], row, ids }),
      ])
      const leaked = Object.entries(ids).filter(
        ([kind, id]) =>
          !NOT_OF_A_STUDIO.has(kind) && shared.text.includes(id) && !single.text.includes(id),
      )
      assert.deepEqual(leaked, [], `${nameOf(endpoint)} as ${person.inA} in A, studio in B`)
    }
})
