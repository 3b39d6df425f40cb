import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { newOrder } from '../../test/orders.ts'
import { changeStudio } from '../studios/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { listTranslationDeliveries } from './contract.ts'

test('lists the delivery profiles of the ordered uses, by the rules of the studio', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, territory, vendor } = a.people
  const request = await territory.call(createWorkRequest, {
    body: newOrder(a, {
      status: 'submitted',
      uses: { items: ['Online', 'Broadcast'], details: {} },
    }),
  })
  const list = (person = vendor) =>
    person.call(listTranslationDeliveries, { params: { id: request.translation._id } })
  assert.deepEqual(await list(), [
    { use: 'Online', profile: 'plain-vtt', isOwn: false },
    { use: 'Broadcast', profile: 'stl-open', isOwn: false },
  ])
  const deliveries = [
    { use: 'Broadcast', territory: request.territory, profile: 'stl-teletext' },
    { use: 'Broadcast', profile: 'itt' },
  ] as const
  await studio.call(changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { deliveries: [...deliveries] } },
  })
  assert.deepEqual(await list(), [
    { use: 'Online', profile: 'plain-vtt', isOwn: false },
    { use: 'Broadcast', profile: 'stl-teletext', isOwn: true },
  ])
  await expectSameProblem(
    list(b.people.studio),
    b.people.studio.call(listTranslationDeliveries, { params: { id: '0'.repeat(24) } }),
    404,
  )
})
