import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../kernel/db/embedded.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { loadWebhookFixtures } from '../../test/webhook-fixtures.ts'
import { startReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import * as contract from './contract.ts'
import { pruneDeliveries } from './reactions/push.ts'

const typesOf = ({ requests }: Pick<WebhookReceiver, 'requests'>) =>
  requests.map(({ payload }) => payload.type)

test('holds later deliveries behind a failing one and sends them in order', async (t) => {
  const {
    createHook,
    emitEvents: tell,
    sendDue,
    endBackoff,
    deliveries,
  } = await loadWebhookFixtures(t)
  const target = await createHook()
  let bad = 0
  target.reply(({ payload }) =>
    payload.type === 'aph' && ++bad <= 3 ? [500, 302, 404][bad - 1]! : 200,
  )
  await tell('fin', 'aph', 'ofl', 'tap')
  for (let pass = 0; pass < 4; pass++) {
    await sendDue()
    await endBackoff()
  }
  assert.deepEqual(typesOf(target), ['fin', 'aph', 'aph', 'aph', 'aph', 'ofl', 'tap'])
  assert.equal(
    new Set(target.requests.slice(1, 5).map(({ payload }) => payload.id)).size,
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
  const { createHook, a, db, emitEvents: tell, sendDue, endBackoff } = await loadWebhookFixtures(t)
  const target = await createHook()
  target.reply(() => 503)
  await tell('fin', 'aph')
  const waits: number[] = []
  for (let pass = 1; pass <= 4; pass++) {
    await sendDue()
    await sendDue()
    assert.equal(target.requests.length, pass, 'no attempt before the delay')
    const { rows } = await sql<{
      wait: number
    }>`select extract(epoch from resume_at - failed_at)::float as wait from webhook`.execute(db)
    waits.push(rows[0]!.wait)
    await endBackoff()
  }
  for (const [index, longest] of [5, 10, 20, 40].entries())
    assert.ok(waits[index]! <= longest && waits[index]! >= longest * 0.8, String(waits))
  const read = () => a.people.studio.call(contract.getWebhook, { params: { id: target.id } })
  const failing = await read()
  assert.deepEqual(
    [failing.failures, failing.lastFailure!.code, failing.lastFailure!.error],
    [4, 503, 'The target responded with status 503'],
  )
  target.reply(() => 200)
  await sendDue()
  const { failures, resumes, lastFailure } = await read()
  assert.deepEqual([failures, resumes, lastFailure], [0, null, failing.lastFailure])
})

test('does not follow redirects', async (t) => {
  const { createHook, emitEvents: tell, sendDue, deliveries } = await loadWebhookFixtures(t)
  const [target, canary] = [await createHook(), await startReceiver(t)]
  target.reply(() => (answer) => answer.writeHead(307, { location: canary.url }).end())
  await tell('fin')
  await sendDue()
  assert.deepEqual(canary.requests, [])
  assert.deepEqual(
    (await deliveries(target.id)).map(({ status, code, error }) => [status, code, error]),
    [['waiting', 307, 'The target responded with status 307']],
  )
})

test('fails on a timeout or a trickling response', async (t) => {
  const { createHook, emitEvents: tell, sendDue, deliveries } = await loadWebhookFixtures(t)
  const targets = [await createHook(), await createHook()]
  targets[0]!.reply(() => () => {})
  targets[1]!.reply(() => (answer) => {
    answer.writeHead(200)
    const trickle = setInterval(() => answer.write('.'), 20)
    answer.on('close', () => clearInterval(trickle))
  })
  await tell('fin')
  await sendDue({ timeoutSeconds: 0.4 })
  for (const { id } of targets)
    assert.deepEqual(
      (await deliveries(id)).map(({ status, code, error }) => [status, code, error]),
      [['waiting', null, 'The target did not respond in time']],
    )
})

test('fails on broken connections and cuts off an endless response', async (t) => {
  const { createHook, emitEvents: tell, sendDue, deliveries, a } = await loadWebhookFixtures(t)
  const targets = {
    hangsUp: await createHook(),
    upgrades: await createHook(),
    floods: await createHook(),
    gone: await createHook(),
  }
  targets.hangsUp.reply(() => (answer) => answer.destroy())
  targets.upgrades.reply(
    () => (answer) =>
      answer.socket!.end(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      ),
  )
  targets.floods.reply(() => (answer) => {
    const writeForever = () => {
      while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
    }
    answer.writeHead(200).on('drain', writeForever)
    writeForever()
  })
  await a.people.studio.call(contract.changeWebhook, {
    params: { id: targets.gone.id },
    body: { url: `http://127.0.0.1:${await freePort()}/` },
  })
  await tell('fin')
  await sendDue()
  const ended = await Promise.all(
    Object.entries(targets).map(async ([name, { id }]) => {
      const [delivery] = await deliveries(id)
      return [name, delivery!.status, delivery!.error]
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
    createHook,
    db,
    emitEvents: tell,
    sendDue,
    endBackoff,
    deliveries,
  } = await loadWebhookFixtures(t)
  const target = await createHook()
  target.reply(() => 500)
  await tell('fin', 'aph')
  await sendDue()
  await sql`
    update webhook_delivery set waiting_since = now() - interval '25 hours'
    where type = 'fin'`.execute(db)
  await inTransaction(db, pruneDeliveries)
  assert.deepEqual(
    (await deliveries(target.id)).map(({ type, status, error }) => [type, status, error]),
    [
      ['fin', 'failed', 'The target responded with status 500'],
      ['aph', 'waiting', null],
    ],
  )
  target.reply(() => 200)
  await endBackoff()
  await sendDue()
  assert.deepEqual(typesOf(target), ['fin', 'aph'])
  await sql`update webhook_delivery set created_at = now() - interval '31 days'`.execute(db)
  await inTransaction(db, pruneDeliveries)
  assert.deepEqual(await deliveries(target.id), [])
})
