import assert from 'node:assert/strict'
import { test } from 'node:test'
import { downloads, groups, sessions, studios, users, workrequests } from '@reelay/api/contract'
import { orderWithoutMaterials } from '../../api/test/work-requests.ts'
import { uploadFile } from '../../api/test/orders.ts'
import { expectProblem } from '../../api/test/expect-problem.ts'
import { PASSWORD } from '../../api/test/fixtures.ts'
import { connectFaulty } from '../test/faulty-connection.ts'
import { createClient } from './client.ts'

const isConnectionError = (error: unknown) => error instanceof TypeError

test('creates an order once when responses are lost', async (t) => {
  const { a, requests, injectFaults, clientOf } = await connectFaulty(t)
  injectFaults((_request, index) => (['unanswered', 'busy', 'cut'] as const)[index])
  const { _id } = await clientOf(a.people.territory).call(workrequests.createWorkRequest, {
    body: orderWithoutMaterials(a),
  })
  assert.deepEqual(
    (await a.people.territory.call(workrequests.listWorkRequests)).items.map(
      (request) => request._id,
    ),
    [_id],
  )
  assert.equal(requests.length, 4)
  assert.equal(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size, 1)
})

test('gives concurrent requests with one key the same record, after Retry-After', async (t) => {
  const { admin, clientOf } = await connectFaulty(t)
  const pauses: number[] = []
  const { call } = clientOf(admin, { pauseMs: 1, onRetry: ({ pauseMs }) => pauses.push(pauseMs) })
  const studiosCreated = await Promise.all(
    Array.from({ length: 12 }, () =>
      call(studios.createStudio, { body: { name: 'Once' }, headers: { 'idempotency-key': 'one' } }),
    ),
  )
  assert.equal(new Set(studiosCreated.map(({ _id }) => _id)).size, 1)
  assert.ok(
    pauses.every((pause) => pause >= 1000),
    String(pauses),
  )
})

test('retries reads, updates and deletes after a lost connection', async (t) => {
  const { admin, injectFaults, clientOf } = await connectFaulty(t)
  const { _id: id } = await admin.call(groups.createGroup, { body: { name: 'Desk', type: 'v' } })
  injectFaults((_request, index) => (index % 2 === 0 ? 'unheard' : undefined))
  const { call } = clientOf(admin)
  assert.equal((await call(groups.getGroup, { params: { id } })).name, 'Desk')
  assert.equal(
    (await call(groups.changeGroup, { params: { id }, body: { name: 'Bench' } })).name,
    'Bench',
  )
  assert.equal((await call(groups.removeGroup, { params: { id } })).removed, true)
})

test('does not retry requests that are unsafe to repeat', async (t) => {
  const { admin, requests, injectFaults, clientOf } = await connectFaulty(t)
  const {
    headers,
    body: { _id: id },
  } = await admin.send(groups.createGroup, { body: { name: 'Desk', type: 'v' } })
  injectFaults(() => 'unanswered')
  const { call } = clientOf(admin)
  await assert.rejects(call(sessions.createToken, { body: { name: 'night' } }), isConnectionError)
  await assert.rejects(
    call(groups.changeGroup, {
      params: { id },
      body: { name: 'Bench' },
      headers: { 'if-match': headers.get('etag')! },
    }),
    isConnectionError,
  )
  await assert.rejects(
    call(users.registerUser, {
      body: { code: 'x'.repeat(43), name: 'Nobody', password: PASSWORD },
    }),
    isConnectionError,
  )
  assert.equal(requests.length, 3)
  assert.equal(
    (await admin.call(sessions.listTokens)).items.filter(({ name }) => name === 'night').length,
    1,
  )
})

test('retries every request that the service rejected temporarily', async (t) => {
  const { admin, injectFaults, clientOf } = await connectFaulty(t)
  injectFaults((_request, index) => (index === 0 ? 'busy' : undefined))
  await clientOf(admin).call(sessions.createToken, { body: { name: 'night' } })
  assert.equal(
    (await admin.call(sessions.listTokens)).items.filter(({ name }) => name === 'night').length,
    1,
  )
})

test('never retries a request with a password', async (t) => {
  const { a, requests, injectFaults, clientOf } = await connectFaulty(t)
  injectFaults((_request, index) => (['unheard', 'busy'] as const)[index])
  const { call } = clientOf({ email: a.people.guest.email, password: PASSWORD })
  for (let attempt = 0; attempt < 2; attempt++) await assert.rejects(call(sessions.openSession))
  assert.equal(requests.length, 2)
})

test('fails at once when Retry-After is longer than the limit', async (t) => {
  const { a, requests, clientOf } = await connectFaulty(t, { DOWNLOAD_BUDGET: '1' })
  const files = [
    await uploadFile(a.people.vendor, a),
    await uploadFile(a.people.vendor, a, 'two.mp4', '2'),
  ]
  const { call } = clientOf(a.people.territory)
  await call(downloads.startDownloads, { body: { files: [files[0]!._id] } })
  await expectProblem(
    call(downloads.startDownloads, { body: { files: [files[1]!._id] } }),
    429,
    'download.limit-exceeded',
  )
  assert.equal(requests.length, 2)
})

test('reads the credential before every request', async (t) => {
  const { admin, a, address } = await connectFaulty(t)
  const [first, second] = [admin, a.people.vendor]
  let current = first
  const { call } = createClient({
    baseUrl: `${address}/api`,
    credential: () => ({ email: current.email, token: current.token }),
  })
  const whoAmI = async () =>
    ((await call(sessions.openSession, { range: { first: 0, last: 0 } })) as users.User[])[0]!
      .emailNormal
  assert.equal(await whoAmI(), first.email)
  current = second
  assert.equal(await whoAmI(), second.email)
})

test('gives up after the last attempt or when it is aborted', async (t) => {
  const { admin, requests, injectFaults, clientOf } = await connectFaulty(t)
  injectFaults(() => 'unheard')
  await assert.rejects(
    clientOf(admin, { pauseMs: 1, attempts: 3 }).call(studios.listStudios),
    isConnectionError,
  )
  assert.equal(requests.length, 3)
  const controller = new AbortController()
  await assert.rejects(
    clientOf(admin, { pauseMs: 10_000, onRetry: () => controller.abort() }).call(
      studios.listStudios,
      {
        signal: controller.signal,
      },
    ),
    { name: 'AbortError' },
  )
  await assert.rejects(clientOf(admin, false).call(studios.listStudios), isConnectionError)
  assert.equal(requests.length, 5)
})
