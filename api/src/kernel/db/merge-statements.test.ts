import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { loadFixtures } from '../../../test/fixtures.ts'
import { statementsOf } from '../../../test/statements-of.ts'
import type { Db } from './connect.ts'
import { withoutBegin } from './lazy-begin.ts'
import { inBatches, readWithOthers, withOthers } from './merge-statements.ts'
import { insertLast } from './pending-rows.ts'
import { connectService } from './service-database.ts'
import { inTransaction } from './transaction.ts'

const INSERT = `insert into kept select name, studio
  from jsonb_to_recordset($1) as given (name text, studio text)`

/** A table that shows each studio its own rows, and connections of two studios. */
async function createTable(t: TestContext) {
  const { url, db, a, b } = await loadFixtures(t)
  await sql`create table kept (name text primary key, studio text not null)`.execute(db)
  await sql`grant all on kept to reelay_service`.execute(db)
  await sql`alter table kept enable row level security`.execute(db)
  await sql`create policy caller on kept to reelay_service
    using (studio = any (stated_studios()))`.execute(db)
  const database = connectService(url, { size: 2 })
  t.after(() => database.close())
  const connectAs = (studio: string) => database.as({ person: null, studios: [studio] })
  const readNames = async () => {
    const { rows } = await sql<{ name: string }>`select name from kept order by name`.execute(db)
    return rows.map(({ name }) => name)
  }
  return { a: a.studio._id, b: b.studio._id, connectAs, readNames }
}

const insert = (db: Db, name: string, studio: string) =>
  inTransaction(db, (tx) =>
    insertLast(tx, async (_rows, run) => {
      const rows = JSON.stringify([{ name, studio }])
      await run(withOthers(CompiledQuery.raw(INSERT, [rows])))
    }),
  )
const isInsert = (text: string) => text === INSERT
const outcomesOf = async (inserts: Promise<unknown>[]) =>
  (await Promise.allSettled(inserts)).map(({ status }) => status)

test('sends what waits for a statement of the same caller as one statement', async (t) => {
  const { a, b, connectAs, readNames } = await createTable(t)
  const names = Array.from({ length: 30 }, (_none, number) => `name ${number + 10}`)
  const statements = await statementsOf(() =>
    Promise.all([
      ...names.map((name) => insert(connectAs(a), name, a)),
      insert(connectAs(b), 'other', b),
    ]),
  )
  const { length } = statements.filter(isInsert)
  // 16 of them, the rest, and the other studio; more if some were late.
  assert.ok(length >= 3 && length <= 10, `${length} statements`)
  assert.deepEqual(await readNames(), [...names, 'other'])
})

test('sends each alone if PostgreSQL refuses one of them', async (t) => {
  const { a, b, connectAs, readNames } = await createTable(t)
  await insert(connectAs(a), 'taken', a)
  const outcomes = await outcomesOf([
    insert(connectAs(a), 'first', a),
    insert(connectAs(a), 'second', a),
    insert(connectAs(a), 'taken', a),
    insert(connectAs(a), 'of another studio', b),
    insert(connectAs(a), 'third', a),
  ])
  const [done, refused] = ['fulfilled', 'rejected']
  assert.deepEqual(outcomes, [done, done, refused, refused, done])
  assert.deepEqual(await readNames(), ['first', 'second', 'taken', 'third'])
})

test('fails all if the connection breaks, because they may have been saved', async (t) => {
  const { a, connectAs, readNames } = await createTable(t)
  const end = () =>
    inTransaction(connectAs(a), (tx) =>
      insertLast(tx, async (_rows, run) => {
        const query = CompiledQuery.raw(
          `select pg_terminate_backend(pg_backend_pid()) from jsonb_array_elements($1)`,
          ['[1]'],
        )
        await run(withOthers(query))
      }),
    )
  const outcomes = await outcomesOf([end(), end(), end(), insert(connectAs(a), 'next', a)])
  assert.deepEqual(outcomes, ['rejected', 'rejected', 'rejected', 'fulfilled'])
  assert.deepEqual(await readNames(), ['next'])
})

test('keeps a statement in the transaction that has begun', async (t) => {
  const { a, connectAs, readNames } = await createTable(t)
  const fail = (name: string) =>
    inTransaction(connectAs(a), async (tx) => {
      await sql`select 1`.execute(tx)
      await tx.executeQuery(
        withOthers(CompiledQuery.raw(INSERT, [JSON.stringify([{ name, studio: a }])])),
      )
      throw new Error('too late')
    })
  assert.deepEqual(await outcomesOf([fail('one'), fail('two')]), ['rejected', 'rejected'])
  assert.deepEqual(await readNames(), [])
})

test('refuses a statement after the last one', async (t) => {
  const { a, connectAs } = await createTable(t)
  const work = inTransaction(connectAs(a), async (tx) => {
    await tx.executeQuery(withOthers(withoutBegin(CompiledQuery.raw(INSERT, ['[]']))))
    await sql`select 1`.execute(tx)
  })
  await assert.rejects(work, /follows the last one/)
})

const FIND = `select given.number::int, kept.name, 10 / (given.item ->> 'divisor')::int as part
  from jsonb_array_elements($1) with ordinality as given (item, number)
  join kept on kept.name = given.item ->> 'name'`
type Found = { number: number; name: string; part: number }

const find = (db: Db, name: string, divisor = 1) =>
  inTransaction(db, async (tx) => {
    const items = JSON.stringify([{ name, divisor }])
    const query = CompiledQuery.raw(FIND, [items]) as CompiledQuery<Found>
    const { rows } = await tx.executeQuery(readWithOthers(withoutBegin(query)))
    return rows.map((row) => row.name)
  })
const isFind = (text: string) => text === FIND

test('reads for several transactions of a caller with one statement', async (t) => {
  const { a, b, connectAs } = await createTable(t)
  await insert(connectAs(a), 'first', a)
  await insert(connectAs(a), 'second', a)
  await insert(connectAs(b), 'other', b)
  const found: string[][] = []
  const statements = await statementsOf(async () => {
    const wanted = ['second', 'unknown', 'other', 'first', 'second']
    found.push(...(await Promise.all(wanted.map((name) => find(connectAs(a), name)))))
    found.push(await find(connectAs(b), 'other'))
  })
  assert.deepEqual(found, [['second'], [], [], ['first'], ['second'], ['other']])
  assert.equal(statements.filter(isFind).length, 2)
})

test('reads for each alone if PostgreSQL refuses one of them', async (t) => {
  const { a, connectAs } = await createTable(t)
  await insert(connectAs(a), 'first', a)
  const outcomes = await outcomesOf([
    find(connectAs(a), 'first'),
    find(connectAs(a), 'first', 0),
    find(connectAs(a), 'first'),
  ])
  assert.deepEqual(outcomes, ['fulfilled', 'rejected', 'fulfilled'])
})

test('reads on the connection of a transaction that has one', async (t) => {
  const { a, connectAs } = await createTable(t)
  await insert(connectAs(a), 'first', a)
  const statements = await statementsOf(() =>
    inTransaction(connectAs(a), async (tx) => {
      await tx.executeQuery(withoutBegin(CompiledQuery.raw('select 1')))
      const items = JSON.stringify([{ name: 'first', divisor: 1 }])
      await tx.executeQuery(
        readWithOthers(withoutBegin(CompiledQuery.raw(FIND, [items]) as CompiledQuery<Found>)),
      )
    }),
  )
  assert.deepEqual(
    statements.filter((text) => !/set_config/.test(text)),
    ['select 1', FIND],
  )
})

test('sends what is added in one turn together, and a later batch after an earlier one', async () => {
  const batches: number[][] = []
  const running = { now: 0, most: 0 }
  const send = async (items: readonly number[]) => {
    running.most = Math.max(running.most, ++running.now)
    batches.push([...items])
    await new Promise((resolve) => setTimeout(resolve, 5))
    running.now--
    return items.map((item) => item * 2)
  }
  const add = inBatches(send, { isSerial: true })
  const first = Promise.all([add(1), add(2)])
  await new Promise((resolve) => setTimeout(resolve, 1))
  assert.deepEqual(await Promise.all([first, add(3), add(4)]), [[2, 4], 6, 8])
  assert.deepEqual(
    [batches, running.most],
    [
      [
        [1, 2],
        [3, 4],
      ],
      1,
    ],
  )
})
