import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stageOf } from './stage.ts'

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
    ].map(stageOf),
    ['looking', 'looking', 'making', 'ready', 'ready'],
  )
})

test('what cannot be used is told apart from what has faults', () => {
  assert.equal(stageOf(file(false, 'failed')), 'unusable')
  assert.equal(stageOf(file(true, 'ready', 'error')), 'faulty')
  assert.equal(stageOf(file(true, 'ready', 'warning')), 'ready')
})
