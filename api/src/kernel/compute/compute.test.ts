import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Problem } from '../http/contract/problem.ts'
import { startCompute, type ComputeLimits } from './compute.ts'
import { task } from './task.ts'
import * as functions from './tasks.fixture.ts'

const MODULE = new URL('./tasks.fixture.ts', import.meta.url)
const client = 'one'

function start(limits: Partial<ComputeLimits> = {}) {
  const compute = startCompute(limits)
  after(() => compute.stop())
  return compute
}
const hasCode = (code: string) => (error: unknown) =>
  error instanceof Problem && error.code === code

test('runs tasks in threads and returns their output', async () => {
  const compute = start()
  const numbers = await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      compute.run(task(MODULE, functions.double), number, { client }),
    ),
  )
  assert.deepEqual(numbers, [2, 4, 6, 8, 10])
  const { bytes } = await compute.run(task(MODULE, functions.encode), 'é', { client })
  assert.deepEqual([...bytes], [0xc3, 0xa9])
})

test('passes problems on', async () => {
  await assert.rejects(start().run(task(MODULE, functions.refuse), null, { client }), (error) => {
    assert.ok(error instanceof Problem)
    assert.deepEqual(
      [error.status, error.code, error.more.errors],
      [400, 'body.malformed', [{ pointer: '/a', message: 'is bad' }]],
    )
    return true
  })
})

test('stops a task that takes too long, and runs the next one', async () => {
  const compute = start({ threads: 1, seconds: 0.5 })
  const endless = compute.run(task(MODULE, functions.loop), null, { client })
  const next = compute.run(task(MODULE, functions.double), 4, { client })
  await assert.rejects(endless, hasCode('compute.timeout'))
  assert.equal(await next, 8)
})

test('stops a task that needs too much memory, and runs the next one', async () => {
  const compute = start({ threads: 1, megabytes: 32 })
  const endless = compute.run(task(MODULE, functions.fill), null, { client })
  const next = compute.run(task(MODULE, functions.double), 4, { client })
  await assert.rejects(endless, hasCode('compute.out-of-memory'))
  assert.equal(await next, 8)
})

test('replaces a thread that ends', async () => {
  const compute = start({ threads: 1 })
  await assert.rejects(compute.run(task(MODULE, functions.crash), null, { client }), /ended/)
  assert.equal(await compute.run(task(MODULE, functions.double), 4, { client }), 8)
})

test('rejects the newest task of the client with the most tasks when too many wait', async () => {
  const compute = start({ threads: 1, maxWaiting: 3 })
  const many = [1, 2, 3, 4].map((ms) =>
    compute.run(task(MODULE, functions.sleep), ms, { client: 'many' }),
  )
  const few = compute.run(task(MODULE, functions.double), 4, { client: 'few' })
  const results = await Promise.allSettled(many)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
  )
  await assert.rejects(many[3]!, hasCode('service.busy'))
  assert.equal(await few, 8)
})

test('runs small tasks on the calling thread', async () => {
  const compute = start({ threads: 0 })
  assert.equal(await compute.run(task(MODULE, functions.double), 4, { client, size: 10 }), 8)
})

test('gives threads no environment variables', async () => {
  assert.deepEqual(await start().run(task(MODULE, functions.readEnvironment), null, { client }), [])
})

test('starts a new thread after the idle ones have ended', async () => {
  const compute = start({ idleSeconds: 0 })
  for (const number of [1, 2, 3]) {
    assert.equal(await compute.run(task(MODULE, functions.double), number, { client }), number * 2)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})
