import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementsOf } from '../../test/statements-of.ts'
import { sql } from '../kernel/db/sql.ts'
import { startLeaseRenewal } from './commands/lease.ts'
import { prepareUpload } from './tus.fixture.ts'

const IN_A_MINUTE = sql`now() + interval '1 minute'`

test('renews all leases of a node with one statement, and gives up those that others took', async (t) => {
  const { db, startUpload } = await prepareUpload(t)
  const ids = await Promise.all(
    Array.from({ length: 4 }, async () => (await startUpload(10)).split('/').at(-1)!),
  )
  const [renewed, released, requested, taken] = ids as [string, string, string, string]
  await sql`update upload set fence = 7, leased_until = ${IN_A_MINUTE}`.execute(db)
  await sql`update upload set takeover_requested = true where id = ${requested}`.execute(db)
  await sql`update upload set fence = 8 where id = ${taken}`.execute(db)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const renewal = startLeaseRenewal(db)
  const lost: string[] = []
  const stop = Object.fromEntries(
    ids.map((id) => [id, renewal.add({ id, fence: 7 }, () => lost.push(id))]),
  )
  stop[released]!()
  const statements = await statementsOf(async () => {
    t.mock.timers.tick(1_000)
    while (lost.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  })
  assert.equal(statements.length, 1)
  assert.deepEqual(lost.toSorted(), [requested, taken].toSorted())
  const { rows } = await sql<{ id: string }>`
    select id from upload where leased_until < now() + interval '10 seconds'`.execute(db)
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), [renewed, requested].toSorted())

  for (const id of ids) stop[id]!()
  assert.deepEqual(await statementsOf(async () => t.mock.timers.tick(5_000)), [])
})
