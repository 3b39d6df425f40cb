import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drain, startLoop } from './loop.ts'

const quiet = { error: () => {} }

test('runs up to `concurrency` jobs at once and finishes them before it stops', async () => {
  const waiting = [1, 2, 3, 4, 5]
  const open = new Map<number, () => void>()
  const done: number[] = []
  let onStart: () => void = () => {}
  const worker = startLoop(
    async () => {
      const number = waiting.shift()
      return number === undefined
        ? undefined
        : async () => {
            await new Promise<void>((resolve) => {
              open.set(number, resolve)
              onStart()
            })
            open.delete(number)
            done.push(number)
          }
    },
    3,
    quiet,
  )
  const waitForStart = (number: number) =>
    new Promise<void>((resolve) => {
      onStart = () => {
        if (open.has(number)) resolve()
      }
      onStart()
    })
  const finish = (number: number) => open.get(number)!()
  await waitForStart(3)
  assert.deepEqual(
    [[...open.keys()], waiting],
    [
      [1, 2, 3],
      [4, 5],
    ],
  )
  finish(2)
  await waitForStart(4)
  assert.deepEqual([[...open.keys()], waiting], [[1, 3, 4], [5]])
  const stopped = worker.stop()
  for (const number of [1, 3, 4]) finish(number)
  await stopped
  assert.deepEqual([done, waiting], [[2, 1, 3, 4], [5]])
})

test('logs a job that throws and claims the next', async () => {
  const works = [
    async () => {
      throw new Error('out of disk space')
    },
    async () => done(),
  ]
  let done: () => void = () => {}
  const finished = new Promise<void>((resolve) => (done = resolve))
  const logged: string[] = []
  const worker = startLoop(async () => works.shift(), 1, {
    error: (about) => logged.push((about as { err: Error }).err.message),
  })
  await finished
  await worker.stop()
  assert.deepEqual(logged, ['out of disk space'])
})

test('drains all due jobs one after another', async () => {
  const waiting = [1, 2, 3]
  const done: number[] = []
  await drain(async () => {
    const number = waiting.shift()
    return (number && (async () => void done.push(number))) || undefined
  })
  assert.deepEqual(done, [1, 2, 3])
})
