import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processingStateOf } from './processing-state.ts'

const media = (status: 'waiting' | 'working' | 'ready' | 'failed') => ({
  status,
  progress: 0,
  steps: [],
  probe: null,
  picture: null,
  sound: null,
})
const file = (
  verified: boolean,
  status: Parameters<typeof media>[0] | null,
  severity?: 'error' | 'warning',
) => ({
  verified,
  media: status && media(status),
  warnings: severity ? [{ code: 'x', message: 'x', severity }] : [],
})

test('a file is looked at, its previews are made, then it is ready', () => {
  assert.deepEqual(
    [
      file(false, null),
      file(false, 'working'),
      file(true, 'working'),
      file(true, 'ready'),
      file(true, null),
    ].map(processingStateOf),
    ['looking', 'looking', 'making', 'ready', 'ready'],
  )
})

test('what cannot be used is told apart from what has faults', () => {
  assert.equal(processingStateOf(file(false, 'failed')), 'unusable')
  assert.equal(processingStateOf(file(true, 'ready', 'error')), 'faulty')
  assert.equal(processingStateOf(file(true, 'ready', 'warning')), 'ready')
})
