import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { OWN_SERVICE, loadFixtures } from '../../../test/fixtures.ts'
import { tokenAuth } from '../../../test/raw-http.ts'
import { sql } from '../../kernel/db/sql.ts'
import { systemRoutes } from '../../kernel/http/system-routes.ts'
import { localStorage } from '../../kernel/storage/local.ts'
import { BACKUP_ACTION } from '../doctor/service.ts'
import { metricsRoutes } from './routes.ts'

async function service(t: TestContext) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { app } = fixtures
  await systemRoutes(app, { draining: false })
  metricsRoutes(app, localStorage(app.config.dataDir))
  const readMetrics = async () =>
    (await app.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body
  return { ...fixtures, readMetrics }
}

test('reports the state of the audit log in the metrics', async (t) => {
  const { app, db } = await service(t)
  await sql`insert into audit (action, about_kind, at)
    values ('x', 'x', now() - interval '1 hour')`.execute(db)
  const { body } = await app.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  assert.match(body, /^reelay_audit_unsealed_seconds 3[56]\d\d/m)
  assert.match(body, /^reelay_audit_shipping_failures 0$/m)
})

test('reports how far notifications are behind in the metrics', async (t) => {
  const { db, readMetrics } = await service(t)
  await sql`delete from job`.execute(db)
  assert.match(await readMetrics(), /^reelay_notify_lag_seconds 0$/m)
  await sql`insert into job (kind, payload, run_at) values
    ('notify', '{}', now() - interval '1 hour'),
    ('write-digest', '{}', now() + interval '1 hour')`.execute(db)
  assert.match(await readMetrics(), /^reelay_notify_lag_seconds 3[56]\d\d/m)
})

test('serves metrics only locally or with the token', async (t) => {
  const { app } = await service(t)
  const metrics = (remoteAddress: string) => app.fastify.inject({ url: '/metrics', remoteAddress })
  await app.fastify.inject({ url: '/healthz' })
  assert.match(
    (await metrics('127.0.0.1')).body,
    /http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/,
  )
  assert.equal((await metrics('192.0.2.1')).statusCode, 403)
  for (const name of ['x-forwarded-for', 'forwarded'])
    assert.equal(
      (
        await app.fastify.inject({
          url: '/metrics',
          remoteAddress: '127.0.0.1',
          headers: { [name]: '192.0.2.1' },
        })
      ).statusCode,
      403,
      name,
    )
  assert.equal(
    (
      await app.fastify.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: { authorization: 'Bearer undefined' },
      })
    ).statusCode,
    403,
  )
})

test('labels metrics by route, not by id', async (t) => {
  const { app, admin, a } = await service(t)
  await app.fastify.inject({ url: `/api/studios/${a.studio._id}`, headers: tokenAuth(admin) })
  const { body } = await app.fastify.inject({ url: '/metrics' })
  assert.match(body, /route="\/api\/studios\/:id"/)
  assert.ok(!body.includes(a.studio._id))
})

test('reports jobs by kind, state and age', async (t) => {
  const { db, readMetrics } = await service(t)
  await sql`delete from job`.execute(db)
  await sql`insert into job (kind, payload, run_at, leased_until, dead_at) values
    ('encode', '{}', now() - interval '1 hour', null, null),
    ('encode', '{}', now() + interval '1 hour', null, null),
    ('encode', '{}', now(), now() + interval '1 hour', null),
    ('send-mail', '{}', now(), null, now())`.execute(db)
  const metrics = await readMetrics()
  assert.match(metrics, /^reelay_jobs\{kind="encode",state="waiting"\} 1$/m)
  assert.match(metrics, /^reelay_jobs\{kind="encode",state="running"\} 1$/m)
  assert.match(metrics, /^reelay_jobs\{kind="send-mail",state="failed"\} 1$/m)
  assert.match(metrics, /^reelay_job_oldest_seconds\{kind="encode"\} 3[56]\d\d/m)
})

test('reports waiting mail, and the age of the last backup once there is one', async (t) => {
  const { db, readMetrics } = await service(t)
  await sql`delete from mail`.execute(db)
  await sql`insert into mail (to_address, subject, text, created_at)
    values ('a@example.com', 'x', 'x', now() - interval '1 hour')`.execute(db)
  const before = await readMetrics()
  assert.match(before, /^reelay_mail_waiting 1$/m)
  assert.match(before, /^reelay_mail_oldest_seconds 3[56]\d\d/m)
  assert.doesNotMatch(before, /^reelay_backup_age_seconds /m)
  await sql`insert into audit (action, about_kind, at)
    values (${BACKUP_ACTION}, 'x', now() - interval '1 hour')`.execute(db)
  assert.match(await readMetrics(), /^reelay_backup_age_seconds 3[56]\d\d/m)
})

test('reports the pools, and what is measured without the database', async (t) => {
  const { db, readMetrics } = await service(t)
  await sql`drop table job cascade`.execute(db)
  const metrics = await readMetrics()
  assert.match(metrics, /^reelay_pool_connections\{pool="reads",state="waiting"\} 0$/m)
  assert.match(metrics, /^reelay_pool_wait_seconds_count\{pool="reads"\} \d+$/m)
  assert.match(metrics, /^reelay_storage_free_bytes \d+/m)
  assert.doesNotMatch(metrics, /^reelay_mail_waiting /m)
})
