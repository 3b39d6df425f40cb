import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures } from '../../../test/fixtures.ts'
import { inJsonbOrder } from './jsonb-order.ts'

const VALUES = [
  null,
  [],
  {},
  { zz: 1, a: [2.5, { y: null, bb: 'c', b: true }], '': 0 },
  { é: 1, ab: 2, z: 3, '😀': 4, abc: 5, 日本: 6, aé: 7 },
  { 10: 'ten', 9: 'nine', a: [{ 'b-c': 1, b_c: 2, B: 3 }] },
]

test('orders keys as PostgreSQL does', async (t) => {
  const { db } = await loadFixtures(t)
  for (const value of VALUES) {
    const { rows } = await sql<{ stored: unknown }>`
      select ${JSON.stringify(value)}::jsonb as stored`.execute(db)
    assert.equal(JSON.stringify(inJsonbOrder(value)), JSON.stringify(rows[0]!.stored))
  }
})
