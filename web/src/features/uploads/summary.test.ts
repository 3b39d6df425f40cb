import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summarizeUploads } from './summary.ts'

const createItem = (
  state: 'queued' | 'sending' | 'done' | 'failed',
  sent = 0,
  length = 100,
  rate: number | null = null,
) => ({ state, sent, length, rate })

test('estimates the time left from the combined rate', () => {
  const items = [
    createItem('sending', 50, 100, 10),
    createItem('queued'),
    createItem('done', 100),
    createItem('failed', 20),
  ]
  assert.deepEqual(summarizeUploads(items), {
    pending: 2,
    done: 1,
    failed: 1,
    progress: 0.25,
    secondsLeft: 15,
  })
})

test('gives no time left without a rate', () =>
  assert.equal(summarizeUploads([createItem('queued')]).secondsLeft, null))
