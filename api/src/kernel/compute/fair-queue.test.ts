import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

/** A queue whose tasks end when the test says so. */
function createQueue({ concurrency = 1, maxWaiting = 100 } = {}) {
  const run = createFairQueue({ concurrency, maxWaiting, rejection: () => new Error('full') })
  const started: string[] = []
  const ends: (() => void)[] = []
  return {
    started,
    add: (client: string, name: string) =>
      run(client, async () => {
        started.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
        return name
      }),
    async endNext() {
      ends.shift()!()
      await new Promise(setImmediate)
    },
  }
}

test('lets a newcomer run before the second task of a busy client', async () => {
  const queue = createQueue()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void queue.add('a', name)
  void queue.add('b', 'b1')
  for (let turn = 0; turn < 4; turn++) await queue.endNext()
  assert.deepEqual(queue.started, ['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('runs no more tasks at a time than allowed', async () => {
  const queue = createQueue({ concurrency: 2 })
  for (const name of ['a1', 'a2', 'a3']) void queue.add(name, name)
  assert.deepEqual(queue.started, ['a1', 'a2'])
  await queue.endNext()
  assert.deepEqual(queue.started, ['a1', 'a2', 'a3'])
})

test('rejects the newest task of the busiest client when the queue is full', async () => {
  const queue = createQueue({ maxWaiting: 3 })
  void queue.add('a', 'a1')
  void queue.add('a', 'a2')
  void queue.add('a', 'a3')
  const last = queue.add('a', 'a4')
  await assert.rejects(queue.add('a', 'a5'), /full/)
  void queue.add('b', 'b1')
  await assert.rejects(last, /full/)
  for (let turn = 0; turn < 3; turn++) await queue.endNext()
  assert.deepEqual(queue.started, ['a1', 'a2', 'b1', 'a3'])
})

test('rejects a newcomer when every client waits with one task', async () => {
  const queue = createQueue({ maxWaiting: 2 })
  for (const name of ['a', 'b', 'c']) void queue.add(name, name)
  await assert.rejects(queue.add('d', 'd'), /full/)
})

test('goes on after a task that fails', async () => {
  const run = createFairQueue({ concurrency: 1, maxWaiting: 5, rejection: () => new Error() })
  const failed = run('a', () => Promise.reject(new Error('broken')))
  const next = run('a', async () => 'next')
  await assert.rejects(failed, /broken/)
  assert.equal(await next, 'next')
})
