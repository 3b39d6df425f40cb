import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { TEMPLATE, databaseOn, onCluster } from '../../../test/cluster.ts'
import { describeSchema } from '../../../test/schema.ts'
import { compareSchema, migrate, requireVersion } from './migrate.ts'

const CLUSTER = process.env.TEST_CLUSTER!

async function emptyDatabase(t: TestContext): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onCluster(CLUSTER, `create database ${name}`)
  t.after(() => onCluster(CLUSTER, `drop database ${name} with (force)`))
  return databaseOn(CLUSTER, name)
}

async function runQuery(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
const applied = (url: string) =>
  runQuery(url, 'select name, digest, applied_at from migration order by name')

test('creates the same schema under another name', async (t) => {
  const url = new URL(await emptyDatabase(t))
  await runQuery(url.href, 'create schema studios')
  url.searchParams.set('options', '-c search_path=studios')
  await migrate(url.href)
  const [named, ofTemplate] = [
    await describeSchema(url.href),
    await describeSchema(databaseOn(CLUSTER, TEMPLATE)),
  ]
  assert.ok(ofTemplate.includes('create policy caller on work_request to reelay_service'))
  assert.deepEqual(named.split('\n'), ofTemplate.split('\n'))
})

test('does nothing on a second run', async (t) => {
  const url = await emptyDatabase(t)
  const logged: string[] = []
  await migrate(url, (message) => logged.push(message))
  const before = await applied(url)
  assert.deepEqual(logged, ['schema'])
  await migrate(url, (message) => logged.push(message))
  assert.deepEqual(await applied(url), before)
  assert.deepEqual(logged, ['schema'])
})

test('creates the schema once when several processes start together', async (t) => {
  const url = await emptyDatabase(t)
  const logged: string[] = []
  await Promise.all([1, 2, 3].map(() => migrate(url, (message) => logged.push(message))))
  assert.deepEqual(logged, ['schema'])
})

test('rejects a schema to which no migration leads', async (t) => {
  const url = await emptyDatabase(t)
  await migrate(url)
  await runQuery(url, `update migration set digest = 'another' where name = 'schema'`)
  await assert.rejects(migrate(url), /no migration leads to it/)
})

test('rejects the database of another version', async (t) => {
  const url = await emptyDatabase(t)
  await migrate(url)
  await runQuery(
    url,
    `insert into migration (name, digest) values ('9999_tomorrow.sql', 'another')`,
  )
  await assert.rejects(
    migrate(url),
    /belongs to another version of Reelay: it has 9999_tomorrow\.sql/,
  )
})

test('creates nothing if a statement fails, and everything when the cause is removed', async (t) => {
  const url = await emptyDatabase(t)
  await runQuery(url, 'create table token (in_the_way int)')
  await assert.rejects(migrate(url), /The schema was not created: relation "token" already exists/)
  assert.deepEqual(await runQuery(url, `select from pg_tables where tablename = 'studio'`), [])
  await runQuery(url, 'drop table token')
  await migrate(url)
  assert.equal(await describeSchema(url), await describeSchema(databaseOn(CLUSTER, TEMPLATE)))
})

test('tells pending, changed and unknown migrations apart', () => {
  const file = (name: string, digest = 'same') => ({ name, digest, text: '' })
  const { pending, changed, unknown, isCurrent } = compareSchema(
    [file('schema', 'old'), file('0001_a.sql'), file('0002_b.sql', 'old'), file('0009_z.sql')],
    file('schema'),
    [file('0001_a.sql'), file('0002_b.sql'), file('0003_c.sql')],
  )
  assert.deepEqual(
    [pending.map(({ name }) => name), changed, unknown, isCurrent],
    [['0003_c.sql'], ['0002_b.sql'], ['0009_z.sql'], false],
  )
})

test('refuses other versions of PostgreSQL than 16 to 18', () => {
  for (const number of [160_000, 170_010, 180_004]) requireVersion({ number, name: 'fits' })
  for (const [number, name] of [
    [150_018, '15.18'],
    [190_000, '19beta1'],
  ] as const)
    assert.throws(() => requireVersion({ number, name }), {
      name: 'Error',
      message: `The database is a PostgreSQL ${name}. Reelay needs a version from 16 to 18`,
    })
})
