import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { createProject, listProjects } from '../src/projects/contract.ts'
import { loadFixtures } from './fixtures.ts'

/** All rows of all tables, and the next value of each sequence. */
async function readAll(db: Db): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string; content: unknown }>`
    select relname as name, query_to_xml(format(case relkind
        when 'S' then 'select last_value, is_called from %s'
        else 'select x::text from %s x order by 1' end, oid::regclass), true, false, '')::text as content
    from pg_class where relkind in ('r', 'S') and relnamespace = 'public'::regnamespace`.execute(db)
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

const signInLongAgo = (db: Db) => sql`update token set verified_at = 'epoch'`.execute(db)

test('restores every row and sequence before the next test', async (t) => {
  const before: { url?: string; db?: Db; content?: Record<string, unknown> } = {}
  await t.test('changes the database', async (own) => {
    const { url, db, a, admin, runJobs } = await loadFixtures(own)
    await signInLongAgo(db)
    Object.assign(before, { url, db, content: await readAll(db) })
    await admin.call(createProject, {
      body: { name: 'Another', slug: 'another', studio: a.studio._id },
    })
    await runJobs()
    await sql`update person set name = 'changed'`.execute(db)
    await sql`delete from membership`.execute(db)
  })
  await t.test('finds it as before', async (own) => {
    const { url, db, a } = await loadFixtures(own)
    await signInLongAgo(db)
    assert.deepEqual(await readAll(db), before.content)
    assert.equal(url, before.url)
    assert.equal((await a.people.studio.call(listProjects)).total, 1)
  })
  await assert.rejects(signInLongAgo(before.db!), /The test of this connection has ended/)
})

test('gives the next test another database after a change of the schema', async (t) => {
  const urls: string[] = []
  const change = (statement: string) => async (own: TestContext) => {
    const { url, db } = await loadFixtures(own)
    urls.push(url)
    await sql.raw(statement).execute(db)
  }
  await t.test('adds a table', change('create table extra (id int)'))
  await t.test(
    'turns row-level security off',
    change('alter table asset disable row level security'),
  )
  await t.test('only reads', change('select from asset'))
  await t.test('uses the same', change('select from asset'))
  assert.deepEqual([new Set(urls).size, urls[2]], [3, urls[3]])
})
