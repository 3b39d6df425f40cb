import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameAt, parseFrameRate, timeOfFrame } from './timecode.ts'

test('converts every frame to a time and back', () => {
  for (const rate of ['24000/1001', '25/1', '30000/1001', '60/1'].map(parseFrameRate)) {
    for (let frame = 0; frame < 5000; frame++)
      assert.equal(frameAt(timeOfFrame(frame, rate), rate), frame)
  }
})
