// Several senders and failing targets do not affect each other.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startLoop } from '../kernel/jobs/loop.ts'
import { loadWebhookFixtures, sending } from '../../test/webhook-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'
import { finishDelivery, leaseNextDelivery } from './queries/queue.ts'
import { startSender, takeDeliveries } from './reactions/send.ts'

const loud = {
  error: (about: object, message: string) => assert.fail(`${message} ${JSON.stringify(about)}`),
}

test('does not let hanging targets block others and sends to each one at a time', async (t) => {
  const { createHook, db, emitEvents, deliveries } = await loadWebhookFixtures(t)
  const hanging = [await createHook(), await createHook(), await createHook()]
  const responses: ServerResponse[] = []
  for (const target of hanging) target.reply(() => (answer) => void responses.push(answer))
  const healthy = await createHook()
  await emitEvents('fin', 'aph', 'ofl')
  const sender = startSender(db, { ...sending, timeoutSeconds: 60 }, loud)
  await Promise.all([
    healthy.waitForRequests(3),
    ...hanging.map(({ waitForRequests }) => waitForRequests(1)),
  ])
  assert.deepEqual(
    healthy.requests.map(({ payload }) => payload.type),
    ['fin', 'aph', 'ofl'],
  )
  assert.deepEqual(
    hanging.map(({ requests }) => requests.length),
    [1, 1, 1],
    'all deliveries to the healthy target arrived meanwhile',
  )
  assert.deepEqual(
    (await deliveries(hanging[0]!.id)).map(({ status, attempts }) => [status, attempts]),
    [
      ['waiting', 0],
      ['waiting', 0],
      ['waiting', 0],
    ],
  )
  for (const target of hanging) target.reply(() => 200)
  for (const answer of responses) answer.writeHead(200).end()
  await Promise.all(hanging.map(({ waitForRequests }) => waitForRequests(3)))
  await sender.stop()
  for (const { requests } of hanging)
    assert.deepEqual(
      requests.map(({ payload }) => payload.type),
      ['fin', 'aph', 'ofl'],
    )
})

test('limits failing targets to half of the concurrency', async (t) => {
  const { createHook, db, emitEvents } = await loadWebhookFixtures(t)
  const [failing, healthy] = [await createHook(), await createHook()]
  await emitEvents('fin')
  await sql`update webhook set failures = 3 where id = ${failing.id}`.execute(db)
  const first = await leaseNextDelivery(db, { leaseSeconds: 30, healthyOnly: true })
  assert.equal(first!.webhook, healthy.id)
  assert.equal(await leaseNextDelivery(db, { leaseSeconds: 30, healthyOnly: true }), undefined)
  assert.equal(
    (await leaseNextDelivery(db, { leaseSeconds: 30, healthyOnly: false }))!.webhook,
    failing.id,
  )
})

test('sends once, in order and one at a time per target with several senders', async (t) => {
  const { createHook, db, emitEvents } = await loadWebhookFixtures(t)
  const targets = [await createHook(), await createHook()]
  const open = new Map(targets.map(({ id }) => [id, 0]))
  for (const { id, reply } of targets) {
    reply(() => (answer) => {
      open.set(id, open.get(id)! + 1)
      assert.equal(open.get(id), 1)
      setTimeout(() => (open.set(id, 0), answer.writeHead(200).end()), 5)
    })
  }
  await emitEvents('fin', 'aph', 'ofl', 'tap', 'fin', 'aph')
  const senders = [1, 2, 3].map(() => startLoop(takeDeliveries(db, sending), 4, loud))
  const wakeTimer = setInterval(() => senders.forEach(({ wake }) => wake()), 20)
  await Promise.all(targets.map(({ waitForRequests }) => waitForRequests(6)))
  clearInterval(wakeTimer)
  await Promise.all(senders.map(({ stop }) => stop()))
  for (const { requests } of targets)
    assert.deepEqual(
      requests.map(({ payload }) => payload.type),
      ['fin', 'aph', 'ofl', 'tap', 'fin', 'aph'],
    )
})

test('hands the delivery of a killed sender to another and ignores its late result', async (t) => {
  const { createHook, db, emitEvents, sendDue, deliveries } = await loadWebhookFixtures(t)
  const target = await createHook()
  await emitEvents('fin', 'aph')
  const killed = (await leaseNextDelivery(db, { leaseSeconds: 25, healthyOnly: false }))!
  await sendDue()
  assert.equal(target.requests.length, 0, 'nobody else sends during the lease')
  await sql`update webhook set leased_until = now() - interval '1 second'`.execute(db)
  await sendDue()
  assert.deepEqual(
    target.requests.map(({ payload }) => [payload.id === killed.delivery.id, payload.type]),
    [
      [true, 'fin'],
      [false, 'aph'],
    ],
  )
  const after = [
    await deliveries(target.id),
    await sql`select failures, fence, resume_at from webhook`.execute(db),
  ] as const
  await finishDelivery(db, killed, { status: 'waiting', code: 500, error: 'late', wait: 3600 })
  assert.deepEqual(
    [
      await deliveries(target.id),
      (await sql`select failures, fence, resume_at from webhook`.execute(db)).rows,
    ],
    [after[0], after[1].rows],
  )
})

test('keeps a webhook removed or inactive that changed during a delivery', async (t) => {
  const { createHook, a, db, emitEvents, sendDue } = await loadWebhookFixtures(t)
  const [removed, off] = [await createHook(), await createHook()]
  removed.reply(
    () => (answer) =>
      void a.people.studio
        .call(contract.removeWebhook, { params: { id: removed.id } })
        .then(() => answer.writeHead(200).end()),
  )
  off.reply(
    () => (answer) =>
      void a.people.studio
        .call(contract.changeWebhook, { params: { id: off.id }, body: { active: false } })
        .then(() => answer.writeHead(500).end()),
  )
  await emitEvents('fin', 'aph')
  await sendDue()
  assert.deepEqual([removed.requests.length, off.requests.length], [1, 1])
  assert.deepEqual((await sql`select id, active, failures from webhook`.execute(db)).rows, [
    { id: off.id, active: false, failures: 1 },
  ])
})
