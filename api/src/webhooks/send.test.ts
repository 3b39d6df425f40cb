import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as events from '../events/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { emit } from '../kernel/events/emit.ts'
import { loadWebhookFixtures } from '../../test/webhook-fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { type WebhookReceiver } from '../../test/webhook-receiver.ts'
import * as contract from './contract.ts'

const typesOf = ({ requests }: Pick<WebhookReceiver, 'requests'>) =>
  requests.map(({ payload }) => payload.type)
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

test('sends the event as its owner reads it, signed with the secret', async (t) => {
  const { createHook, a, runJobs, sendDue, deliveries } = await loadWebhookFixtures(t)
  const target = await createHook({ types: ['wam'] })
  await createRequestAt(a, 'awaiting-materials')
  await runJobs()
  await sendDue()
  assert.equal(target.requests.length, 1)
  const { headers, body, payload } = target.requests[0]!
  const [delivery] = await deliveries(target.id)
  assert.deepEqual(
    [delivery!.status, delivery!.attempts, delivery!.code, delivery!.error, delivery!.next],
    ['delivered', 1, 204, null, null],
  )
  const read = await a.people.studio.call(events.getEvent, { params: { id: delivery!.event! } })
  assert.deepEqual(payload, {
    id: delivery!._id,
    type: 'wam',
    created: delivery!.created,
    event: JSON.parse(JSON.stringify(read)),
  })
  assert.deepEqual([read.pushed, read.workRequest!.status], [true, 'awaiting-materials'])
  assert.deepEqual(
    [
      headers['user-agent'],
      headers['x-reelay-event'],
      headers['x-reelay-delivery'],
      headers['content-type'],
    ],
    ['Reelay', 'wam', delivery!._id, 'application/json; charset=utf-8'],
  )

  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature']))!
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(target.secret),
    HMAC,
    false,
    ['verify'],
  )
  const holds = (text: string) =>
    crypto.subtle.verify(
      'HMAC',
      key,
      Buffer.from(signature!, 'hex'),
      new TextEncoder().encode(text),
    )
  assert.deepEqual(
    [
      await holds(`${time}.${body}`),
      await holds(`${Number(time) + 1}.${body}`),
      await holds(`${time}.${body} `),
    ],
    [true, false, false],
  )
  assert.ok(Math.abs(Number(time) - Date.now() / 1000) < 60)
})

test('sends only the chosen types of the own studio while active', async (t) => {
  const {
    createHook,
    a,
    b,
    db,
    emitEvents: tell,
    sendDue,
    admin,
    runJobs,
  } = await loadWebhookFixtures(t)
  const [all, some, off] = [
    await createHook(),
    await createHook({ types: ['fin', 'aph'] }),
    await createHook({ active: false }),
  ]
  const elsewhere = await createHook({ studio: b.studio._id }, admin)
  await tell('fin', 'ofc')
  await inTransaction(db, (tx) =>
    emit(tx, { type: 'tap', from: b.people.vendor._id, studio: b.studio._id }),
  )
  await runJobs()
  await sendDue()
  assert.deepEqual([all, some, off, elsewhere].map(typesOf), [['fin', 'ofc'], ['fin'], [], ['tap']])
  await a.people.studio.call(contract.changeWebhook, {
    params: { id: off.id },
    body: { active: true },
  })
  await tell('prv')
  await sendDue()
  assert.deepEqual(typesOf(off), ['prv'], 'earlier events are not sent')
})

test('queues each event once and in order with several workers', async (t) => {
  const { createHook, db, a, deliveries, runJobs } = await loadWebhookFixtures(t)
  const target = await createHook()
  const emitTestEvent = (type: 'fin' | 'aph') =>
    inTransaction(db, (tx) =>
      emit(tx, { type, from: a.people.vendor._id, studio: a.studio._id, asset: a.asset._id }),
    )
  for (let round = 0; round < 6; round++)
    await Promise.all([emitTestEvent('fin'), emitTestEvent('aph'), runJobs(), runJobs(), runJobs()])
  await runJobs()
  const { rows } = await sql<{ id: string }>`
    select e.id from webhook_delivery d join event e on e.id = d.event_id
    order by d.number`.execute(db)
  const { rows: emitted } = await sql<{
    id: string
  }>`select id from event order by created_at, id`.execute(db)
  assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(emitted.map(({ id }) => id)))
  assert.equal(rows.length, 12)
  // Within a round two transactions may end in another order than they began; from round to round
  // nothing moves.
  const round = new Map(emitted.map(({ id }, index) => [id, Math.floor(index / 2)]))
  assert.deepEqual(
    rows.map(({ id }) => round.get(id)),
    rows.map((_row, index) => Math.floor(index / 2)),
  )
  assert.equal((await deliveries(target.id)).length, 12)
})

test('redelivers under the same id in every status, also a ping', async (t) => {
  const { createHook, a, db, emitEvents: tell, sendDue, deliveries } = await loadWebhookFixtures(t)
  const target = await createHook()
  const again = async (attempt: number) =>
    a.people.studio.call(contract.redeliver, {
      params: { id: target.id, delivery: (await deliveries(target.id))[attempt]!._id },
    })
  await tell('fin')
  await sendDue()
  assert.equal((await again(0)).status, 'waiting')
  await tell('aph')
  target.reply(() => 500)
  await sendDue()
  assert.equal((await again(0)).attempts, 2, 'redelivery skips the delay')
  target.reply(() => 200)
  await sendDue()
  await a.people.studio.call(contract.pingWebhook, { params: { id: target.id } })
  await sql`update webhook_delivery set status = 'failed' where type = 'aph'`.execute(db)
  await again(1)
  await sendDue()
  assert.deepEqual(typesOf(target), ['fin', 'fin', 'fin', 'aph', 'ping', 'aph'])
  assert.equal(
    new Set(target.requests.slice(0, 3).map(({ headers }) => headers['x-reelay-delivery'])).size,
    1,
  )
  assert.deepEqual(target.requests[4]!.payload, {
    id: target.requests[4]!.headers['x-reelay-delivery'],
    type: 'ping',
    created: target.requests[4]!.payload.created,
    event: null,
  })
})
