import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { loadWebhookFixtures } from '../../test/webhook-fixtures.ts'
import * as contract from './contract.ts'

test('the library of Standard Webhooks verifies a delivery with the secret', async (t) => {
  const { createHook, a, emitEvents, sendDue } = await loadWebhookFixtures(t)
  const target = await createHook()
  assert.match(target.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  await emitEvents('fin')
  await sendDue()
  const [{ headers, body, payload }] = target.requests as [(typeof target.requests)[0]]
  const signed = headers as Record<string, string>
  assert.deepEqual(new StandardWebhook(target.secret).verify(body, signed), payload)
  assert.equal(signed['webhook-id'], signed['x-reelay-delivery'])
  const forged: [string, Record<string, string>][] = [
    [`${body} `, signed],
    [body, { ...signed, 'webhook-id': 'another' }],
    [body, { ...signed, 'webhook-timestamp': String(Number(signed['webhook-timestamp']) - 1) }],
  ]
  for (const [text, wrong] of forged)
    assert.throws(() => new StandardWebhook(target.secret).verify(text, wrong), /signature/i)

  const { secret } = await a.people.studio.call(contract.renewSecret, { params: { id: target.id } })
  await emitEvents('fin')
  await sendDue()
  const next = target.requests[1]!
  assert.ok(new StandardWebhook(secret).verify(next.body, next.headers as Record<string, string>))
})

test('sends messages for Slack and Teams instead of JSON, and signs them', async (t) => {
  const { createHook, a, emitEvents, sendDue, deliveries } = await loadWebhookFixtures(t)
  const slack = await createHook({ format: 'slack' })
  const teams = await createHook({ format: 'teams' })
  const { studio } = a.people
  await studio.call(contract.pingWebhook, { params: { id: slack.id } })
  await emitEvents('fin')
  await sendDue()
  const [ping, message] = slack.requests.map(({ body }) => JSON.parse(body) as { text: string })
  assert.equal(ping!.text, 'Reelay can send messages to this channel')
  assert.match(message!.text, /^vendor a added a file · Trailer a/)
  const card = teams.requests[0]!
  assert.match(card.body, /"AdaptiveCard".*vendor a added a file/)
  assert.ok(
    new StandardWebhook(teams.secret).verify(card.body, card.headers as Record<string, string>),
  )
  assert.ok((await deliveries(slack.id)).every(({ status }) => status === 'delivered'))

  const changed = await studio.call(contract.changeWebhook, {
    params: { id: slack.id },
    body: { format: 'reelay' },
  })
  assert.equal(changed.format, 'reelay')
  await emitEvents('fin')
  await sendDue()
  assert.equal(slack.requests[2]!.payload.type, 'fin')
})
