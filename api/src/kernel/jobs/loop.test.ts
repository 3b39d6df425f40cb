import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drain, startLoop } from './loop.ts'

const quiet = { error: () => {} }

test('it works on as much at once as it has hands, takes the next when one is free, and ends what it began before it stops', async () => {
  const waiting = [1, 2, 3, 4, 5]
  const open = new Map<number, () => void>()
  const done: number[] = []
  let told: () => void = () => {}
  const worker = startLoop(
    async () => {
      const number = waiting.shift()
      return number === undefined
        ? undefined
        : async () => {
            await new Promise<void>((resolve) => {
              open.set(number, resolve)
              told()
            })
            open.delete(number)
            done.push(number)
          }
    },
    3,
    quiet,
  )
  const until = (number: number) =>
    new Promise<void>((resolve) => {
      told = () => {
        if (open.has(number)) resolve()
      }
      told()
    })
  const finish = (number: number) => open.get(number)!()
  await until(3)
  assert.deepEqual(
    [[...open.keys()], waiting],
    [
      [1, 2, 3],
      [4, 5],
    ],
  )
  finish(2)
  await until(4)
  assert.deepEqual([[...open.keys()], waiting], [[1, 3, 4], [5]])
  const stopped = worker.stop()
  for (const number of [1, 3, 4]) finish(number)
  await stopped
  assert.deepEqual([done, waiting], [[2, 1, 3, 4], [5]])
})

test('work that fails is told, and the next is taken', async () => {
  const works = [
    async () => {
      throw new Error('no ink')
    },
    async () => done(),
  ]
  let done: () => void = () => {}
  const finished = new Promise<void>((resolve) => (done = resolve))
  const said: string[] = []
  const worker = startLoop(async () => works.shift(), 1, {
    error: (about) => said.push((about as { err: Error }).err.message),
  })
  await finished
  await worker.stop()
  assert.deepEqual(said, ['no ink'])
})

test('draining does all that is ready, one after the other', async () => {
  const waiting = [1, 2, 3]
  const done: number[] = []
  await drain(async () => {
    const number = waiting.shift()
    return (number && (async () => void done.push(number))) || undefined
  })
  assert.deepEqual(done, [1, 2, 3])
})
