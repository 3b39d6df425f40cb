import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRecordConventions } from '../../test/conventions.ts'
import { loadWebhookFixtures } from '../../test/webhook-fixtures.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as users from '../users/contract.ts'
import { openSecret } from '../kernel/db/encryption/seal-secret.ts'
import { testMasterKeys } from '../../test/test-app.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'
import { WEBHOOK_SECRET } from './queries/queue.ts'

const UNKNOWN = 'f'.repeat(24)
const url = 'https://1.1.1.1/hook'

test('creates a webhook and shows its secret once', async (t) => {
  const { a, app } = await loadFixtures(t)
  const { studio } = a.people
  const { secret, ...webhook } = await studio.call(contract.createWebhook, {
    body: { studio: a.studio._id, url, types: ['wam', 'wco'] },
  })
  assert.ok(secret.length >= 43)
  const self = `//reelay.test/api/webhooks/${webhook._id}`
  assert.deepEqual(webhook, {
    _id: webhook._id,
    studio: a.studio._id,
    from: studio._id,
    url,
    types: ['wam', 'wco'],
    format: 'reelay',
    active: true,
    asleep: false,
    failures: 0,
    lastFailure: null,
    resumes: null,
    created: webhook.created,
    $links: { self, deliveries: `${self}/deliveries` },
  })
  assert.deepEqual(await studio.call(contract.getWebhook, { params: { id: webhook._id } }), webhook)
  assert.deepEqual((await studio.call(contract.listWebhooks)).items, [webhook])
  const webhooks = await Promise.all(
    ['', `/${webhook._id}`, `/${webhook._id}/deliveries`].map((path) =>
      app.fastify.inject({
        url: `/api/webhooks${path}`,
        headers: { authorization: `Basic ${btoa(`${studio.email}:token-${studio.token}`)}` },
      }),
    ),
  )
  assert.ok(webhooks.every(({ statusCode, body }) => statusCode === 200 && !body.includes(secret)))
})

test('does not show the secret again on a retry', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio } = a.people
  const key = (name: string) => ({ headers: { 'idempotency-key': name } })
  const make = () =>
    studio.call(contract.createWebhook, { body: { studio: a.studio._id, url }, ...key('make') })
  const { _id: id, secret } = await make()
  await expectProblem(make(), 409, 'idempotency.secret-unavailable')
  const renew = () => studio.call(contract.renewSecret, { params: { id }, ...key('renew') })
  const renewed = await renew()
  assert.notEqual(renewed.secret, secret)
  await expectProblem(renew(), 409, 'idempotency.secret-unavailable')
  const { rows } = await sql<{ secret: string }>`select secret from webhook`.execute(db)
  assert.deepEqual(
    rows.map((row) => openSecret(testMasterKeys, WEBHOOK_SECRET, id, row.secret)),
    [renewed.secret],
  )
  assert.deepEqual(
    (await sql`select from idempotency where response is not null`.execute(db)).rows,
    [],
  )
})

test('follows the conventions of every record', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const { _id } = await studio.call(contract.createWebhook, {
    body: { studio: fixtures.a.studio._id, url },
  })
  await checkRecordConventions(fixtures, studio, `/webhooks/${_id}`, {
    types: ['fin'],
    active: false,
  })
  for (const claim of [
    { studio: fixtures.b.studio._id },
    { from: fixtures.admin._id },
    { failures: 0, asleep: true },
    { lastFailure: { at: 1 } },
  ]) {
    await expectProblem(
      studio.call(contract.changeWebhook, { params: { id: _id }, body: claim as never }),
      403,
      'field.protected',
    )
  }
  await expectProblem(
    studio.call(contract.removeWebhook, { params: { id: _id }, headers: { 'if-match': '"old"' } }),
    412,
  )
  assert.deepEqual(await studio.call(contract.removeWebhook, { params: { id: _id } }), {
    _id,
    removed: true,
  })
  await expectProblem(
    studio.call(contract.getWebhook, { params: { id: _id } }),
    404,
    'webhook.not-found',
  )
})

test('rejects invalid webhooks and names the invalid fields', async (t) => {
  const { a, b, db } = await loadFixtures(t)
  const make = (body: object) =>
    a.people.studio.call(contract.createWebhook, { body: { studio: a.studio._id, url, ...body } })
  for (const [body, pointer] of [
    [{ types: ['ping'] }, '/types/0'],
    [{ types: ['wam', 'wam'] }, '/types'],
    [{ url: '' }, '/url'],
    [{ url: `https://1.1.1.1/${'x'.repeat(2000)}` }, '/url'],
    [{ active: 'yes' }, '/active'],
    [{ studio: '' }, '/studio'],
  ] as const) {
    assert.equal((await expectProblem(make(body), 422, 'body.invalid')).errors[0]!.pointer, pointer)
  }
  await expectProblem(make({ studio: 'x' }), 422, 'reference.not-found')
  await expectProblem(make({ secret: 'of my own' }), 400, 'body.unknown-field')
  await expectSameProblem(make({ studio: b.studio._id }), make({ studio: UNKNOWN }), 422)
  assert.deepEqual((await sql`select from webhook`.execute(db)).rows, [])
})

test('rejects private addresses on create and on change', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio } = a.people
  const { _id: id } = await studio.call(contract.createWebhook, {
    body: { studio: a.studio._id, url },
  })
  for (const bad of [
    'http://1.1.1.1/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://1.1.1.1:5432/',
    'https://me:pw@1.1.1.1/',
    'ftp://1.1.1.1/',
    'x',
  ]) {
    for (const attempt of [
      () => studio.call(contract.createWebhook, { body: { studio: a.studio._id, url: bad } }),
      () => studio.call(contract.changeWebhook, { params: { id }, body: { url: bad } }),
    ]) {
      assert.deepEqual(
        (await expectProblem(attempt(), 422, 'webhook.url-invalid')).errors.map(
          ({ pointer }) => pointer,
        ),
        ['/url'],
      )
    }
  }
  assert.deepEqual((await sql`select url from webhook`.execute(db)).rows, [{ url }])
})

test('uses the system resolver if private targets are allowed', async (t) => {
  const { a } = await loadWebhookFixtures(t)
  const make = (address: string) =>
    a.people.studio.call(contract.createWebhook, { body: { studio: a.studio._id, url: address } })
  assert.equal((await make('http://LOCALHOST:8080/x#y')).url, 'http://localhost:8080/x')
  assert.match(
    (await expectProblem(make('http://nobody.invalid/'), 422, 'webhook.url-invalid')).message,
    /cannot be found/,
  )
})

test('reports webhooks and deliveries of another studio as unknown', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  const make = async (side: typeof a) => {
    const webhook = await side.people.studio.call(contract.createWebhook, {
      body: { studio: side.studio._id, url },
    })
    return {
      id: webhook._id,
      delivery: (
        await side.people.studio.call(contract.pingWebhook, { params: { id: webhook._id } })
      )._id,
    }
  }
  const [own, other, foreign] = [await make(a), await make(a), await make(b)]
  const { studio } = a.people
  const none = { id: UNKNOWN, delivery: own.delivery }
  for (const call of [
    (of: typeof own) => studio.call(contract.getWebhook, { params: { id: of.id } }),
    (of: typeof own) =>
      studio.call(contract.changeWebhook, { params: { id: of.id }, body: { url: 'nonsense' } }),
    (of: typeof own) => studio.call(contract.removeWebhook, { params: { id: of.id } }),
    (of: typeof own) => studio.call(contract.renewSecret, { params: { id: of.id } }),
    (of: typeof own) => studio.call(contract.pingWebhook, { params: { id: of.id } }),
    (of: typeof own) => studio.call(contract.listDeliveries, { params: { id: of.id } }),
    (of: typeof own) => studio.call(contract.getDelivery, { params: of }),
    (of: typeof own) => studio.call(contract.redeliver, { params: of }),
  ])
    await expectSameProblem(call(foreign), call(none), 404)
  for (const delivery of [foreign.delivery, other.delivery]) {
    await expectSameProblem(
      studio.call(contract.getDelivery, { params: { id: own.id, delivery } }),
      studio.call(contract.getDelivery, { params: { id: own.id, delivery: UNKNOWN } }),
      404,
    )
    await expectSameProblem(
      studio.call(contract.redeliver, { params: { id: own.id, delivery } }),
      studio.call(contract.redeliver, { params: { id: own.id, delivery: UNKNOWN } }),
      404,
    )
  }
  assert.deepEqual(
    (await studio.call(contract.listWebhooks)).items.map(({ _id }) => _id),
    [other.id, own.id],
  )
  assert.deepEqual(
    (await studio.call(contract.listWebhooks, { query: { studio: b.studio._id } })).total,
    0,
  )
  assert.deepEqual(
    (await admin.call(contract.listWebhooks, { query: { studio: 'studio-b' } })).items.map(
      ({ _id }) => _id,
    ),
    [foreign.id],
  )
})

test('transfers a webhook to the person who changes its URL', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const { _id: id } = await a.people.studio.call(contract.createWebhook, {
    body: { studio: a.studio._id, url },
  })
  const change = (body: contract.WebhookChange) =>
    admin.call(contract.changeWebhook, { params: { id }, body })
  assert.equal((await change({ types: ['fin'], active: false, url })).from, a.people.studio._id)
  assert.equal((await change({ url: 'https://1.0.0.1/' })).from, admin._id)
})

test('sets asleep when the owner no longer manages the studio', async (t) => {
  const { a, admin, db } = await loadFixtures(t)
  const { studio } = a.people
  const { _id: id } = await studio.call(contract.createWebhook, {
    body: { studio: a.studio._id, url },
  })
  const asleep = async () => (await admin.call(contract.getWebhook, { params: { id } })).asleep
  await admin.call(users.changeUser, { params: { id: studio._id }, body: { roles: ['vendor'] } })
  assert.equal(await asleep(), true)
  await expectProblem(admin.call(contract.pingWebhook, { params: { id } }), 409, 'webhook.paused')
  await admin.call(users.changeUser, { params: { id: studio._id }, body: { roles: ['studio'] } })
  assert.equal(await asleep(), false)
  for (const cause of [
    sql`update person set approved = false where id = ${studio._id}`,
    sql`delete from membership where person_id = ${studio._id}`,
  ]) {
    await cause.execute(db)
    assert.equal(await asleep(), true)
    await sql`update person set approved = true where id = ${studio._id}`.execute(db)
  }
})

test('queues one ping at a time and none for an inactive webhook', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const { _id: id } = await studio.call(contract.createWebhook, {
    body: { studio: a.studio._id, url },
  })
  const [first, second] = [
    await studio.call(contract.pingWebhook, { params: { id } }),
    await studio.call(contract.pingWebhook, { params: { id } }),
  ]
  assert.deepEqual(first, second)
  const self = `//reelay.test/api/webhooks/${id}`
  assert.deepEqual(first, {
    _id: first._id,
    webhook: id,
    event: null,
    type: 'ping',
    status: 'waiting',
    attempts: 0,
    code: null,
    error: null,
    next: first.created,
    created: first.created,
    delivered: null,
    $links: { self: `${self}/deliveries/${first._id}`, webhook: self },
  })
  await studio.call(contract.changeWebhook, { params: { id }, body: { active: false } })
  await expectProblem(
    studio.call(contract.pingWebhook, { params: { id } }),
    409,
    'webhook.inactive',
  )
  await expectProblem(
    studio.call(contract.redeliver, { params: { id, delivery: first._id } }),
    409,
    'webhook.inactive',
  )
})

test('limits a studio to fifty webhooks under concurrency', async (t) => {
  const { a, db } = await loadFixtures(t)
  await sql`
    insert into webhook (studio_id, from_id, url, secret)
    select ${a.studio._id}, ${a.people.studio._id}, ${url}, 's'
    from generate_series(1, 48)`.execute(db)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () =>
      a.people.studio.call(contract.createWebhook, { body: { studio: a.studio._id, url } }),
    ),
  )
  assert.deepEqual(outcomes.filter(({ status }) => status === 'fulfilled').length, 2)
  await expectProblem(
    a.people.studio.call(contract.createWebhook, { body: { studio: a.studio._id, url } }),
    409,
    'webhook.too-many',
  )
})
