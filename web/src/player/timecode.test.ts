import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameAt, framesPerSecond, momentOf, timecode } from './timecode.ts'

test('a timecode counts frames', () => {
  assert.equal(timecode(0, 25), '00:00:00:00')
  assert.equal(timecode(12.28, 25), '00:00:12:07')
  assert.equal(timecode(3661, 24), '01:01:01:00')
  assert.equal(timecode(3661.9, null), '01:01:01')
})

test('a rate that is no whole number counts by the next one', () => {
  const rate = framesPerSecond('24000/1001')
  assert.equal(timecode(1.001, rate), '00:00:01:00')
  assert.equal(timecode(1000 / rate, rate), '00:00:41:16')
})

test('stepping through a film meets every frame once', () => {
  for (const rate of ['24000/1001', '25/1', '30000/1001', '60/1'].map(framesPerSecond)) {
    for (let frame = 0; frame < 5000; frame++) assert.equal(frameAt(momentOf(frame, rate), rate), frame)
  }
})
