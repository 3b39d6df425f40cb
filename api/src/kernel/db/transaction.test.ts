import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import { connectService } from './service-database.ts'
import { sql } from './sql.ts'
import { inTransaction } from './transaction.ts'

const failing = (code: string) => Object.assign(new Error('as PostgreSQL would say it'), { code })

test('rolls back a failed transaction', async (t) => {
  const { db } = await loadFixtures(t)
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await sql`update studio set name = 'Half'`.execute(tx)
      throw new Error('and then it broke')
    }),
    /and then it broke/,
  )
  assert.deepEqual(
    (await sql<{ id: string }>`select id from studio where name = 'Half'`.execute(db)).rows,
    [],
  )
})

for (const code of ['40001', '40P01'])
  test(`repeats the transaction after ${code}`, async (t) => {
    const { db } = await loadFixtures(t)
    let tries = 0
    const answer = await inTransaction(db, async (tx) => {
      tries++
      await sql`update studio set name = name || '!' where slug = 'studio-a'`.execute(tx)
      if (tries < 3) throw failing(code)
      return tries
    })
    assert.equal(answer, 3)
    assert.deepEqual(
      (await sql<{ name: string }>`select name from studio where slug = 'studio-a'`.execute(db))
        .rows[0],
      { name: 'Studio a!' },
    )
  })

test('gives up after the third failure', async (t) => {
  const { db } = await loadFixtures(t)
  let tries = 0
  await assert.rejects(
    inTransaction(db, async () => {
      tries++
      throw failing('40001')
    }),
    { code: '40001' },
  )
  assert.equal(tries, 3)
})

test('does not retry other errors', async (t) => {
  const { db } = await loadFixtures(t)
  let tries = 0
  await assert.rejects(
    inTransaction(db, async () => {
      tries++
      throw failing('23505')
    }),
    { code: '23505' },
  )
  assert.equal(tries, 1)
})

test('completes two transactions that lock rows in opposite order', async (t) => {
  const { db, a, b } = await loadFixtures(t)
  const lock = (id: string) => sql`update studio set name = name || '!' where id = ${id}`
  const [first, second] = [a.studio._id, b.studio._id]
  let waiting = 0
  let go: () => void = () => {}
  const bothHoldOne = new Promise<void>((resolve) => (go = resolve))
  const work = (first: string, next: string) =>
    inTransaction(db, async (tx) => {
      await lock(first).execute(tx)
      if (++waiting >= 2) go()
      await bothHoldOne
      await lock(next).execute(tx)
    })
  await Promise.all([work(first, second), work(second, first)])
  assert.deepEqual(
    (await sql<{ name: string }>`select name from studio`.execute(db)).rows
      .map((row) => row.name)
      .toSorted(),
    ['Studio a!!', 'Studio b!!'],
  )
})

test('fails if PostgreSQL rolls back because of an error that the work has caught', async (t) => {
  const { db } = await loadFixtures(t)
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await sql`update studio set name = 'Half'`.execute(tx)
      await sql`select 1 / 0`.execute(tx).catch(() => {})
    }),
    /rolled back instead of committed/,
  )
  assert.equal((await sql`select from studio where name = 'Half'`.execute(db)).rows.length, 0)
})

test('does not run a statement of a transaction that has ended, nor a transaction in another', async (t) => {
  const { db } = await loadFixtures(t)
  const ended = await inTransaction(db, async (tx) => tx)
  await assert.rejects(sql`select 1`.execute(ended), /The transaction has ended/)
  await assert.rejects(
    inTransaction(db, (tx) => inTransaction(tx, async () => {})),
    /cannot contain another/,
  )
})

test('leaves nothing of a caller in the session of a connection', async (t) => {
  const { app, a } = await loadFixtures(t)
  const { database } = app
  const caller = database.as({ person: 'ada', studios: [a.studio._id] })
  const state = sql<{ role: string; studios: string | null }>`
    select current_user as role, current_setting('reelay.studios', true) as studios`
  const asCaller = (await state.execute(caller)).rows[0]
  assert.deepEqual(asCaller, { role: 'reelay_service', studios: `{${a.studio._id}}` })
  await assert.rejects(sql`select 1 / 0`.execute(caller), /division by zero/)
  for (const { role, studios } of (
    await Promise.all(Array.from({ length: 8 }, () => state.execute(database.system)))
  ).flatMap(({ rows }) => rows)) {
    assert.notEqual(role, 'reelay_service')
    assert.ok(!studios)
  }
})

test('keeps a connection after a statement of a caller has failed', async (t) => {
  const { url } = await loadFixtures(t)
  for (const prepares of [true, false]) {
    const database = connectService(url, { size: 1, prepares })
    t.after(() => database.close())
    const caller = database.as({ person: 'ada', studios: [] })
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(caller)).rows[0]!.pid
    const before = await pid()
    await assert.rejects(sql`select 1 / 0`.execute(caller), /division by zero/)
    await assert.rejects(sql`select from there_is_no_such_table`.execute(caller), /does not exist/)
    await assert.rejects(sql`select from there_is_no_such_table`.execute(caller), /does not exist/)
    assert.equal(await pid(), before)
  }
})

test('commits the single statement of a caller, or changes nothing', async (t) => {
  const { app, a, db } = await loadFixtures(t)
  const caller = app.database.as({ person: a.people.studio._id, studios: [a.studio._id] })
  const rename = (name: string) => sql`
    update project set name = ${name} where id = ${a.project._id}
    returning 1 / (case name when 'Zero' then 0 else 1 end) as one`
  await rename('One').execute(caller)
  await assert.rejects(rename('Zero').execute(caller), /division by zero/)
  const { rows } = await sql`select name from project where id = ${a.project._id}`.execute(db)
  assert.deepEqual(rows, [{ name: 'One' }])
})
