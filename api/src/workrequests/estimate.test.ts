import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import { changeStudio } from '../studios/contract.ts'
import * as contract from './contract.ts'

test('estimates the price of an order without creating it', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio, territory, vendor } = a.people
  const { _id: film } = await uploadFile(studio, a)
  await sql`
    insert into media (studio_id, file_id, probe)
    values (${a.studio._id}, ${film}, '{"kind": "video", "duration": 90}')`.execute(db)
  await studio.call(changeStudio, {
    params: { id: a.studio._id },
    body: {
      settings: {
        currency: 'USD',
        rateCard: {
          perMinute: '40.00',
          perUse: '25.00',
          languages: { deu: '1.5' },
          values: { '1080p': '5.00' },
          rushFactor: '2.00',
          rushDays: 1,
        },
      },
    },
  })
  const order = newOrder(a, { status: 'submitted' })
  const estimate = await territory.call(contract.estimateWorkRequest, { body: order })
  assert.deepEqual(estimate, {
    base: '120.00',
    applied: '120.00',
    currency: 'USD',
    minutes: 1.5,
    lines: [
      { what: 'translation', of: 'deu', base: '90.00', applied: '90.00' },
      { what: 'use', of: 'Online', base: '25.00', applied: '25.00' },
      { what: 'detail', of: '1080p', base: '5.00', applied: '5.00' },
    ],
  })
  assert.equal((await studio.call(contract.listWorkRequests)).total, 0)
  const { _id, estimate: initial } = await territory.call(contract.createWorkRequest, {
    body: order,
  })
  assert.deepEqual(initial, { base: '120.00', applied: '120.00', currency: 'USD' })
  const soon = await territory.call(contract.estimateWorkRequest, {
    body: { ...order, due: { date: Math.floor(Date.now() / 1000) + 3600, tz: 'Europe/Berlin' } },
  })
  assert.deepEqual([soon.base, soon.lines.at(-1)?.what], ['240.00', 'rush'])
  await expectProblem(
    vendor.call(contract.estimateWorkRequest, { body: order }),
    403,
    'permission.required',
  )
  await expectProblem(
    territory.call(contract.estimateWorkRequest, { body: { ...order, asset: _id } }),
    404,
  )
})
