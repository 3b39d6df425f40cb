import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { assign, createVendor, firstVendor } from '../../test/vendor-fixtures.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { changeTranslation } from '../translations/contract.ts'
import * as contract from './contract.ts'

test('lists translators with the work that the caller can see', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const { studio, vendor, translator, guest } = a.people
  const [first, second] = [
    await createRequestAt(a, 'awaiting-materials'),
    await createRequestAt(a, 'awaiting-materials'),
  ]
  const list = (by: TestUser, id: string) => by.call(contract.listTranslators, { params: { id } })
  const [before] = await list(studio, first)
  assert.deepEqual([before?._id, before?.fits, before?.open], [translator._id, false, 0])

  const { translation } = await readRequest(vendor, first)
  await vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: translator._id },
  })
  const [after] = await list(studio, second)
  assert.deepEqual([after?.fits, after?.open, after?.languages], [true, 1, ['deu']])
  assert.ok(after?.nextDue)

  const other = await createVendor(fixtures, a)
  await assign(a, first, firstVendor(a).group)
  const [hidden] = await list(other.person, second)
  assert.deepEqual([hidden?.open, hidden?.languages], [0, []], 'the work for another vendor')
  await expectProblem(list(other.person, first), 404)
  await expectProblem(list(b.people.studio, first), 404)
  await expectProblem(list(translator, first), 403)
  await expectProblem(list(guest, first), 404)
})
