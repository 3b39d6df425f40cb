// The hash chains stay valid after the oldest entries are deleted, and a forged deletion is found.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { asOwner } from '../../test/database-owner.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { listAudit, verifyAudit as verifyEndpoint } from '../audit/contract.ts'
import { exportAudit } from '../kernel/audit/export.ts'
import { listHeads } from '../kernel/audit/heads.ts'
import { sealAudit } from '../kernel/audit/seal.ts'
import { verifyAudit } from '../kernel/audit/verify.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { changeStudio } from '../studios/contract.ts'
import { applyRetention } from './reactions.ts'

const WORD = 'harbour'
const OLD = 1_300

/** Two years ago: entries of A, of B, and of both. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { a, b, db, app, runJobs } = fixtures
  const memberships = [a, b].map(({ studio }) => ({ studio: studio._id, roles: ['vendor'] }))
  await asOwner(db, sql`delete from audit`, sql`delete from audit_link`)
  for (const [studios, count, input] of [
    [[a.studio._id], OLD, { name: 'x' }],
    [[a.studio._id, b.studio._id], 5, { memberships }],
    [[b.studio._id], 7, null],
  ] as const)
    await sql`
      insert into audit (action, about_kind, about_id, about_name, studios, at, input)
      select 'PUT /assets/:id', 'assets', n::text, 'Harbour ' || n, ${[...studios]},
        now() - interval '2 years', ${input && JSON.stringify(input)}::jsonb
      from generate_series(1, ${count}::int) n`.execute(db)
  await sealAudit(db)
  await a.people.studio.call(changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { retention: { audit: 400 } } },
  })
  await sealAudit(db)
  const apply = async () => {
    await inTransaction(app.database.system, applyRetention)
    await runJobs()
    await sealAudit(db)
  }
  const chain = a.studio._id
  const checkpointOf = async () =>
    (
      await sql<{ position: number; hash: string }>`
        select position, hash from audit_checkpoint where chain = ${chain}
        order by position desc limit 1`.execute(db)
    ).rows[0]!
  return { ...fixtures, apply, chain, checkpointOf }
}

/** Null for more than are counted. */
const oldOnes = async (reader: TestUser) =>
  (await reader.call(listAudit, { query: { q: WORD }, range: { first: 0, last: 4 } })).total
const totalOf = async (reader: TestUser) => (await reader.call(listAudit, {})).total

test('deletes old entries of one studio and keeps every chain valid', async (t) => {
  const { a, b, admin, db, apply } = await setup(t)
  assert.deepEqual(
    [await oldOnes(a.people.studio), await oldOnes(b.people.studio), await oldOnes(admin)],
    [null, 12, null],
  )
  const before = await totalOf(b.people.studio)
  await apply()
  assert.deepEqual(
    [await oldOnes(a.people.studio), await oldOnes(b.people.studio), await oldOnes(admin)],
    [0, 12, 12],
  )
  assert.equal(await totalOf(b.people.studio), before)
  const { broken, unsealed } = await verifyAudit(db)
  assert.deepEqual([broken, unsealed], [[], 0])
  const verdict = await admin.call(verifyEndpoint, { query: {} })
  assert.equal(verdict.broken, null)
})

test('records each deletion with the position from which the chain goes on', async (t) => {
  const { a, db, chain, apply, checkpointOf } = await setup(t)
  await apply()
  const entries = await a.people.studio.call(listAudit, { query: { act: 'retention audit' } })
  assert.equal(entries.total, 3)
  assert.deepEqual(
    entries.items.map(({ asked }) => (asked as { deleted: number }).deleted),
    [305, 500, 500],
  )
  assert.deepEqual((entries.items[0]!.asked as { upTo: object }).upTo, await checkpointOf())
  const lines: { previous: string; position: number }[] = []
  for await (const line of exportAudit(db, { chain }))
    lines.push(JSON.parse(line) as (typeof lines)[number])
  const { position, hash } = await checkpointOf()
  assert.deepEqual([lines[0]!.position, lines[0]!.previous], [position + 1, hash])
})

test('running again deletes nothing', async (t) => {
  const { admin, db, apply } = await setup(t)
  await apply()
  const total = await totalOf(admin)
  await apply()
  assert.equal(await totalOf(admin), total)
  assert.deepEqual((await verifyAudit(db)).broken, [])
})

test('keeps the newest position, so that an idle chain goes on', async (t) => {
  const { db, b, app, runJobs } = await setup(t)
  await asOwner(
    db,
    sql`update studio set settings = jsonb_set(settings, '{retention}', '{"audit":365}')
      where id = ${b.studio._id}`,
  )
  await inTransaction(app.database.system, applyRetention)
  await runJobs()
  await sealAudit(db)
  assert.deepEqual((await verifyAudit(db)).broken, [])
})

test('heads from before a deletion stay valid evidence', async (t) => {
  const { db, apply, chain, checkpointOf } = await setup(t)
  const { at, heads } = await listHeads(db)
  const evidence = new Map(heads.map((head) => [head.chain, [{ ...head, at }]]))
  await apply()
  assert.deepEqual((await verifyAudit(db, evidence)).broken, [])
  const { position } = await checkpointOf()
  evidence.set(chain, [{ chain, position, hash: 'other', at }])
  assert.deepEqual((await verifyAudit(db, evidence)).broken, [
    { chain, position, problem: 'rewritten', entry: null, at: null },
  ])
})

test('reports entries that somebody deleted with a checkpoint of their own', async (t) => {
  const { db, chain } = await setup(t)
  await asOwner(
    db,
    sql`insert into audit_checkpoint (chain, position, hash)
      select chain, position, hash from audit_link where chain = ${chain} and position = 20`,
    sql`delete from audit using audit_link l where l.number = audit.number
      and l.chain = ${chain} and l.position <= 20`,
    sql`delete from audit_link where chain = ${chain} and position <= 20`,
  )
  assert.partialDeepStrictEqual((await verifyAudit(db)).broken, [
    { chain, position: 20, problem: 'removed' },
  ])
})

test('reports a checkpoint whose entry deletes younger entries than allowed', async (t) => {
  const { db, chain, apply, checkpointOf } = await setup(t)
  await apply()
  await asOwner(
    db,
    sql`update audit set input = jsonb_set(input, '{before}', '"2999-01-01T00:00:00.000000Z"')
      where action = 'retention audit'`,
  )
  assert.partialDeepStrictEqual((await verifyAudit(db)).broken, [
    { chain, position: (await checkpointOf()).position, problem: 'removed' },
  ])
})

test('still refuses to change or delete other entries', async (t) => {
  const { db, app, apply, a } = await setup(t)
  await apply()
  for (const change of [
    sql`update audit set action = 'nothing'`,
    sql`update audit set studios = array_remove(studios, ${a.studio._id})`,
    sql`delete from audit`,
    sql`delete from audit where action = 'retention audit'`,
    sql`delete from audit_link`,
    sql`delete from audit_checkpoint`,
    sql`update audit_checkpoint set position = position + 1`,
    sql`truncate audit_checkpoint`,
  ])
    await assert.rejects(change.execute(db), /append-only/)
  const reader = app.database.as({ person: a.people.studio._id, studios: [a.studio._id] })
  await assert.rejects(
    sql`insert into audit_checkpoint (chain, position, hash)
      values (${a.studio._id}, 99999, 'x')`.execute(reader),
    /row-level security/,
  )
})
