// A delivery contains only what its owner can see, nothing embargoed, and never goes to a private
// address.
import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { test } from 'node:test'
import { changeFile } from '../files/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { loadWebhookFixtures } from '../../test/webhook-fixtures.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { startReceiver } from '../../test/webhook-receiver.ts'
import { sql } from '../kernel/db/sql.ts'
import type { ResolveHost } from '../kernel/http/outbound/resolve-target.ts'

test('never names embargoed content, not even later', async (t) => {
  const { createHook, a, db, admin, runJobs, sendDue, deliveries } = await loadWebhookFixtures(t)
  const { studio, territory } = a.people
  const targets = [await createHook(), await createHook({}, admin)]
  const file = await uploadFile(studio, a, 'kvix-secret.wav', 'secret')
  await studio.call(changeFile, {
    params: { id: file._id },
    body: { embargo: { event: false, end: 4_000_000_000 } },
  })
  await runJobs()
  await territory.call(createWorkRequest, { body: newOrder(a, { status: 'submitted' }) })
  await sql`update work_request set audio_file_id = ${file._id}`.execute(db)
  await runJobs()
  await sendDue()
  for (const target of targets) {
    assert.deepEqual(
      target.requests.map(({ payload }) => payload.type),
      ['wsu', 'wam'],
    )
    assert.ok(
      target.requests.every(({ body }) => !body.includes('kvix') && !body.includes(file._id)),
    )
    assert.deepEqual(
      (await deliveries(target.id)).map(({ type, status, attempts }) => [type, status, attempts]),
      [
        ['fin', 'withheld', 0],
        ['emc', 'withheld', 0],
        ['wsu', 'delivered', 1],
        ['wam', 'delivered', 1],
      ],
    )
  }
  await studio.call(changeFile, { params: { id: file._id }, body: { embargo: { end: null } } })
  await runJobs()
  await sendDue()
  assert.deepEqual(
    targets.map(({ requests }) => requests.slice(2).map(({ payload }) => payload.type)),
    [['emb'], ['emb']],
    'it receives the lifted embargo',
  )
})

test('checks visibility when sending', async (t) => {
  const { createHook, db, emitEvents, sendDue, a, admin, deliveries } = await loadWebhookFixtures(t)
  const [own, admins] = [await createHook(), await createHook({}, admin)]
  await emitEvents('fin')
  await sql`delete from membership where person_id = ${a.people.studio._id}`.execute(db)
  await sendDue()
  assert.deepEqual(
    [own.requests.length, admins.requests.length],
    [0, 1],
    'a person without the studio receives nothing',
  )
  await emitEvents('aph')
  await sql`
    insert into membership (person_id, studio_id, roles)
    values (${a.people.studio._id}, ${a.studio._id}, '{studio}')`.execute(db)
  await sendDue()
  assert.deepEqual(
    own.requests.map(({ payload }) => payload.type),
    ['fin'],
    'queued deliveries resume, events from meanwhile are lost',
  )
  assert.equal((await deliveries(own.id)).length, 1)
})

test('contains no signed URLs', async (t) => {
  const { createHook, a, runJobs, sendDue } = await loadWebhookFixtures(t)
  const target = await createHook()
  await a.people.territory.call(createWorkRequest, { body: newOrder(a, { status: 'submitted' }) })
  await runJobs()
  await sendDue()
  assert.ok(
    target.requests.length > 0 && target.requests.every(({ body }) => !body.includes('signature=')),
  )
})

const resolvesTo = (...results: string[][]): ResolveHost & { calls: number } => {
  const resolve = Object.assign(
    async (): Promise<LookupAddress[]> =>
      results[Math.min(resolve.calls++, results.length - 1)]!.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    { calls: 0 },
  )
  return resolve
}

test('does not call a name that resolves to a private address when sending', async (t) => {
  const { createHook, db, emitEvents, sendDue, deliveries } = await loadWebhookFixtures(t)
  const canary = await createHook()
  const port = new URL(canary.url).port
  await sql`update webhook set url = ${`https://hooks.example.com:${port}/`}`.execute(db)
  await emitEvents('fin')
  for (const inside of [
    ['127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['1.1.1.1', '127.0.0.1'],
    ['::1'],
    ['169.254.169.254'],
    [],
  ]) {
    await sql`update webhook set resume_at = null`.execute(db)
    await sendDue({ resolver: { allowPrivate: false, resolve: resolvesTo(inside) } })
  }
  assert.deepEqual(canary.requests, [])
  const [delivery] = await deliveries(canary.id)
  assert.deepEqual(
    [delivery!.attempts, delivery!.code, delivery!.error],
    [6, null, 'The URL of the webhook has a host that cannot be found.'],
  )
})

test('resolves a name once per attempt and connects only to that address', async (t) => {
  const { createHook, db, emitEvents, sendDue } = await loadWebhookFixtures(t)
  const here = await createHook()
  const port = Number(new URL(here.url).port)
  const there = await startReceiver(t, { host: '127.0.0.2', port })
  await sql`update webhook set url = ${`http://hooks.example.com:${port}/hook`}`.execute(db)
  await emitEvents('fin')
  const resolve = resolvesTo(['127.0.0.1'], ['127.0.0.2'])
  await sendDue({ resolver: { allowPrivate: true, resolve } })
  assert.deepEqual([resolve.calls, here.requests.length, there.requests.length], [1, 1, 0])
  assert.equal(here.requests[0]!.headers.host, `hooks.example.com:${port}`)
})
