// Every table has row-level security, and the service has no right to go around it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/db/sql.ts'
import { loadFixtures } from '../fixtures.ts'
import { OPEN_FUNCTIONS, OPEN_VIEWS, SHARED, SYSTEM_ONLY, WRITE_ONLY } from './tables.ts'

type Table = { name: string; forced: boolean; system: boolean; caller: string | null }

test('every table has row-level security, with a policy or a reason', async (t) => {
  const { db } = await loadFixtures(t)
  const { rows } = await sql<Table>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      exists (select from pg_policy p where p.polrelid = c.oid
        and p.polroles = array['reelay_system'::regrole::oid]
        and pg_get_expr(p.polqual, c.oid) = 'true') as system,
      (select string_agg(p.polcmd::text || ' '
          || coalesce(pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)), ', ')
        from pg_policy p where p.polrelid = c.oid
        and p.polroles <> array['reelay_system'::regrole::oid]) as caller
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    order by c.relname`.execute(db)
  const namesOf = (matches: (table: Table) => boolean) =>
    rows.filter(matches).map(({ name }) => name)
  assert.deepEqual(
    namesOf(({ forced, system }) => !forced || !system),
    [],
    'call protect_rows for new tables',
  )
  assert.deepEqual(
    namesOf(({ caller }) => caller === null),
    Object.keys(SYSTEM_ONLY).toSorted(),
    'a new table needs a policy (call show_rows or show_rows_of_studio) or a reason here',
  )
  assert.deepEqual(
    namesOf(({ caller }) => caller === '* true'),
    Object.keys(SHARED).toSorted(),
  )
  assert.deepEqual(
    namesOf(({ caller }) => caller === 'a true'),
    Object.keys(WRITE_ONLY),
  )
})

test('views check the rows of their reader, and no function has more rights without a reason', async (t) => {
  const { db } = await loadFixtures(t)
  const { rows: views } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
      and not coalesce(reloptions @> array['security_invoker=true'], false)
    order by 1`.execute(db)
  assert.deepEqual(
    views.map(({ name }) => name),
    Object.keys(OPEN_VIEWS).toSorted(),
  )
  const { rows: writable } = await sql`
    select from unnest(${Object.keys(OPEN_VIEWS)}::text[]) name,
      unnest(array['reelay_service', 'reelay_system']) role
    where has_table_privilege(role, name, 'insert, update, delete')`.execute(db)
  assert.equal(writable.length, 0)
  const { rows: functions } = await sql<{ name: string }>`
    select p.proname as name from pg_proc p
    where p.prosecdef and p.pronamespace = 'public'::regnamespace
    order by 1`.execute(db)
  assert.deepEqual(
    functions.map(({ name }) => name),
    Object.keys(OPEN_FUNCTIONS).toSorted(),
  )
})

test('the service connects with roles that own nothing and cannot bypass the policies', async (t) => {
  const { app, db } = await loadFixtures(t)
  const roleOf = async (on: typeof db) =>
    (await sql<{ role: string }>`select current_user as role`.execute(on)).rows[0]!.role
  assert.equal(await roleOf(app.database.system), 'reelay_system')
  assert.equal(await roleOf(app.database.as({ person: null, studios: [] })), 'reelay_service')
  const { rows } = await sql`
    select r.rolname from pg_roles r
    where r.rolname in ('reelay_system', 'reelay_service') and (
      r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb
      or r.rolreplication
      or exists (select from pg_auth_members m
        where m.member = r.oid and (m.inherit_option or m.roleid <> 'reelay_service'::regrole))
      or exists (select from pg_class c where c.relowner = r.oid)
      or exists (select from pg_proc p where p.proowner = r.oid)
      or has_schema_privilege(r.oid, 'public', 'create'))`.execute(db)
  assert.deepEqual(rows, [])
})

test('a connection that states nobody sees nothing', async (t) => {
  const { app, db } = await loadFixtures(t)
  const nobody = app.database.as({ person: null, studios: [] })
  for (const table of ['studio', 'project', 'asset', 'membership', 'token', 'audit'] as const) {
    const select = sql`select * from ${sql.ref(table)}`
    assert.ok((await select.execute(db)).rows.length > 0, table)
    assert.deepEqual((await select.execute(nobody)).rows, [], table)
  }
})

test('a statement that was planned for one caller shows the next one only their own rows', async (t) => {
  const { a, b, app } = await loadFixtures(t)
  const assetsOf = async (studios: string[]) => {
    const { rows } = await sql<{ studio_id: string }>`
      select studio_id from asset where id <> ${'other'}`.execute(
      app.database.as({ person: null, studios }),
    )
    return new Set(rows.map((row) => row.studio_id))
  }
  for (let turn = 0; turn < 4; turn++)
    for (const { studio } of [a, b])
      assert.deepEqual(await assetsOf([studio._id]), new Set([studio._id]))
})
