import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairGate, type GateLimits } from './fair-gate.ts'

const createGate = (limits: Partial<GateLimits>) =>
  createFairGate({
    concurrency: 1,
    maxWaiting: 10,
    ...limits,
    rejection: (reason) => new Error(reason),
  })

test('refuses a client that has waited too long, and lets the next one in', async () => {
  const gate = createGate({ maxWaitMs: 5 })
  const leave = await gate.enter('a')
  await assert.rejects(gate.enter('b'), /timeout/)
  assert.deepEqual(gate.state(), { running: 1, waiting: 0 })
  leave()
  assert.deepEqual(gate.state(), { running: 0, waiting: 0 })
  await gate.enter('c')
})

test('refuses at once when too many wait', async () => {
  const gate = createGate({ maxWaiting: 0 })
  await gate.enter('a')
  await assert.rejects(gate.enter('b'), /full/)
  assert.deepEqual(gate.state(), { running: 1, waiting: 0 })
})

test('forgets a client that goes away while it waits', async () => {
  const gate = createGate({})
  const leave = await gate.enter('a')
  const gone = new AbortController()
  const first = gate.enter('b', () => gone.signal)
  const second = gate.enter('b')
  gone.abort(new Error('gone'))
  await assert.rejects(first, /gone/)
  assert.deepEqual(gate.state(), { running: 1, waiting: 1 })
  leave()
  ;(await second)()
  assert.deepEqual(gate.state(), { running: 0, waiting: 0 })
})

test('does not let a client in that is gone already', async () => {
  const gate = createGate({})
  await gate.enter('a')
  await assert.rejects(
    gate.enter('b', () => AbortSignal.abort(new Error('gone'))),
    /gone/,
  )
  assert.deepEqual(gate.state(), { running: 1, waiting: 0 })
})

test('takes a slot back once', async () => {
  const gate = createGate({ concurrency: 2 })
  const leave = await gate.enter('a')
  await gate.enter('b')
  leave()
  leave()
  assert.deepEqual(gate.state(), { running: 1, waiting: 0 })
})
