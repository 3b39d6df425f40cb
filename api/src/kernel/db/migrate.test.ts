import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { TEMPLATE, databaseOn, onCluster } from '../../../test/cluster.ts'
import { describeSchema } from '../../../test/schema.ts'
import { migrate } from './migrate.ts'

const CLUSTER = process.env.TEST_CLUSTER!
const SCHEMA = new URL('../../../schema.sql', import.meta.url)

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

test('matches the checked-in schema', async () => {
  const [kept, made] = [
    (await readFile(SCHEMA, 'utf8')).split('\n'),
    (await describeSchema(databaseOn(CLUSTER, TEMPLATE))).split('\n'),
  ]
  assert.deepEqual(
    [kept.filter((line) => !made.includes(line)), made.filter((line) => !kept.includes(line))],
    [[], []],
    'removed from and added to the schema: run npm run tables',
  )
  assert.equal(kept.join('\n') === made.join('\n'), true, 'run npm run tables')
})

test('does nothing on a second run', async (t) => {
  const url = await emptyDatabase(t)
  const logged: string[] = []
  await migrate(url, (message) => logged.push(message))
  const before = await applied(url)
  assert.equal(logged.length, before.length)
  await migrate(url, (message) => logged.push(message))
  assert.deepEqual(await applied(url), before)
  assert.equal(logged.length, before.length)
})

test('migrates once when several processes start together', async (t) => {
  const url = await emptyDatabase(t)
  const logged: string[] = []
  await Promise.all([1, 2, 3].map(() => migrate(url, (message) => logged.push(message))))
  assert.equal(logged.length, (await applied(url)).length, 'each migration ran once')
})

test('rejects a migration that changed after it was applied', async (t) => {
  const url = await emptyDatabase(t)
  await migrate(url)
  await runQuery(url, `update migration set digest = 'another' where name like '0002%'`)
  await assert.rejects(migrate(url), /0002_people\.sql was changed after it was applied/)
})

test('rejects the database of a later version', async (t) => {
  const url = await emptyDatabase(t)
  await migrate(url)
  await runQuery(
    url,
    `insert into migration (name, digest) values ('9999_tomorrow.sql', 'another')`,
  )
  await assert.rejects(
    migrate(url),
    /belongs to a later version of Reelay: it has 9999_tomorrow\.sql/,
  )
})

test('rolls back a failed migration and applies it when the cause is fixed', async (t) => {
  const url = await emptyDatabase(t)
  await runQuery(url, 'create table token (in_the_way int)')
  await assert.rejects(migrate(url), /Migration 0002_people\.sql failed/)
  assert.deepEqual(
    (await applied(url)).map((row) => row.name),
    ['0001_kernel.sql'],
  )
  assert.deepEqual(
    await runQuery(url, `select from pg_tables where tablename = 'studio'`),
    [],
    'the statements before the error are rolled back',
  )
  await runQuery(url, 'drop table token')
  await migrate(url)
  assert.equal(await describeSchema(url), await describeSchema(databaseOn(CLUSTER, TEMPLATE)))
})
