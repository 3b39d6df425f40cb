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

test('a file is checked, gets its previews, then is ready', () => {
  assert.deepEqual(
    [
      file(false, null),
      file(false, 'working'),
      file(true, 'working'),
      file(true, 'ready'),
      file(true, null),
    ].map(processingStateOf),
    ['checking', 'checking', 'creatingPreviews', 'ready', 'ready'],
  )
})

test('distinguishes an unusable file from one with errors', () => {
  assert.equal(processingStateOf(file(false, 'failed')), 'unusable')
  assert.equal(processingStateOf(file(true, 'ready', 'error')), 'hasErrors')
  assert.equal(processingStateOf(file(true, 'ready', 'warning')), 'ready')
})
