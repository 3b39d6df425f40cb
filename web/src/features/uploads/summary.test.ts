import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summarizeUploads } from './summary.ts'

const item = (
  state: 'queued' | 'sending' | 'done' | 'failed',
  sent = 0,
  length = 100,
  pace: number | null = null,
) => ({ state, sent, length, pace })

test('what is left is told by the pace of all that is sent', () => {
  assert.deepEqual(
    summarizeUploads([
      item('sending', 50, 100, 10),
      item('queued'),
      item('done', 100),
      item('failed', 20),
    ]),
    { coming: 2, done: 1, failed: 1, share: 0.25, left: 15 },
  )
})

test('without a pace nobody knows', () =>
  assert.equal(summarizeUploads([item('queued')]).left, null))
