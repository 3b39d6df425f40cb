// Two studios on two workers of Citus (docs/run/citus.md).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import * as workRequests from '../src/workrequests/contract.ts'
import { usesCitus } from './citus.ts'
import { loadFixtures, OWN_SERVICE, type Fixtures, type StudioFixtures } from './fixtures.ts'
import { newOrder } from './orders.ts'
import { queriesOf } from './statements-of.ts'
import type { TestUser } from './test-app.ts'

const skip = usesCitus() ? false : 'needs a Citus cluster: set CITUS_URL and run npm run test:citus'

type Placement = { shard: number; node: number; host: string; port: number }

async function placementOf(db: Db, studio: string): Promise<Placement> {
  const { rows } = await sql<Placement>`
    select p.shardid as shard, n.nodeid as node, n.nodename as host, n.nodeport as port
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
    where p.shardid = get_shard_id_for_distribution_column('project', ${studio}::text)`.execute(db)
  return rows[0]!
}

/**
 * Moves all rows of the studio, and of those in the same shards, to another worker. Writes wait
 * meanwhile, because unlogged tables cannot be replicated.
 */
async function moveStudio(db: Db, studio: string) {
  const from = await placementOf(db, studio)
  const { rows } = await sql<{ host: string; port: number }>`
    select nodename as host, nodeport as port from pg_dist_node
    where groupid <> 0 and nodeid <> ${from.node} order by nodeid limit 1`.execute(db)
  const [to] = rows
  await sql`
    select citus_move_shard_placement(${from.shard}::bigint, ${from.host}::text, ${from.port}::int, ${to!.host}::text,
      ${to!.port}::int, 'block_writes')`.execute(db)
}

/** With the studios on different workers. */
async function loadApart(t: TestContext): Promise<Fixtures> {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { db, a, b } = fixtures
  const ofA = await placementOf(db, a.studio._id)
  if ((await placementOf(db, b.studio._id)).shard === ofA.shard)
    await sql`
      select isolate_tenant_to_new_shard('project', ${b.studio._id}::text, 'CASCADE',
        shard_transfer_mode => 'block_writes')`.execute(db)
  if ((await placementOf(db, b.studio._id)).node === ofA.node) await moveStudio(db, b.studio._id)
  return fixtures
}

const order = (side: StudioFixtures) =>
  side.people.studio.call(workRequests.createWorkRequest, { body: newOrder(side) })
const read = (by: TestUser, id: string) => by.send(workRequests.getWorkRequest, { params: { id } })

test('a person of two studios sees one list', { skip }, async (t) => {
  const { db, a, b } = await loadApart(t)
  const orders = [await order(a), await order(b), await order(a)]
  const { studio } = a.people
  await sql`insert into membership (person_id, studio_id, roles)
    values (${studio._id}, ${b.studio._id}, '{studio}')`.execute(db)
  const list = await studio.call(workRequests.listWorkRequests, {})
  assert.deepEqual(
    list.items.map(({ _id }) => _id),
    orders.map(({ _id }) => _id).toReversed(),
  )
  assert.equal((await b.people.studio.call(workRequests.listWorkRequests, {})).items.length, 1)
})

test('a request by a person of one studio is read from one shard', { skip }, async (t) => {
  const { app, db, url, a } = await loadApart(t)
  const { territory, studio } = a.people
  const { _id } = await order(a)
  const queries = await queriesOf(() => read(territory, _id))
  const asCaller = app.database.as({ person: territory._id, studios: [a.studio._id] })
  const counts: number[] = []
  const nodes = new Set<number>()
  for (const { text, values = [] } of queries) {
    const { rows } = await asCaller.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) ${text}`,
      values as [],
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const [, port] of plan.matchAll(/Node: .*?port=(\d+)/g)) nodes.add(Number(port))
    counts.push(...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)))
  }
  assert.ok(counts.length >= 2, 'its rows and what they refer to')
  assert.deepEqual(new Set(counts), new Set([1]))
  // The caller is read on the coordinator.
  nodes.delete(Number(new URL(url).port))
  assert.deepEqual(nodes, new Set([(await placementOf(db, a.studio._id)).port]))
  assert.equal((await read(studio, _id)).status, 200)
})

test('answers 503 for a studio whose worker is gone, and serves the other', { skip }, async (t) => {
  const { db, a, b } = await loadApart(t)
  const [ofA, ofB] = [await order(a), await order(b)]
  const { node, port } = await placementOf(db, b.studio._id)
  const setPort = (value: number) =>
    sql`update pg_dist_node set nodeport = ${value} where nodeid = ${node}`.execute(db)
  // Nobody listens there.
  await setPort(1)
  try {
    await assert.rejects(
      read(b.people.studio, ofB._id),
      (error: { status: number; headers: Headers }) =>
        error.status === 503 && Number(error.headers.get('retry-after')) > 0,
    )
    await assert.rejects(order(b), { status: 503 })
    assert.equal((await read(a.people.studio, ofA._id)).status, 200)
    assert.equal((await a.people.studio.call(workRequests.listWorkRequests, {})).items.length, 1)
  } finally {
    await setPort(port)
  }
  assert.equal((await read(b.people.studio, ofB._id)).status, 200)
})

test('loses no acknowledged write while a studio moves to another worker', { skip }, async (t) => {
  const { db, a } = await loadApart(t)
  const before = await placementOf(db, a.studio._id)
  const acknowledged: string[] = []
  let failed = 0
  let isMoving = true
  const write = async () => {
    while (isMoving)
      await order(a).then(
        ({ _id }) => acknowledged.push(_id),
        () => failed++,
      )
  }
  const writers = [write(), write(), write()]
  await moveStudio(db, a.studio._id).finally(() => (isMoving = false))
  await Promise.all(writers)
  assert.notEqual((await placementOf(db, a.studio._id)).node, before.node)
  t.diagnostic(`${acknowledged.length} acknowledged, ${failed} refused`)
  assert.ok(acknowledged.length > 0)
  const { rows } = await sql<{ id: string }>`
    select id from work_request where studio_id = ${a.studio._id}`.execute(db)
  const stored = new Set(rows.map(({ id }) => id))
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  )
})
