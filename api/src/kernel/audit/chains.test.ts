// Hostile case 111: somebody with full access to the database changes the audit log.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { asOwner } from '../../../test/database-owner.ts'
import { loadFixtures, type Fixtures } from '../../../test/fixtures.ts'
import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { hashRecord, type ChainedEntry } from './chain.ts'
import type { ProvenHead } from './evidence.ts'
import { listHeads } from './heads.ts'
import { readLinks } from './records.ts'
import { recordAudit } from './record.ts'
import { sealAudit } from './seal.ts'
import { verifyAudit, type BrokenEntry } from './verify.ts'

const record = (db: Db, name: string, studios: string[]) =>
  inTransaction(db, (tx) =>
    recordAudit(tx, {
      by: { _id: 'ada', name: 'Ada' },
      action: 'PUT /assets/:id',
      about: { kind: 'assets', id: name, name },
      studios,
      input: { name, nested: [{ z: 1.5, a: 'ü' }] },
      request: null,
      address: null,
    }),
  )

/** Three entries of A in chain positions after those of the fixtures, each sealed on its own. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { db, a } = fixtures
  await sealAudit(db)
  const chain = a.studio._id
  const before = await lengthOf(db, chain)
  for (const name of ['one', 'two', 'three']) {
    await record(db, name, [chain])
    await sealAudit(db)
  }
  const entryOf = async (name: string) =>
    (await sql<{ id: string }>`select id from audit where about_name = ${name}`.execute(db))
      .rows[0]!.id
  return { ...fixtures, chain, before, entryOf }
}

const lengthOf = async (db: Db, chain: string) =>
  (await listHeads(db)).heads.find((head) => head.chain === chain)?.position ?? 0
const summaryOf = (broken: BrokenEntry[]) =>
  broken.map(({ chain, position, problem }) => [chain, position, problem])
const evidenceOf = async (db: Db) => {
  const { at, heads } = await listHeads(db)
  return new Map(heads.map((head): [string, ProvenHead[]] => [head.chain, [{ ...head, at }]]))
}

test('chains the entries of each studio, and those of no studio', async (t) => {
  const { db, a, b } = await loadFixtures(t)
  await sealAudit(db)
  const before = new Map((await listHeads(db)).heads.map((head) => [head.chain, head.position]))
  await record(db, 'both', [a.studio._id, b.studio._id])
  await record(db, 'none', [])
  await sealAudit(db)
  const { chains, broken, unsealed, entries } = await verifyAudit(db)
  assert.deepEqual([broken, unsealed], [[], 0])
  assert.ok(entries > 10)
  assert.deepEqual(
    new Map(chains.map(({ chain, position }) => [chain, position - (before.get(chain) ?? 0)])),
    new Map([
      [a.studio._id, 1],
      [b.studio._id, 1],
      ['installation', 1],
    ]),
  )
})

test('shows a studio nothing about the other studios of an entry', async (t) => {
  const { db } = await loadFixtures(t)
  const memberships = ['x', 'y'].map((studio) => ({ studio, roles: ['vendor'] }))
  await sql`insert into audit (action, about_kind, studios, input)
    values ('both', 'users', '{x,y}', ${JSON.stringify({ memberships, studios: ['x', { _id: 'y' }] })}::jsonb)
  `.execute(db)
  await sealAudit(db)
  const seen: unknown[] = []
  for await (const { chain, entry } of readLinks(db, sql`l.chain in ('x', 'y')`))
    seen.push([chain, entry!.asked])
  assert.deepEqual(seen, [
    ['x', { memberships: [memberships[0]], studios: ['x'] }],
    ['y', { memberships: [memberships[1]], studios: [{ _id: 'y' }] }],
  ])
  await asOwner(
    db,
    sql`update audit set input = jsonb_set(input, '{memberships,1,roles}', '["studio"]')
      where action = 'both'`,
  )
  assert.deepEqual(summaryOf((await verifyAudit(db)).broken), [['y', 1, 'changed']])
})

test('seals an entry that commits after later ones, and each entry once', async (t) => {
  const { db, chain, before } = await setup(t)
  await inTransaction(db, async (tx) => {
    await sql`insert into audit (action, about_kind, about_name, studios)
      values ('x', 'x', 'late', ${[chain]})`.execute(tx)
    await record(db, 'early', [chain])
    await sealAudit(db)
    assert.equal(await lengthOf(db, chain), before + 4)
  })
  await Promise.all([sealAudit(db), sealAudit(db), sealAudit(db)])
  assert.equal(await lengthOf(db, chain), before + 5)
  assert.deepEqual((await verifyAudit(db)).broken, [])
})

test('refuses changes of entries and chains', async (t) => {
  const { db } = await setup(t)
  for (const change of [
    sql`update audit set action = 'nothing'`,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`update audit_link set hash = ''`,
    sql`delete from audit_link`,
    sql`truncate audit_link`,
  ])
    await assert.rejects(change.execute(db), /append-only/)
  assert.deepEqual((await verifyAudit(db)).broken, [])
})

const ATTACKS: [
  name: string,
  change: (about: string, chain: string) => ReturnType<typeof sql>[],
  problem: string,
  /** Which of the three entries is the first broken one. */
  at: number,
][] = [
  ['a changed name', (id) => [sql`update audit set by_name = 'Bo' where id = ${id}`], 'changed', 2],
  [
    'a changed time',
    (id) => [sql`update audit set at = at + '1 us' where id = ${id}`],
    'changed',
    2,
  ],
  [
    'a changed field of the input',
    (id) => [sql`update audit set input = jsonb_set(input, '{nested,0,z}', '2') where id = ${id}`],
    'changed',
    2,
  ],
  [
    'an entry that is taken from the studio',
    (id) => [sql`update audit set studios = '{}' where id = ${id}`],
    'changed',
    2,
  ],
  [
    'a changed outcome',
    (id) => [sql`update audit set outcome = 'refused' where id = ${id}`],
    'changed',
    2,
  ],
  ['a removed entry', (id) => [sql`delete from audit where id = ${id}`], 'removed', 2],
  [
    'an entry that is removed with its link',
    (id) => [
      sql`delete from audit_link where number = (select number from audit where id = ${id})`,
      sql`delete from audit where id = ${id}`,
    ],
    'removed',
    2,
  ],
  [
    'a removed entry whose gap is closed',
    (id, chain) => [
      sql`delete from audit_link where number = (select number from audit where id = ${id})`,
      sql`delete from audit where id = ${id}`,
      sql`update audit_link set position = position - 1 where chain = ${chain}
        and position = (select max(position) from audit_link where chain = ${chain})`,
    ],
    'changed',
    2,
  ],
]

for (const [name, change, problem, offset] of ATTACKS)
  test(`finds ${name}`, async (t) => {
    const { db, chain, before, entryOf } = await setup(t)
    await asOwner(db, ...change(await entryOf('two'), chain))
    assert.deepEqual(summaryOf((await verifyAudit(db)).broken).slice(0, 1), [
      [chain, before + offset, problem],
    ])
  })

test('finds entries that change places', async (t) => {
  const { db, chain, before } = await setup(t)
  await asOwner(
    db,
    sql`update audit_link set number = -number where chain = ${chain} and position = ${before + 1}`,
    sql`update audit_link set number = (
        select -number from audit_link where chain = ${chain} and position = ${before + 1})
      where chain = ${chain} and position = ${before + 2}`,
    sql`update audit_link set number = (select number from audit where about_name = 'two')
      where chain = ${chain} and position = ${before + 1}`,
  )
  assert.deepEqual(summaryOf((await verifyAudit(db)).broken), [[chain, before + 1, 'changed']])
})

test('finds an inserted entry', async (t) => {
  const { db, chain } = await setup(t)
  await relink(db, { earlierBy: 3_600_000 })
  assert.deepEqual((await verifyAudit(db)).broken, [])
  await sql`
    insert into audit (number, action, about_kind, studios) overriding system value
    values (-5, 'x', 'x', ${[chain]})`.execute(db)
  await sealAudit(db)
  const { broken } = await verifyAudit(db)
  assert.deepEqual(summaryOf(broken), [[chain, null, 'inserted']])
  const { rows } = await sql`select id from audit where number = -5`.execute(db)
  assert.deepEqual([{ id: broken[0]!.entry }], rows)
})

test('finds a truncated end with a shipped head', async (t) => {
  const { db, chain, before } = await setup(t)
  const evidence = await evidenceOf(db)
  await asOwner(
    db,
    sql`delete from audit_link where chain = ${chain} and position > ${before + 1}`,
    sql`delete from audit where about_name in ('two', 'three')`,
  )
  assert.deepEqual((await verifyAudit(db)).broken, [], 'not without a head')
  assert.deepEqual(summaryOf((await verifyAudit(db, evidence)).broken), [
    [chain, before + 2, 'truncated'],
  ])
  await asOwner(
    db,
    sql`delete from audit where ${chain} = any (studios)`,
    sql`delete from audit_link where chain = ${chain}`,
  )
  assert.deepEqual(summaryOf((await verifyAudit(db, evidence)).broken).at(-1), [
    chain,
    1,
    'truncated',
  ])
})

test('finds a rewritten chain with shipped heads', async (t) => {
  const { db, chain, before, entryOf } = await setup(t)
  const evidence = await evidenceOf(db)
  await record(db, 'four', [chain])
  await sealAudit(db)
  const [later] = (await evidenceOf(db)).get(chain)!
  evidence.get(chain)!.push(later!)
  await asOwner(db, sql`update audit set by_name = 'Bo' where id = ${await entryOf('four')}`)
  await relink(db, { earlierBy: 0 })
  assert.deepEqual((await verifyAudit(db)).broken, [], 'not without a head')
  assert.deepEqual(summaryOf((await verifyAudit(db, evidence)).broken), [
    [chain, before + 4, 'rewritten'],
  ])
})

test('finds an entry that is dated before a shipped head', async (t) => {
  const { db, chain, before } = await setup(t)
  const evidence = await evidenceOf(db)
  await sql`insert into audit (action, about_kind, studios, at)
    values ('x', 'x', ${[chain]}, now() - interval '1 hour')`.execute(db)
  await sealAudit(db)
  assert.deepEqual(summaryOf((await verifyAudit(db, evidence)).broken), [
    [chain, before + 4, 'inserted'],
  ])
})

/** Computes all hashes again, as an attacker who knows how it is done. */
async function relink(db: Fixtures['db'], { earlierBy }: { earlierBy: number }) {
  let previous: { chain: string; hash: string } | undefined
  const changes = []
  for await (const { chain, position, sealed, entry } of readLinks(db)) {
    const time = new Date(Date.parse(sealed) - earlierBy).toISOString().replace('Z', '000Z')
    const hash = hashRecord({
      ...(entry as ChainedEntry),
      chain,
      position,
      previous: previous?.chain === chain ? previous.hash : null,
      sealed: earlierBy ? time : sealed,
    })
    previous = { chain, hash }
    changes.push(sql`
      update audit_link set hash = ${hash}, sealed_at = ${earlierBy ? time : sealed}::timestamptz
      where chain = ${chain} and position = ${position}`)
  }
  await asOwner(db, ...changes)
}
