// An external PostgreSQL, where the account of DATABASE_URL owns the tables but is no superuser.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Db } from '../../src/kernel/db/connect.ts'
import { connectOwner } from '../../src/kernel/db/connect-owner.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { connectService } from '../../src/kernel/db/service-database.ts'
import { sql } from '../../src/kernel/db/sql.ts'
import { loadDatabase } from '../../src/operations/backup/load-database.ts'
import { loadBackupFixtures } from '../backup-fixtures.ts'
import { databaseOn, onCluster } from '../cluster.ts'

/** An empty database of its own account. */
async function createOwner(t: TestContext): Promise<{ owner: string; url: string }> {
  const cluster = process.env.TEST_CLUSTER!
  const owner = `owner_${randomUUID().replaceAll('-', '')}`
  await onCluster(cluster, `create role ${owner} login password 'secret'`)
  await onCluster(cluster, `create database ${owner} owner ${owner}`)
  t.after(async () => {
    await onCluster(cluster, `drop database ${owner} with (force)`)
    await onCluster(cluster, `drop role ${owner}`)
  })
  const url = new URL(databaseOn(cluster, owner))
  url.username = owner
  url.password = 'secret'
  return { owner, url: url.href }
}

async function grantRoles(owner: string) {
  const cluster = process.env.TEST_CLUSTER!
  await onCluster(cluster, `grant reelay_system to ${owner} with inherit true, set true`)
  await onCluster(cluster, `grant reelay_service to ${owner} with inherit false, set true`)
}

test('says how to create the roles if the owner may not', async (t) => {
  const { url } = await createOwner(t)
  await assert.rejects(migrate(url), /may not create the roles .* docs\/run\/postgresql\.md/)
})

test('an owner without more rights migrates, and the service sees only stated studios', async (t) => {
  const { owner, url } = await createOwner(t)
  await grantRoles(owner)
  await migrate(url)
  await migrate(url)
  const db = connectOwner(url, { size: 1 })
  const service = connectService(url, { size: 2 })
  t.after(async () => {
    await service.close()
    await db.close()
  })
  await sql`insert into studio (id, slug, name, settings)
    values ('a', 'a', 'a', '{}'), ('b', 'b', 'b', '{}')`.execute(db)
  const studiosOf = async (on: Db) =>
    (await sql<{ id: string }>`select id from studio order by id`.execute(on)).rows.map(
      ({ id }) => id,
    )
  assert.deepEqual(await studiosOf(db), ['a', 'b'])
  assert.deepEqual(await studiosOf(service.system), ['a', 'b'])
  assert.deepEqual(await studiosOf(service.as({ person: null, studios: ['b'] })), ['b'])
})

test('such an owner restores a backup, and the tables are protected again', async (t) => {
  const { repository, backUp } = await loadBackupFixtures(t)
  await backUp()
  const { owner, url } = await createOwner(t)
  await grantRoles(owner)
  await loadDatabase(url, repository, await repository.get())
  const db = connectOwner(url, { size: 1 })
  t.after(() => db.close())
  const { rows } = await sql<{ people: number; open: number }>`
    select (select count(*) from person) as people,
      (select count(*) from pg_class where relkind = 'r' and not relforcerowsecurity
        and relnamespace = 'public'::regnamespace) as open`.execute(db)
  assert.ok(rows[0]!.people > 3)
  assert.equal(rows[0]!.open, 0)
})
