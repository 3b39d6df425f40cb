// Hostile cases of class B: records of other studios.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAsset, listAssets } from '../../src/assets/contract.ts'
import { sql } from '../../src/kernel/db/sql.ts'
import { UNKNOWN } from '../call-route.ts'
import { expectProblem } from '../expect-problem.ts'
import { loadFixtures } from '../fixtures.ts'
import { expectSameEffort } from './effort.ts'

test('23. a foreign id costs the same as an unknown one', async (t) => {
  const { a, b } = await loadFixtures(t)
  const read = (id: string) => () =>
    expectProblem(a.people.vendor.call(getAsset, { params: { id } }), 404, 'asset.not-found')
  await expectSameEffort(read(b.asset._id), read(UNKNOWN), { count: 150, slackMs: 5 })
})

/** The checks of this class would see foreign records. */
test('control: a planted membership shows the other studio', async (t) => {
  const { a, b, db } = await loadFixtures(t)
  const { vendor } = a.people
  const read = () => vendor.call(getAsset, { params: { id: b.asset._id } })
  const lists = async () =>
    (await vendor.call(listAssets)).items.some(({ _id }) => _id === b.asset._id)
  await expectProblem(read(), 404)
  assert.equal(await lists(), false)
  await sql`
    insert into membership (person_id, studio_id, roles)
    values (${vendor._id}, ${b.studio._id}, ${['studio']})`.execute(db)
  assert.equal((await read()).name, b.asset.name)
  assert.equal(await lists(), true)
})
