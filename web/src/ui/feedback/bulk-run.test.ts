import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentRuns, dismissRun, runInBulk } from './bulk-run.ts'

test('runs every task, a few at a time, and keeps what failed until it is dismissed', async () => {
  let running = 0
  let most = 0
  const task = (index: number) => ({
    name: `record ${index}`,
    run: async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      if (index === 3) throw new Error('It is complete.')
    },
  })
  const result = runInBulk(
    'Set due date',
    Array.from({ length: 20 }, (_, index) => task(index)),
  )
  assert.deepEqual(currentRuns(), [{ title: 'Set due date', all: 20, done: 0, failures: [] }])
  const failures = await result
  assert.deepEqual(
    failures.map(({ name, error }) => [name, error.message]),
    [['record 3', 'It is complete.']],
  )
  assert.equal(most, 4)
  const [run] = currentRuns()
  assert.deepEqual([run!.done, run!.failures], [20, failures])
  dismissRun(run!)
  assert.deepEqual(currentRuns(), [])
})

test('removes a run without failures', async () => {
  await runInBulk('Add tags', [{ name: 'one', run: () => Promise.resolve() }])
  assert.deepEqual(currentRuns(), [])
})
