import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { loadFixtures } from '../../../test/fixtures.ts'
import { statementsOf } from '../../../test/statements-of.ts'
import { withoutBegin } from './lazy-begin.ts'
import { insertLast } from './pending-rows.ts'
import { inTransaction } from './transaction.ts'

const first = () => withoutBegin(CompiledQuery.raw('select 1'))
const insertTerritory = (code: string) =>
  CompiledQuery.raw('insert into territory (name, code, standard) values ($1, $1, $2)', [
    code,
    'PAL',
  ])

test('begins with the first statement that needs a transaction', async (t) => {
  const { db } = await loadFixtures(t)
  const statements = await statementsOf(() =>
    inTransaction(db, async (tx) => {
      await tx.executeQuery(first())
      await sql`select 2`.execute(tx)
      await tx.executeQuery(first())
    }),
  )
  assert.deepEqual(statements, ['select 1', 'begin', 'select 2', 'select 1', 'commit'])
  assert.deepEqual(await statementsOf(() => inTransaction(db, async () => {})), [])
})

test('sends statements that run at the same time after begin', async (t) => {
  const { db } = await loadFixtures(t)
  const statements = await statementsOf(() =>
    inTransaction(db, (tx) => Promise.all([1, 2].map(() => sql`select 3`.execute(tx)))),
  )
  assert.deepEqual(statements, ['begin', 'select 3', 'select 3', 'commit'])
})

test('inserts last without a transaction, or in the one that has begun', async (t) => {
  const { db } = await loadFixtures(t)
  const codes = async () =>
    (await db.selectFrom('territory').select('code').where('code', 'like', 'X%').execute()).map(
      ({ code }) => code,
    )
  const insert = (code: string, before: string[], fails = false) =>
    inTransaction(db, async (tx) => {
      for (const text of before) await tx.executeQuery(CompiledQuery.raw(text))
      await insertLast(tx, async (_rows, run) => {
        await run(insertTerritory(code))
        if (fails) throw new Error('too late')
      })
    })
  const alone = await statementsOf(() => insert('XA', []))
  assert.equal(alone.length, 1)
  const within = await statementsOf(() => insert('XB', ['select 4']))
  assert.deepEqual([within[0], within.at(-1)], ['begin', 'commit'])
  assert.deepEqual((await codes()).toSorted(), ['XA', 'XB'])
  await assert.rejects(insert('XC', ['select 5'], true), /too late/)
  assert.deepEqual((await codes()).toSorted(), ['XA', 'XB'])
})
