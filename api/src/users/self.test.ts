// Changes to oneself through PUT /session/{id}, which is the same as PUT /users/{id}.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type TestUser, type Fixtures } from '../../test/fixtures.ts'
import * as outbox from '../outbox/contract.ts'
import { changeSession } from '../sessions/contract.ts'
import * as contract from './contract.ts'
import { DEFAULT_PREFERENCES } from './rules/user.ts'

const put = (person: TestUser, body: object, headers?: Record<string, string>) =>
  person.call(changeSession, { params: { id: person._id }, body, ...(headers && { headers }) })
const me = (person: TestUser) => person.call(contract.getUser, { params: { id: person._id } })
const NEXT = 'Another-horse-staple-7'

test('changes the own name, queues and preferences and keeps the rest', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  const before = await me(guest)
  const after = await put(guest, {
    name: 'Guest of honour',
    queue: ['a1'],
    orderQueue: [{ asset: 'a2' }],
    shareQueue: [1],
    preferences: { agent: { instructions: 'be brief' } },
  })
  assert.deepEqual(after, {
    ...before,
    name: 'Guest of honour',
    queue: ['a1'],
    orderQueue: [{ asset: 'a2' }],
    shareQueue: [1],
    preferences: { ...DEFAULT_PREFERENCES, agent: { instructions: 'be brief' } },
  })
  assert.deepEqual(await me(guest), after)
})

test('accepts an unchanged record with the redacted password', async (t) => {
  const { a, signIn } = await loadFixtures(t)
  const { guest } = a.people
  const read = await me(guest)
  assert.equal(read.password, '[redacted]')
  assert.deepEqual(await put(guest, read), read)
  await signIn(guest.email)
})

test('changes the same person through both paths', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  await guest.call(contract.changeUser, { params: { id: guest._id }, body: { name: 'By users' } })
  assert.equal((await put(guest, {})).name, 'By users')
})

const granted: [field: string, value: (fixtures: Fixtures) => unknown][] = [
  ['roles', () => ['admin']],
  ['roles', () => []],
  ['permissions', () => ['user.manage']],
  ['groups', ({ a }) => [a.vendors._id]],
  ['studios', ({ a, b }) => [a.studio._id, b.studio._id]],
  ['studios', () => []],
  ['memberships', ({ b }) => [{ studio: b.studio._id, roles: ['studio'] }]],
  ['territory', ({ territory }) => territory._id],
  ['status', () => ({ approved: false })],
  ['flags', () => ['vip']],
  ['hasEnforced2fa', () => true],
  ['emailNormal', () => 'other@example.com'],
  ['username', () => 'other@example.com'],
  ['twofactorVerified', () => true],
  ['created', () => 5],
  ['invite', () => 'http://evil.example'],
]
test('rejects changes of the own grants and applies nothing else of the request', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const before = await me(guest)
  for (const [field, value] of granted)
    await t.test(`${field} ${JSON.stringify(value(fixtures)).slice(0, 40)}`, async () => {
      const refusal = await expectProblem(
        put(guest, { name: 'Changed too', [field]: value(fixtures) }),
        403,
        'field.protected',
      )
      assert.deepEqual(
        refusal.errors.map((error) => error.pointer),
        [`/${field}`],
      )
      assert.deepEqual(await me(guest), before)
    })
})

test('rejects changes of the own grants from managers too', async (t) => {
  const { a } = await loadFixtures(t)
  for (const body of [
    { permissions: ['event.write'] },
    { roles: ['studio', 'vendor'] },
    { hasEnforced2fa: true },
  ])
    await expectProblem(put(a.people.studio, body), 403, 'field.protected')
})

test('rejects an unknown field and ignores a computed one', async (t) => {
  const { a } = await loadFixtures(t)
  const { errors } = await expectProblem(
    put(a.people.guest, { colour: 'red' }),
    400,
    'body.unknown-field',
  )
  assert.deepEqual(
    errors.map((error) => error.pointer),
    ['/colour'],
  )
  await put(a.people.guest, { $links: { self: '//evil.example/api/x' } })
})

test('rejects an id in the body that differs from the path', async (t) => {
  const { a } = await loadFixtures(t)
  const before = await me(a.people.guest)
  for (const key of ['_id', 'id'])
    await expectProblem(
      put(a.people.guest, { [key]: a.people.vendor._id, name: 'x' }),
      422,
      'id.mismatch',
    )
  assert.deepEqual(await me(a.people.guest), before)
})

const preferences: [name: string, value: object][] = [
  ['an unknown mail interval', { mail: { ...DEFAULT_PREFERENCES.mail, files: 60 } }],
  ['a huge mail interval', { mail: { ...DEFAULT_PREFERENCES.mail, files: 1e308 } }],
  ['a mail interval as a string', { mail: { ...DEFAULT_PREFERENCES.mail, files: '0' } }],
  ['a mail switch as a text', { mail: { enabled: 'yes' } }],
  ['too many uploads', { ingest: { skipScratchPreview: false, maxUploads: 101 } }],
  ['no upload', { ingest: { skipScratchPreview: false, maxUploads: 0 } }],
  [
    'an endless dashboard',
    {
      reports: {
        workRequests: {
          dashboard: Array.from({ length: 201 }, () => ({ i: 'x', x: 0, y: 0, w: 1, h: 1 })),
          hiddenCharts: [],
        },
      },
    },
  ],
  [
    'a tile outside the grid',
    {
      reports: {
        workRequests: { dashboard: [{ i: 'x', x: -1, y: 0, w: 1, h: 1 }], hiddenCharts: [] },
      },
    },
  ],
  ['overlong instructions', { agent: { instructions: 'x'.repeat(20_001) } }],
  ['a blacklist of names', { blacklist: { projects: ['project-a'] } }],
  ['null', { agent: null }],
  ['a shortcut without an action', { shortcuts: [{ action: '', keys: ['J'] }] }],
  ['a shortcut of no part', { shortcuts: [{ action: 'mute', keys: ['J'] }] }],
  ['endless keys', { shortcuts: [{ action: 'player.mute', keys: ['J'.repeat(41)] }] }],
]
test('validates all preferences', async (t) => {
  const { a } = await loadFixtures(t)
  for (const [name, value] of preferences)
    await t.test(name, async () => {
      await expectProblem(put(a.people.guest, { preferences: value }), 422, 'body.invalid')
    })
  assert.deepEqual((await me(a.people.guest)).preferences, DEFAULT_PREFERENCES)
})

test('replaces the keys of shortcuts as a whole', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  const shortcuts = [{ action: 'player.mute', keys: ['Ctrl+M'] }]
  const saved = await put(guest, { preferences: { shortcuts } })
  assert.deepEqual(saved.preferences, { ...DEFAULT_PREFERENCES, shortcuts })
  assert.deepEqual((await put(guest, { preferences: { shortcuts: [] } })).preferences.shortcuts, [])
})

test('keeps the preferences that a change leaves out, at every level', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  await put(guest, { preferences: { mail: { files: -1 } } })
  await put(guest, { preferences: { ingest: { maxUploads: 7 } } })
  const { preferences } = await put(guest, {
    preferences: { reports: { workRequests: { hiddenCharts: ['volume'] } }, blacklist: {} },
  })
  assert.deepEqual(preferences, {
    ...DEFAULT_PREFERENCES,
    mail: { ...DEFAULT_PREFERENCES.mail, files: -1 },
    ingest: { ...DEFAULT_PREFERENCES.ingest, maxUploads: 7 },
    reports: { workRequests: { dashboard: [], hiddenCharts: ['volume'] } },
  })
  await put(guest, { preferences: { reports: { workRequests: { hiddenCharts: [] } } } })
  assert.deepEqual((await me(guest)).preferences.reports, DEFAULT_PREFERENCES.reports)
})

test('sends mail never, immediately, hourly, daily or weekly', async (t) => {
  const { a } = await loadFixtures(t)
  for (const pace of [-1, 0, 3600, 86_400, 604_800] as const) {
    const mail = { ...DEFAULT_PREFERENCES.mail, enabled: false, workflow: pace }
    assert.deepEqual((await put(a.people.guest, { preferences: { mail } })).preferences, {
      ...DEFAULT_PREFERENCES,
      mail,
    })
  }
})

test('requires the current password to set a new one', async (t) => {
  const { a, signIn } = await loadFixtures(t)
  const { guest } = a.people
  await expectProblem(put(guest, { password: NEXT }), 403, 'password.current-invalid')
  await expectProblem(
    put(guest, { password: NEXT, currentPassword: 'Wrong-password-1' }),
    403,
    'password.current-invalid',
  )
  await expectProblem(signIn(guest.email, NEXT), 401)
  await signIn(guest.email)
})

test('rejects a weak new password and keeps the old one', async (t) => {
  const { a, signIn } = await loadFixtures(t)
  const { guest } = a.people
  for (const password of ['short', 'password1234', 'token-correct-horse'])
    await expectProblem(put(guest, { password, currentPassword: PASSWORD }), 422, 'password.weak')
  await signIn(guest.email)
})

test('revokes every session after a password change and informs by mail', async (t) => {
  const { admin, a, signIn } = await loadFixtures(t)
  const { guest } = a.people
  const other = await signIn(guest.email)
  assert.equal(
    (await put(guest, { password: NEXT, currentPassword: PASSWORD })).password,
    '[redacted]',
  )
  for (const session of [guest, other]) await expectProblem(me(session), 401)
  await expectProblem(signIn(guest.email), 401)
  await signIn(guest.email, NEXT)
  const { items } = await admin.call(outbox.listOutbox)
  assert.deepEqual(
    items.map((mail) => mail.to),
    [guest.email],
  )
  assert.ok(!items[0]!.text.includes(NEXT))
})

test('never returns a hash', async (t) => {
  const { a, app } = await loadFixtures(t)
  const responses = [
    await me(a.people.guest),
    await a.people.studio.call(contract.listUsers),
    app.endpoints.length,
  ]
  assert.doesNotMatch(JSON.stringify(responses), /argon2|password_hash/)
})

test('rejects a change with a stale ETag and accepts one with the current ETag', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  const { headers } = await guest.send(contract.getUser, { params: { id: guest._id } })
  const tag = { 'if-match': headers.get('etag')! }
  await put(guest, { name: 'First' }, tag)
  await expectProblem(put(guest, { name: 'Second' }, tag), 412, 'record.changed')
  assert.equal((await me(guest)).name, 'First')
})

test('keeps both of two concurrent changes to different fields', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  await Promise.all([
    put(guest, { name: 'Parallel' }),
    put(guest, { queue: ['q'] }),
    put(guest, { shareQueue: ['s'] }),
  ])
  const after = await me(guest)
  assert.deepEqual([after.name, after.queue, after.shareQueue], ['Parallel', ['q'], ['s']])
})

test('returns 304 for an unchanged record', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  const { headers } = await guest.send(contract.getUser, { params: { id: guest._id } })
  const again = await guest
    .send(contract.getUser, {
      params: { id: guest._id },
      headers: { 'if-none-match': headers.get('etag')! },
    })
    .catch((error: { status: number }) => error)
  assert.equal(again.status, 304)
})

test('limits the size of queues and preferences', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  const large = Array.from({ length: 100 }, () => 'x'.repeat(1_000))
  for (const field of ['queue', 'orderQueue', 'shareQueue'])
    await expectProblem(put(guest, { [field]: large }), 422, 'body.invalid')
  const contactLists = Array.from({ length: 100 }, (_, number) => ({
    name: `List ${number}`,
    recipients: { groups: [], users: Array.from({ length: 50 }, () => guest._id) },
  }))
  await expectProblem(put(guest, { preferences: { contactLists } }), 422, 'body.invalid')
  await put(guest, {
    queue: large.slice(0, 50),
    preferences: { contactLists: contactLists.slice(0, 20) },
  })
})
