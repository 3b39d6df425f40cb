import assert from 'node:assert/strict'
import { test } from 'node:test'
import { downloads, groups, sessions, studios, users, workrequests } from '@reelay/api/contract'
import { orderWithoutMaterials } from '../../api/test/work-requests.ts'
import { uploadFile } from '../../api/test/orders.ts'
import { expectProblem } from '../../api/test/expect-problem.ts'
import { PASSWORD } from '../../api/test/fixtures.ts'
import { line } from '../test/faulty-connection.ts'

const lost = (error: unknown) => error instanceof TypeError

test('an order whose answer was lost is placed once, and answered', async (t) => {
  const { a, sent, trouble, clientOf } = await line(t)
  trouble((_sent, number) => (['unanswered', 'busy', 'cut'] as const)[number])
  const { _id } = await clientOf(a.people.territory).call(workrequests.createWorkRequest, {
    body: orderWithoutMaterials(a),
  })
  assert.deepEqual(
    (await a.people.territory.call(workrequests.listWorkRequests)).items.map(
      (request) => request._id,
    ),
    [_id],
  )
  assert.equal(sent.length, 4)
  assert.equal(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size, 1)
})

test('many at once under one key are all answered with the one record, after the pause they were asked for', async (t) => {
  const { admin, clientOf } = await line(t)
  const pauses: number[] = []
  const { call } = clientOf(admin, { pauseMs: 1, onPause: ({ pauseMs }) => pauses.push(pauseMs) })
  const made = await Promise.all(
    Array.from({ length: 12 }, () =>
      call(studios.createStudio, { body: { name: 'Once' }, headers: { 'idempotency-key': 'one' } }),
    ),
  )
  assert.equal(new Set(made.map(({ _id }) => _id)).size, 1)
  assert.ok(
    pauses.every((pause) => pause >= 1000),
    String(pauses),
  )
})

test('reads, changes and removals are made again after the line was gone', async (t) => {
  const { admin, trouble, clientOf } = await line(t)
  const { _id: id } = await admin.call(groups.createGroup, { body: { name: 'Desk', type: 'v' } })
  trouble((_sent, number) => (number % 2 === 0 ? 'unheard' : undefined))
  const { call } = clientOf(admin)
  assert.equal((await call(groups.getGroup, { params: { id } })).name, 'Desk')
  assert.equal(
    (await call(groups.changeGroup, { params: { id }, body: { name: 'Bench' } })).name,
    'Bench',
  )
  assert.equal((await call(groups.removeGroup, { params: { id } })).removed, true)
})

test('what must not be done twice is not tried twice', async (t) => {
  const { admin, sent, trouble, clientOf } = await line(t)
  const {
    headers,
    body: { _id: id },
  } = await admin.send(groups.createGroup, { body: { name: 'Desk', type: 'v' } })
  trouble(() => 'unanswered')
  const { call } = clientOf(admin)
  await assert.rejects(call(sessions.createToken, { body: { name: 'night' } }), lost)
  await assert.rejects(
    call(groups.changeGroup, {
      params: { id },
      body: { name: 'Bench' },
      headers: { 'if-match': headers.get('etag')! },
    }),
    lost,
  )
  await assert.rejects(
    call(users.registerUser, {
      body: { code: 'x'.repeat(43), name: 'Nobody', password: PASSWORD },
    }),
    lost,
  )
  assert.equal(sent.length, 3)
  assert.equal(
    (await admin.call(sessions.listTokens)).items.filter(({ name }) => name === 'night').length,
    1,
  )
})

test('what the service put off was not done, so it is tried again whatever it is', async (t) => {
  const { admin, trouble, clientOf } = await line(t)
  trouble((_sent, number) => (number === 0 ? 'busy' : undefined))
  await clientOf(admin).call(sessions.createToken, { body: { name: 'night' } })
  assert.equal(
    (await admin.call(sessions.listTokens)).items.filter(({ name }) => name === 'night').length,
    1,
  )
})

test('a password is shown once, whatever comes of it', async (t) => {
  const { a, sent, trouble, clientOf } = await line(t)
  trouble((_sent, number) => (['unheard', 'busy'] as const)[number])
  const { call } = clientOf({ email: a.people.guest.email, password: PASSWORD })
  for (let times = 0; times < 2; times++) await assert.rejects(call(sessions.openSession))
  assert.equal(sent.length, 2)
})

test('who is asked to wait longer than they would is refused at once', async (t) => {
  const { a, sent, clientOf } = await line(t, { DOWNLOAD_BUDGET: '1' })
  const files = [
    await uploadFile(a.people.vendor, a),
    await uploadFile(a.people.vendor, a, 'two.mp4', '2'),
  ]
  const { call } = clientOf(a.people.territory)
  await call(downloads.startDownloads, { body: { files: [files[0]!._id] } })
  await expectProblem(
    call(downloads.startDownloads, { body: { files: [files[1]!._id] } }),
    429,
    'download.budget',
  )
  assert.equal(sent.length, 2)
})

test('a line that stays away is given up, and so is one that is called off', async (t) => {
  const { admin, sent, trouble, clientOf } = await line(t)
  trouble(() => 'unheard')
  await assert.rejects(clientOf(admin, { pauseMs: 1, tries: 3 }).call(studios.listStudios), lost)
  assert.equal(sent.length, 3)
  const leaving = new AbortController()
  await assert.rejects(
    clientOf(admin, { pauseMs: 10_000, onPause: () => leaving.abort() }).call(studios.listStudios, {
      signal: leaving.signal,
    }),
    { name: 'AbortError' },
  )
  await assert.rejects(clientOf(admin, false).call(studios.listStudios), lost)
  assert.equal(sent.length, 5)
})
