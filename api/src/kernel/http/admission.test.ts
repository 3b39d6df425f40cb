import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { expectProblem } from '../../../test/expect-problem.ts'
import { OWN_SERVICE, loadFixtures, type Fixtures, type TestUser } from '../../../test/fixtures.ts'
import { tokenAuth } from '../../../test/raw-http.ts'
import { registerFile } from '../../files/contract.ts'
import { metricsRoutes } from '../../operations/metrics/routes.ts'
import { changeProject, listProjects } from '../../projects/contract.ts'
import { volumeReport } from '../../reports/contract.ts'
import { search } from '../../search/contract.ts'
import { countWaitingUploads } from '../db/service-database.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { localStorage } from '../storage/local.ts'
import { MAX_WAITING_UPLOADS, createAdmission, loadLimits, type LoadLimits } from './admission.ts'
import { LOADS, endpoint, loadOf, type Load } from './contract/endpoint.ts'
import { serve } from './serve.ts'
import { systemRoutes } from './system-routes.ts'

const slowReport = endpoint({
  method: 'GET',
  path: '/slow-report',
  access: 'signed-in',
  load: 'heavy',
  summary: 'A report that takes as long as the test wants',
  reply: Type.Literal('done'),
})
const PATIENT = { concurrency: 2, maxWaiting: 1, maxWaitMs: 600_000 }

/** The fixtures with two reports that hold every connection for heavy requests. */
async function busyService(t: TestContext, limits: Partial<LoadLimits> = {}) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { app, a } = fixtures
  app.admission = createAdmission({ ...loadLimits(app.config), heavy: PATIENT, ...limits }, () => 0)
  await systemRoutes(app, { draining: false })
  metricsRoutes(app, localStorage(app.config.dataDir))
  const release = Promise.withResolvers<void>()
  serve(app, slowReport, ({ db }) =>
    db.transaction(async (tx) => {
      await sql`select 1`.execute(tx)
      await release.promise
      return 'done' as const
    }),
  )
  const ask = (by: TestUser) =>
    app.fastify.inject({ url: '/api/slow-report', headers: tokenAuth(by) })
  const running = [ask(a.people.studio), ask(a.people.studio)]
  await waitUntil(() => busyConnections(fixtures) === 2)
  return { ...fixtures, ask, running, finish: release.resolve }
}

const busyConnections = ({ app }: Fixtures) =>
  app.database.pools().find(({ pool }) => pool === 'heavy')!.busy
const stateOf = ({ app }: Fixtures, load: Load) => {
  const { running, waiting } = app.admission.states().find((state) => state.load === load)!
  return { running, waiting }
}
async function waitUntil(isReached: () => boolean | Promise<boolean>) {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('lets people sign in, save and read while reports hold their connections', async (t) => {
  const service = await busyService(t)
  const { a, signIn, running, finish } = service
  const { call } = await signIn(a.people.territory.email)
  assert.equal((await call(listProjects)).items.length, 1)
  const { studio } = a.people
  await studio.call(changeProject, { params: { id: a.project._id }, body: { name: 'Saved' } })
  const names = (await studio.call(listProjects)).items.map(({ name }) => name)
  assert.deepEqual(names, ['Saved'])
  finish()
  assert.deepEqual(
    (await Promise.all(running)).map(({ statusCode }) => statusCode),
    [200, 200],
  )
})

test('refuses the next report at once, and accepts it when there is room', async (t) => {
  const service = await busyService(t)
  const { app, a, ask, running, finish } = service
  const next = ask(a.people.studio)
  await waitUntil(() => stateOf(service, 'heavy').waiting === 1)
  const refused = await ask(a.people.studio)
  assert.deepEqual(
    [refused.statusCode, refused.headers['retry-after'], refused.json<{ code: string }>().code],
    [503, '3', 'service.busy'],
  )
  const report = { url: '/api/reports/volume', headers: tokenAuth(a.people.studio) }
  assert.equal((await app.fastify.inject(report)).statusCode, 503)

  const open = ['/healthz', '/readyz', '/metrics'].map((url) =>
    app.fastify.inject({ url, remoteAddress: '127.0.0.1' }),
  )
  const [alive, ready, metrics] = await Promise.all(open)
  assert.deepEqual(
    [alive!.statusCode, ready!.statusCode, metrics!.statusCode],
    [200, 200, 200],
    'checks are never refused',
  )
  assert.match(metrics!.body, /^reelay_requests\{load="heavy",state="running"\} 2$/m)
  assert.match(metrics!.body, /^reelay_requests\{load="heavy",state="waiting"\} 1$/m)
  assert.match(metrics!.body, /^reelay_requests_refused_total\{load="heavy",reason="full"\} \d/m)

  finish()
  const done = await Promise.all([...running, next])
  assert.deepEqual(
    done.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  assert.deepEqual(stateOf(service, 'heavy'), { running: 0, waiting: 0 })
  await a.people.studio.call(volumeReport, { query: {} })
  await a.people.studio.call(search, { query: { q: 'x' } })
})

test('lets somebody else wait instead of the person who waits with most reports', async (t) => {
  const service = await busyService(t, { heavy: { ...PATIENT, maxWaiting: 2 } })
  const { a, ask, running, finish } = service
  const { studio, territory } = a.people
  const [first, second] = [ask(studio), ask(studio)]
  await waitUntil(() => stateOf(service, 'heavy').waiting === 2)
  const ofTerritory = ask(territory)
  const statuses = async (responses: ReturnType<typeof ask>[]) =>
    (await Promise.all(responses)).map(({ statusCode }) => statusCode)
  const refused = await Promise.race([
    first.then((response) => response.statusCode),
    second.then((response) => response.statusCode),
  ])
  assert.equal(refused, 503)
  finish()
  assert.deepEqual(await statuses([...running, ofTerritory]), [200, 200, 200])
  assert.deepEqual(new Set(await statuses([first, second])), new Set([200, 503]))
})

test('refuses a search that has waited too long', async (t) => {
  const { app, a, finish } = await busyService(t, { heavy: { ...PATIENT, maxWaitMs: 5 } })
  const { statusCode, headers } = await app.fastify.inject({
    url: '/api/projects?q=x',
    headers: tokenAuth(a.people.studio),
  })
  assert.deepEqual([statusCode, headers['retry-after']], [503, '3'])
  finish()
})

test('ends the statement of a client that disconnects, and lets the next one in', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { app, db, a } = fixtures
  const failures: string[] = []
  serve(app, slowReport, ({ db: heavy }) =>
    inTransaction(heavy, async (tx) => {
      // Only the disconnect ends it.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`select pg_sleep(600)`.execute(tx).catch((error: Error) => {
        failures.push(error.message)
        throw error
      })
      return 'done' as const
    }),
  )
  const isAsleep = async () =>
    (
      await sql`select from pg_stat_activity where query like 'select pg_sleep(600)%'
      and state = 'active' and datname = current_database()`.execute(db)
    ).rows.length > 0
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  const headers = tokenAuth(a.people.studio)
  const client = request({ port, host: '127.0.0.1', path: '/api/slow-report', headers })
  client.on('error', () => {}).end()
  await waitUntil(isAsleep)
  client.destroy()
  await waitUntil(async () => !(await isAsleep()))
  await waitUntil(() => stateOf(fixtures, 'heavy').running === 0)
  assert.match(failures.join(), /the client has disconnected/)
  await a.people.studio.call(volumeReport, { query: {} })
})

test('holds no slot for a client that sends its body slowly', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { app, a } = fixtures
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  const authenticated = Promise.withResolvers<void>()
  const { byToken } = app.authenticator
  app.authenticator = {
    ...app.authenticator,
    async byToken(...args) {
      assert.equal(stateOf(fixtures, 'save').running, 1)
      const caller = await byToken(...args)
      authenticated.resolve()
      return caller
    },
  }
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const { authorization } = tokenAuth(a.people.studio)
  socket.write(
    `PUT /api/projects/${a.project._id} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n` +
      'content-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  await authenticated.promise
  await waitUntil(() => stateOf(fixtures, 'save').running === 0)
  socket.destroy()
})

test('registers files while changes are refused', async (t) => {
  const { app, a } = await loadFixtures(t, OWN_SERVICE)
  const full = { concurrency: 0, maxWaiting: 0 }
  app.admission = createAdmission({ ...loadLimits(app.config), save: full }, () => 0)
  const { studio } = a.people
  await studio.call(registerFile, { body: { name: 'new.bin', asset: a.asset._id } })
  const change = { params: { id: a.project._id }, body: { name: 'Other' } }
  await expectProblem(studio.call(changeProject, change), 503, 'service.busy')
})

test('refuses new uploads at once while others wait for a connection', async (t) => {
  const { app, a } = await loadFixtures(t, OWN_SERVICE)
  const { database } = app
  app.admission = createAdmission(loadLimits(app.config), () => countWaitingUploads(database))
  const release = Promise.withResolvers<void>()
  const uploads = database.uploads({ person: a.people.studio._id, studios: [a.studio._id] })
  const others = Array.from({ length: 4 * MAX_WAITING_UPLOADS }, () =>
    uploads.transaction(async (tx) => {
      await sql`select 1`.execute(tx)
      await release.promise
    }),
  )
  await waitUntil(() => countWaitingUploads(database) >= MAX_WAITING_UPLOADS)
  const { studio } = a.people
  const register = () =>
    app.fastify.inject({
      method: 'POST',
      url: '/api/files',
      headers: tokenAuth(studio),
      payload: { name: 'new.bin', asset: a.asset._id },
    })
  const begin = await app.fastify.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...tokenAuth(studio), 'tus-resumable': '1.0.0', 'upload-length': '1' },
  })
  for (const { statusCode, headers } of [await register(), begin])
    assert.deepEqual([statusCode, headers['retry-after']], [503, '3'])
  await studio.call(changeProject, { params: { id: a.project._id }, body: { name: 'Saved' } })
  release.resolve()
  await Promise.all(others)
  assert.equal((await register()).statusCode, 200)
})

test('tells the load of a call from its declaration', () => {
  const get = { method: 'GET', access: 'signed-in' } as const
  const expected: [Parameters<typeof loadOf>[0], object, Load | undefined][] = [
    [get, {}, 'read'],
    [get, { q: 'x' }, 'heavy'],
    [get, { format: 'csv' }, 'heavy'],
    [get, { format: 'json' }, 'read'],
    [{ ...get, load: 'heavy' }, {}, 'heavy'],
    [{ ...get, bytes: 'out' }, {}, 'download'],
    [{ ...get, bytes: 'live' }, {}, undefined],
    [{ ...get, access: 'credential' }, {}, 'sign-in'],
    [{ ...get, method: 'PUT' }, {}, 'save'],
    [{ ...get, method: 'PUT', bytes: 'in' }, {}, 'upload'],
    [registerFile, {}, 'register'],
    [{ ...get, method: 'POST', access: 'anyone' }, {}, 'sign-in'],
  ]
  for (const [declared, query, load] of expected) assert.equal(loadOf(declared, query), load)
})

test('bounds the queue of every load', () => {
  const limits = loadLimits({ poolSize: 4, s3: undefined })
  for (const load of LOADS) {
    const { concurrency, maxWaiting, maxWaitMs = 0 } = limits[load]
    assert.ok(concurrency > 0 && Number.isFinite(concurrency + maxWaiting), load)
    assert.ok(maxWaiting === 0 || maxWaitMs > 0, `${load} waits for a limited time`)
  }
  assert.ok(limits.heavy.concurrency < 4, 'connections are left for everything else')
})
