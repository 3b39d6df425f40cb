// The rules of the schema. They keep the rows of studios apart, and let them be distributed over
// several databases.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { connectOwner } from '../src/kernel/db/connect-owner.ts'
import { planDistribution } from '../src/operations/distribute/rules.ts'
import { describeTables } from '../src/operations/distribute/tables.ts'
import { TEMPLATE, databaseOn } from './cluster.ts'

const FOLDER = new URL('../schema/', import.meta.url)
const SOURCES = new URL('../src/', import.meta.url)
/** Jobs for rows of several studios, which do not run on Citus yet (docs/run/citus.md). */
const WITHOUT_STUDIO: Record<string, string> = {
  'notifications/queries/mail.ts': 'events and notifications of several studios at once',
  'webhooks/queries/queue.ts': 'the webhook that has waited longest, of any studio',
}
const KINDS = ['local', 'reference', 'tenant']

async function openTemplate(t: TestContext) {
  const client = new pg.Client({
    connectionString: databaseOn(process.env.TEST_CLUSTER!, TEMPLATE),
  })
  await client.connect()
  t.after(() => client.end())
  return async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
}

/** Every table with its kind, as its comment says. */
const TABLES = `
  select c.oid, c.relname as name, obj_description(c.oid, 'pg_class') as kind
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`

const columnsOf = (keys: string, table: string) => `array(
  select a.attname::text from unnest(${keys}) with ordinality k (number, position)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number
  order by k.position)`

test('every table is of a studio, a reference or local', async (t) => {
  const query = await openTemplate(t)
  const tables = await query<{ name: string; kind: string | null }>(`${TABLES} order by 2`)
  assert.deepEqual(
    tables.filter(({ kind }) => !KINDS.includes(kind!)),
    [],
    'call tenant_table, reference_table or local_table',
  )
  assert.deepEqual(
    KINDS.filter((kind) => !tables.some((table) => table.kind === kind)),
    [],
  )
})

test('keys of studios begin with the studio', async (t) => {
  const query = await openTemplate(t)
  const keys = await query<{ table: string; isPrimary: boolean; columns: string[] }>(`
    select t.name as table, i.indisprimary as "isPrimary",
      ${columnsOf('i.indkey::int2[]', 't.oid')} as columns
    from (${TABLES}) t join pg_index i on i.indrelid = t.oid and i.indisunique
    where t.kind = 'tenant'`)
  const tables = await query<{ name: string }>(`select * from (${TABLES}) t where kind = 'tenant'`)
  const primary = keys.filter(({ isPrimary }) => isPrimary).map(({ table }) => table)
  assert.deepEqual(primary.toSorted(), tables.map(({ name }) => name).toSorted())
  assert.deepEqual(
    keys.filter(({ columns }) => columns[0] !== 'studio_id'),
    [],
  )
})

test('no row of a studio can refer to a row of another studio', async (t) => {
  const query = await openTemplate(t)
  const references = await query<{ from: string; to: string; kind: string; columns: string[] }>(`
    select t.name as from, target.name as to, target.kind,
      ${columnsOf('k.conkey', 't.oid')} as columns
    from (${TABLES}) t
      join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
      join (${TABLES}) target on target.oid = k.confrelid
    where t.kind = 'tenant'`)
  assert.deepEqual(
    references.filter(({ kind, columns }) => kind === 'tenant' && columns[0] !== 'studio_id'),
    [],
  )
  assert.deepEqual(
    references.filter(({ kind }) => kind === 'local'),
    [],
    'a local table is not in every database',
  )
})

test('tables of studios have no triggers', async (t) => {
  const query = await openTemplate(t)
  const triggers = await query(`
    select t.name, g.tgname from (${TABLES}) t join pg_trigger g on g.tgrelid = t.oid
    where t.kind = 'tenant' and not g.tgisinternal`)
  assert.deepEqual(triggers, [])
})

test('policies have no subqueries', async (t) => {
  const query = await openTemplate(t)
  const policies = await query<{ name: string; text: string }>(`
    select t.name, concat_ws(' ', pg_get_expr(p.polqual, t.oid), pg_get_expr(p.polwithcheck, t.oid))
      as text
    from (${TABLES}) t join pg_policy p on p.polrelid = t.oid`)
  assert.ok(policies.length > 100)
  assert.deepEqual(
    policies.filter(({ text }) => /\bselect\b/i.test(text)),
    [],
  )
})

test('nothing keeps a table from being distributed by studio', async (t) => {
  const db = connectOwner(databaseOn(process.env.TEST_CLUSTER!, TEMPLATE), { size: 1 })
  t.after(() => db.close())
  const { steps, obstacles } = planDistribution(await describeTables(db))
  assert.deepEqual(obstacles, [])
  assert.ok(steps.length > 90)
})

test('statements that lock rows of studios name the studio', async (t) => {
  const query = await openTemplate(t)
  const tables = await query<{ name: string }>(`select * from (${TABLES}) t where kind = 'tenant'`)
  const names = tables.map(({ name }) => name).join('|')
  const locks = new RegExp(`\\bfrom (${names})\\b[^\`]*?\\bfor (no key )?(update|share)\\b`, 'g')
  const unnamed: string[] = []
  for (const path of globSync('**/!(*.test).ts', { cwd: SOURCES })) {
    const text = await readFile(new URL(path, SOURCES), 'utf8')
    for (const [statement] of text.matchAll(locks))
      if (!statement.includes('studio_id') && !(path in WITHOUT_STUDIO)) unnamed.push(path)
  }
  assert.deepEqual(unnamed, [])
})

test('no schema is named', async () => {
  for (const name of await readdir(FOLDER)) {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    assert.doesNotMatch(text, /\bpublic\b|\bsearch_path (to|=)/, name)
  }
})
