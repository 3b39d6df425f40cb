import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import * as events from '../events/contract.ts'
import { freePort } from '../kernel/db/embedded.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { emit } from '../kernel/events/emit.ts'
import { runNextJob } from '../kernel/jobs/worker.ts'
import { loadWebhookFixtures } from '../../test/webhook-fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { startReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import * as contract from './contract.ts'
import { enqueueDeliveries, pruneDeliveries } from './reactions/push.ts'

const typesOf = ({ requests: got }: Pick<WebhookReceiver, 'requests'>) =>
  got.map(({ payload: told }) => told.type)
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

test('sends the event as its owner reads it, signed with the secret', async (t) => {
  const { createHook: hook, a, runJobs, sendDue: send, deliveries } = await loadWebhookFixtures(t)
  const target = await hook({ types: ['wam'] })
  await createRequestAt(a, 'awaiting-materials')
  await runJobs()
  await send()
  assert.equal(target.requests.length, 1)
  const { headers, body, payload: told } = target.requests[0]!
  const [delivery] = await deliveries(target.id)
  assert.deepEqual(
    [delivery!.status, delivery!.attempts, delivery!.code, delivery!.error, delivery!.next],
    ['delivered', 1, 204, null, null],
  )
  const read = await a.people.studio.call(events.getEvent, { params: { id: delivery!.event! } })
  assert.deepEqual(told, {
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
    createHook: hook,
    a,
    b,
    db,
    emitEvents: tell,
    sendDue: send,
    admin,
    runJobs,
  } = await loadWebhookFixtures(t)
  const [all, some, off] = [
    await hook(),
    await hook({ types: ['fin', 'aph'] }),
    await hook({ active: false }),
  ]
  const elsewhere = await hook({ studio: b.studio._id }, admin)
  await tell('fin', 'ofc')
  await inTransaction(db, (tx) =>
    emit(tx, { type: 'tap', from: b.people.vendor._id, studio: b.studio._id }),
  )
  await runJobs()
  await send()
  assert.deepEqual([all, some, off, elsewhere].map(typesOf), [['fin', 'ofc'], ['fin'], [], ['tap']])
  await a.people.studio.call(contract.changeWebhook, {
    params: { id: off.id },
    body: { active: true },
  })
  await tell('prv')
  await send()
  assert.deepEqual(typesOf(off), ['prv'], 'earlier events are not sent')
})

test('queues each event once and in order with several workers', async (t) => {
  const { createHook: hook, db, a, deliveries } = await loadWebhookFixtures(t)
  const target = await hook()
  const happen = (type: 'fin' | 'aph') =>
    inTransaction(db, (tx) =>
      emit(tx, { type, from: a.people.vendor._id, studio: a.studio._id, asset: a.asset._id }),
    )
  const work = async () => {
    while (
      await runNextJob(
        db,
        { 'enqueue-deliveries': enqueueDeliveries },
        { error: (about, message) => assert.fail(`${message} ${JSON.stringify(about)}`) },
      )
    );
  }
  for (let round = 0; round < 6; round++)
    await Promise.all([happen('fin'), happen('aph'), work(), work(), work()])
  await work()
  const { rows } = await sql<{
    id: string
  }>`select e.id from webhook_delivery d join event e on e.id = d.event_id order by d.number`.execute(
    db,
  )
  const { rows: happened } = await sql<{
    id: string
  }>`select id from event order by created_at, id`.execute(db)
  assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(happened.map(({ id }) => id)))
  assert.equal(rows.length, 12)
  // Within a round two transactions may end in another order than they began; from round to round
  // nothing moves.
  const round = new Map(happened.map(({ id }, at) => [id, Math.floor(at / 2)]))
  assert.deepEqual(
    rows.map(({ id }) => round.get(id)),
    rows.map((_row, at) => Math.floor(at / 2)),
  )
  assert.equal((await deliveries(target.id)).length, 12)
})

test('holds later deliveries behind a failing one and sends them in order', async (t) => {
  const {
    createHook: hook,
    emitEvents: tell,
    sendDue: send,
    endBackoff: letPass,
    deliveries,
  } = await loadWebhookFixtures(t)
  const target = await hook()
  let bad = 0
  target.reply(({ payload: told }) =>
    told.type === 'aph' && ++bad <= 3 ? [500, 302, 404][bad - 1]! : 200,
  )
  await tell('fin', 'aph', 'ofl', 'tap')
  for (let pass = 0; pass < 4; pass++) {
    await send()
    await letPass()
  }
  assert.deepEqual(typesOf(target), ['fin', 'aph', 'aph', 'aph', 'aph', 'ofl', 'tap'])
  assert.equal(
    new Set(target.requests.slice(1, 5).map(({ payload: told }) => told.id)).size,
    1,
    'the id is the same for every attempt',
  )
  assert.deepEqual(
    (await deliveries(target.id)).map(({ type, status, attempts }) => [type, status, attempts]),
    [
      ['fin', 'delivered', 1],
      ['aph', 'delivered', 4],
      ['ofl', 'delivered', 1],
      ['tap', 'delivered', 1],
    ],
  )
})

test('backs off after each failure and resets after a success', async (t) => {
  const {
    createHook: hook,
    a,
    db,
    emitEvents: tell,
    sendDue: send,
    endBackoff: letPass,
  } = await loadWebhookFixtures(t)
  const target = await hook()
  target.reply(() => 503)
  await tell('fin', 'aph')
  const waits: number[] = []
  for (let pass = 1; pass <= 4; pass++) {
    await send()
    await send()
    assert.equal(target.requests.length, pass, 'no attempt before the delay')
    const { rows } = await sql<{
      wait: number
    }>`select extract(epoch from resume_at - failed_at)::float as wait from webhook`.execute(db)
    waits.push(rows[0]!.wait)
    await letPass()
  }
  for (const [at, longest] of [5, 10, 20, 40].entries())
    assert.ok(waits[at]! <= longest && waits[at]! >= longest * 0.8, String(waits))
  const read = () => a.people.studio.call(contract.getWebhook, { params: { id: target.id } })
  const failing = await read()
  assert.deepEqual(
    [failing.failures, failing.lastFailure!.code, failing.lastFailure!.error],
    [4, 503, 'The target responded with status 503'],
  )
  target.reply(() => 200)
  await send()
  const { failures, resumes, lastFailure } = await read()
  assert.deepEqual([failures, resumes, lastFailure], [0, null, failing.lastFailure])
})

test('does not follow redirects', async (t) => {
  const {
    createHook: hook,
    emitEvents: tell,
    sendDue: send,
    deliveries,
  } = await loadWebhookFixtures(t)
  const [target, canary] = [await hook(), await startReceiver(t)]
  target.reply(() => (answer) => answer.writeHead(307, { location: canary.url }).end())
  await tell('fin')
  await send()
  assert.deepEqual(canary.requests, [])
  assert.deepEqual(
    (await deliveries(target.id)).map(({ status, code, error }) => [status, code, error]),
    [['waiting', 307, 'The target responded with status 307']],
  )
})

test('fails on a timeout or a trickling response', async (t) => {
  const {
    createHook: hook,
    emitEvents: tell,
    sendDue: send,
    deliveries,
  } = await loadWebhookFixtures(t)
  const targets = [await hook(), await hook()]
  targets[0]!.reply(() => () => {})
  targets[1]!.reply(() => (answer) => {
    answer.writeHead(200)
    const drip = setInterval(() => answer.write('.'), 20)
    answer.on('close', () => clearInterval(drip))
  })
  await tell('fin')
  await send({ timeoutSeconds: 0.4 })
  for (const { id } of targets)
    assert.deepEqual(
      (await deliveries(id)).map(({ status, code, error }) => [status, code, error]),
      [['waiting', null, 'The target did not respond in time']],
    )
})

test('fails on a dropped, foreign or refused connection and cuts off an endless response', async (t) => {
  const {
    createHook: hook,
    emitEvents: tell,
    sendDue: send,
    deliveries,
    a,
  } = await loadWebhookFixtures(t)
  const targets = {
    hangsUp: await hook(),
    upgrades: await hook(),
    floods: await hook(),
    gone: await hook(),
  }
  targets.hangsUp.reply(() => (answer) => answer.destroy())
  targets.upgrades.reply(
    () => (answer) =>
      answer.socket!.end(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      ),
  )
  targets.floods.reply(() => (answer) => {
    const pour = () => {
      while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
    }
    answer.writeHead(200).on('drain', pour)
    pour()
  })
  await a.people.studio.call(contract.changeWebhook, {
    params: { id: targets.gone.id },
    body: { url: `http://127.0.0.1:${await freePort()}/` },
  })
  await tell('fin')
  await send()
  const ended = await Promise.all(
    Object.entries(targets).map(async ([name, { id }]) => {
      const [one] = await deliveries(id)
      return [name, one!.status, one!.error]
    }),
  )
  assert.deepEqual(ended, [
    ['hangsUp', 'waiting', 'The target could not be reached (ECONNRESET)'],
    ['upgrades', 'waiting', 'The target could not be reached (no response)'],
    ['floods', 'delivered', null],
    ['gone', 'waiting', 'The target could not be reached (ECONNREFUSED)'],
  ])
})

test('gives up after a day and continues with the next delivery', async (t) => {
  const {
    createHook: hook,
    db,
    emitEvents: tell,
    sendDue: send,
    endBackoff: letPass,
    deliveries,
  } = await loadWebhookFixtures(t)
  const target = await hook()
  target.reply(() => 500)
  await tell('fin', 'aph')
  await send()
  await sql`update webhook_delivery set waiting_since = now() - interval '25 hours' where type = 'fin'`.execute(
    db,
  )
  await inTransaction(db, pruneDeliveries)
  assert.deepEqual(
    (await deliveries(target.id)).map(({ type, status, error }) => [type, status, error]),
    [
      ['fin', 'failed', 'The target responded with status 500'],
      ['aph', 'waiting', null],
    ],
  )
  target.reply(() => 200)
  await letPass()
  await send()
  assert.deepEqual(typesOf(target), ['fin', 'aph'])
  await sql`update webhook_delivery set created_at = now() - interval '31 days'`.execute(db)
  await inTransaction(db, pruneDeliveries)
  assert.deepEqual(await deliveries(target.id), [])
})

test('redelivers under the same id in every status, also a ping', async (t) => {
  const {
    createHook: hook,
    a,
    db,
    emitEvents: tell,
    sendDue: send,
    deliveries,
  } = await loadWebhookFixtures(t)
  const target = await hook()
  const again = async (at: number) =>
    a.people.studio.call(contract.redeliver, {
      params: { id: target.id, delivery: (await deliveries(target.id))[at]!._id },
    })
  await tell('fin')
  await send()
  assert.equal((await again(0)).status, 'waiting')
  await tell('aph')
  target.reply(() => 500)
  await send()
  assert.equal((await again(0)).attempts, 2, 'redelivery skips the delay')
  target.reply(() => 200)
  await send()
  await a.people.studio.call(contract.pingWebhook, { params: { id: target.id } })
  await sql`update webhook_delivery set status = 'failed' where type = 'aph'`.execute(db)
  await again(1)
  await send()
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
