import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameAt, parseFrameRate, parseTimecode, timeOfFrame, formatTimecode } from './timecode.ts'

test('formats a timecode in frames', () => {
  assert.equal(formatTimecode(0, 25), '00:00:00:00')
  assert.equal(formatTimecode(12.28, 25), '00:00:12:07')
  assert.equal(formatTimecode(3661, 24), '01:01:01:00')
  assert.equal(formatTimecode(3661.9, null), '01:01:01')
})

test('counts a fractional frame rate by the next whole number', () => {
  const rate = parseFrameRate('24000/1001')
  assert.equal(formatTimecode(1.001, rate), '00:00:01:00')
  assert.equal(formatTimecode(1000 / rate, rate), '00:00:41:16')
})

test('converts every frame to a time and back', () => {
  for (const rate of ['24000/1001', '25/1', '30000/1001', '60/1'].map(parseFrameRate)) {
    for (let frame = 0; frame < 5000; frame++)
      assert.equal(frameAt(timeOfFrame(frame, rate), rate), frame)
  }
})

test('parses a typed timecode to its frame', () => {
  for (const rate of [24, 25, 24000 / 1001, 30000 / 1001])
    for (const code of ['00:00:00:00', '00:00:12:07', '01:02:03:04'])
      assert.equal(formatTimecode(parseTimecode(code, rate)!, rate), code)
  assert.deepEqual(
    ['12', '1:02', '0:01:02'].map((typed) => parseTimecode(typed, null)),
    [12, 62, 62],
  )
  assert.deepEqual(
    ['', 'x', '1:2:3:4:5', '00:00:01:25'].map((typed) => parseTimecode(typed, 25)),
    [undefined, undefined, undefined, undefined],
  )
  assert.equal(parseTimecode('00:00:01:02', null), undefined, 'frames need a frame rate')
})
