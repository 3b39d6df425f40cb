// What is prepared for new requests of an asset must always match the stored data.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { newOrder, uploadFile } from '../../test/orders.ts'
import {
  CHANGES_OF_CALLERS,
  CHANGES_OF_FILES,
  callerOf,
  type Change,
} from '../../test/prepared-replies.ts'
import { statementsOf } from '../../test/statements-of.ts'
import type { StatedCaller } from '../kernel/db/stated-caller.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { databaseFor } from '../kernel/http/database-for.ts'
import * as previews from '../previews/contract.ts'
import * as contract from './contract.ts'
import {
  assembleContext,
  getNewRequestContext,
  type NewRequestInput,
} from './queries/new-request.ts'
import { prepareOrder } from './queries/order-document.ts'

const CHANGES: Change[] = [
  ['studio settings', `update studio set settings = settings || '{"leadTimeHours": 72}'`],
  ['the project', `update project set name = 'Renamed project'`],
  ['the asset', `update asset set name = 'Renamed asset'`],
  ['the phase', `update asset set phase = 'LOCK'`],
  ['the asset type', `update asset_type set category = 'audio' where slug = 'trailer.intl'`],
  [
    'the workflow',
    `update workflow set definition = jsonb_set(definition, '{requireOfflineApproval}', 'false')`,
  ],
  ['the territory', `update territory set languages = '[{"name": "Low German", "code": "nds"}]'`],
  ['the owner', `update person set name = 'Renamed ' || name`],
  ['a group', `update people_group set name = 'Renamed group'`],
  ['studios of a group', `delete from group_studio`],
  [
    'the thumbnail',
    `update asset a set thumbnail_id = (select id from file f where f.asset_id = a.id limit 1)`,
  ],
  ['a preview', `update preview set label = 'v2'`],
  ['no preview', `delete from preview`],
  [
    'feedback',
    `insert into feedback (asset_id, person_id, vote)
      select a.id, p.id, 'up' from asset a, person p on conflict do nothing`,
  ],
  ['a finished request', `update work_request set status = 'complete'`],
  ['an approved translation', `update translation set status = 'approved'`],
  [
    'a script',
    `with track as (
        insert into text_track (studio_id) select studio_id from asset limit 1 returning id, studio_id)
      insert into script (studio_id, asset_id, part, language, text_track_id)
      select track.studio_id, a.id, 'dialogue', 'eng', track.id
      from track join asset a using (studio_id) limit 1`,
  ],
  ...CHANGES_OF_FILES,
  ...CHANGES_OF_CALLERS,
  ['an archived asset', `update asset set archived_at = now()`],
]

const WIDE = ['admin', 'service', 'studio', 'territory']

const orderOf = (asset: string, owner: string): NewRequestInput => ({
  asset,
  owner,
  language: 'deu',
  territory: 'DE',
  territories: {},
  due: null,
})

type Read = typeof assembleContext

async function readerFor({ app, db }: Fixtures, person: TestUser) {
  const caller = await callerOf(db, person)
  const callerDb = databaseFor(app, { person: caller, studioClient: null })
  const readWith = (from: Read, input: NewRequestInput) =>
    inTransaction(callerDb, (tx) => from(tx, caller, input)).then(
      (context) => ({ ...context, created: 0, createdAt: '' }),
      (error: { status: number }) => error.status,
    )
  return { caller, callerDb, readWith }
}

async function contextsFor(
  fixtures: Fixtures,
  asset: string,
  person: TestUser,
): Promise<{ found: unknown; assembled: unknown; isPrepared: boolean }> {
  const { caller, callerDb, readWith } = await readerFor(fixtures, person)
  const input = orderOf(asset, caller._id)
  const unprepared = new Set<string>()
  const found = await readWith(
    (tx, by, wanted) => getNewRequestContext(tx, by, wanted, unprepared),
    input,
  )
  for (const one of unprepared) await prepareOrder(callerDb, one)
  const assembled = await readWith(assembleContext, input)
  return { found, assembled, isPrepared: unprepared.size === 0 }
}

test('prepares what new requests need, which matches the stored data after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin, db } = fixtures
  const { studio, territory } = a.people
  await studio.call(previews.createPreview, {
    body: { asset: a.asset._id, file: (await uploadFile(studio, a, 'cut.mp4'))._id, label: 'v1' },
  })
  await territory.call(contract.createWorkRequest, { body: newOrder(a) })
  const people = [admin, ...Object.values(a.people), b.people.studio]
  const prepared = new Set<string>()
  for (const [what, statement] of CHANGES) {
    for (const person of people) await contextsFor(fixtures, a.asset._id, person)
    await sql.raw(statement).execute(db)
    for (const person of people)
      for (const attempt of ['first', 'second']) {
        const context = await contextsFor(fixtures, a.asset._id, person)
        assert.deepEqual(
          context.found,
          context.assembled,
          `${what}, for ${person.email}, ${attempt} read`,
        )
        const role = person.email.split(/[-@]/)[0]!
        if (context.isPrepared && WIDE.includes(role)) prepared.add(role)
      }
  }
  assert.deepEqual([...prepared].toSorted(), WIDE)
})

test('creates from what was prepared for the asset, also after it has changed', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory } = a.people
  const create = () => territory.call(contract.createWorkRequest, { body: newOrder(a) })
  for (let warmUp = 0; warmUp < 2; warmUp++) await create()
  const statements = await statementsOf(create)
  assert.ok(statements.some((text) => text.includes('from document d')))
  assert.ok(!statements.some((text) => text.includes('from asset a')), statements.join('\n'))
})

test('reads for several orders with one statement, and gives each what it needs', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, db } = fixtures
  const { studio, territory } = a.people
  await territory.call(contract.createWorkRequest, { body: newOrder(a) })
  await sql`update translation set status = 'approved'`.execute(db)
  const { callerDb, readWith } = await readerFor(fixtures, studio)
  await prepareOrder(callerDb, a.asset._id)
  const order = orderOf(a.asset._id, studio._id)
  const orders: NewRequestInput[] = [
    order,
    { ...order, language: 'fra', territory: 'FR' },
    { ...order, owner: territory._id, territory: 'unknown' },
    { ...order, territory: null, territories: { [a.studio._id]: 'FR', [b.studio._id]: 'DE' } },
    orderOf(b.asset._id, studio._id),
    { ...order, due: { date: 4_000_000_000, tz: 'Europe/Berlin' } },
    { ...order, asset: 'unknown' },
    order,
  ]
  const found: unknown[] = []
  const statements = await statementsOf(async () => {
    found.push(...(await Promise.all(orders.map((one) => readWith(getNewRequestContext, one)))))
  })
  assert.equal(statements.filter((text) => text.includes('from document d')).length, 1)
  for (const [index, one] of orders.entries())
    assert.deepEqual(found[index], await readWith(assembleContext, one), JSON.stringify(one))
})

test('reads what a new request needs only in stated studios, and not for vendors', async (t) => {
  const { app, a, b } = await loadFixtures(t)
  const read = async (stated: StatedCaller, studio: string, asset: string) => {
    const { rows } = await sql<{ owner: unknown; scripts: unknown }>`
      select owner, scripts from facts_of_new_requests(
        ${studio}, ${asset}, ${a.people.studio._id}, '{deu}', '{DE}')`.execute(
      app.database.as(stated),
    )
    return rows[0]
  }
  const of = { person: a.people.studio._id, studios: [a.studio._id] }
  const nothing = { owner: null, scripts: null }
  assert.deepEqual((await read(of, a.studio._id, a.asset._id))?.scripts, [])
  assert.deepEqual(await read(of, b.studio._id, b.asset._id), nothing)
  assert.deepEqual(await read(of, a.studio._id, b.asset._id), nothing)
  const vendor = { ...of, vendorStudios: [a.studio._id] }
  assert.deepEqual(await read(vendor, a.studio._id, a.asset._id), nothing)
})
