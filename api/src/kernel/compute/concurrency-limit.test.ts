import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { limitConcurrency } from './concurrency-limit.ts'

test('runs tasks in order up to the limit, also after a failure', async () => {
  const inTurn = limitConcurrency(2)
  const begun: number[] = []
  let [working, most] = [0, 0]
  const done = await Promise.allSettled(
    Array.from({ length: 20 }, (_none, index) =>
      inTurn(async () => {
        begun.push(index)
        most = Math.max(most, ++working)
        await sleep(index % 3)
        working--
        if (index % 5 === 0) throw new Error('no')
        return index
      }),
    ),
  )
  assert.deepEqual(
    [most, begun, done.filter(({ status }) => status === 'rejected').length],
    [2, Array.from({ length: 20 }, (_none, index) => index), 4],
  )
  assert.equal(await inTurn(async () => 'again'), 'again')
})
