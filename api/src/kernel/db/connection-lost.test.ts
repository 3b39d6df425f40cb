// Responses while the database is down and after it is back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenAuth } from '../../../test/raw-http.ts'
import { onCluster } from '../../../test/cluster.ts'
import { loadFixtures } from '../../../test/fixtures.ts'
import { startTcpProxy } from '../../../test/tcp-proxy.ts'
import { createAuthenticator } from '../../sessions/commands/authenticator.ts'
import { databaseProblem } from './database-problem.ts'
import { connectService } from './service-database.ts'
import { sql } from './sql.ts'
import { inTransaction } from './transaction.ts'

test('returns 503 with Retry-After when the database is unreachable', async (t) => {
  const { app, admin } = await loadFixtures(t)
  const nowhere = connectService('postgres://reelay:x@127.0.0.1:1/none', { size: 1 })
  t.after(() => nowhere.close())
  app.authenticator = { ...app.authenticator, ...createAuthenticator(nowhere.system) }
  const response = await app.fastify.inject({ url: '/api/studios', headers: tokenAuth(admin) })
  assert.deepEqual(
    [response.statusCode, response.headers['retry-after'], response.json<{ code: string }>().code],
    [503, '1', 'service.busy'],
  )
  assert.doesNotMatch(response.body, /ECONNREFUSED|127\.0\.0\.1|postgres/)
})

test('recovers after its connections are cut', async (t) => {
  const { app, admin, url } = await loadFixtures(t)
  const ask = async () =>
    (await app.fastify.inject({ url: '/api/studios', headers: tokenAuth(admin) })).statusCode
  assert.equal(await ask(), 200)
  for (let round = 0; round < 10; round++) {
    const asking = Array.from({ length: 8 }, ask)
    await onCluster(
      process.env.TEST_CLUSTER!,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`,
    )
    for (const status of await Promise.all(asking))
      assert.ok([200, 503].includes(status), String(status))
  }
  let status = 0
  for (let attempt = 0; attempt < 5 && status !== 200; attempt++) status = await ask()
  assert.equal(status, 200)
})

test('returns 503 when another request holds a record too long', async (t) => {
  const { app, db, a } = await loadFixtures(t)
  const response = await inTransaction(db, async (tx) => {
    await sql`select from studio where id = ${a.studio._id} for update`.execute(tx)
    return app.fastify.inject({
      method: 'PUT',
      url: `/api/studios/${a.studio._id}`,
      headers: { ...tokenAuth(a.people.studio), 'content-type': 'application/json' },
      payload: '{"name":"x"}',
    })
  })
  assert.deepEqual([response.statusCode, response.headers['retry-after']], [503, '1'])
})

test('gives up a connection that stays silent, and uses a new one afterwards', async (t) => {
  const { url } = await loadFixtures(t)
  const direct = new URL(url)
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(direct.port) })
  t.after(proxy.close)
  direct.search = ''
  direct.port = String(proxy.port)
  const database = connectService(direct.href, { size: 1, responseMs: 300 })
  t.after(() => database.close())
  const caller = database.as({ person: null, studios: [] })
  const asks = [database.system, caller].map((db) => () => sql`select 1`.execute(db))
  for (const ask of asks) {
    await ask()
    proxy.breakWith('silent')
    await assert.rejects(ask(), (error) => databaseProblem(error)?.status === 503)
    proxy.heal()
    // Connections that were opened before are reset now.
    let isBack = false
    for (let attempt = 0; attempt < 5 && !isBack; attempt++)
      isBack = await ask().then(
        () => true,
        () => false,
      )
    assert.ok(isBack)
  }
})
