import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spanBetween, createFrameMap, mediaKindOf, toCommentPosition, spanOf } from './frames.ts'

const film = (frameRate: string, timecode: string | null = null) => ({
  film: { frameRate, aspect: '16:9', timecode, cuts: [] },
  duration: 60,
})

test('uses the start timecode of the file', () => {
  const { timecodeOf, length } = createFrameMap(film('25/1', '01:00:00:00'))
  assert.deepEqual([timecodeOf(30), length], ['01:00:01:05', 1500])
  assert.equal(createFrameMap(film('30000/1001')).timecodeOf(1800), '00:01:00;02')
})

test('converts every frame to seconds and back', () => {
  for (const rate of ['24000/1001', '25/1', '30000/1001']) {
    const { frameOf, secondsOf } = createFrameMap(film(rate))
    for (const frame of [0, 1, 23, 24, 500, 1437])
      assert.equal(frameOf(secondsOf(frame)), frame, rate)
  }
})

test('limits frames to the length of the film', () => {
  const { frameOf, length } = createFrameMap(film('25/1'))
  assert.equal(frameOf(99), length - 1)
})

test('counts sound at 25 frames per second and an image as one frame', () => {
  assert.deepEqual(
    [mediaKindOf({ film: null, duration: 4 }), createFrameMap({ film: null, duration: 4 }).length],
    ['audio', 100],
  )
  assert.deepEqual(
    [
      mediaKindOf({ film: null, duration: null }),
      createFrameMap({ film: null, duration: null }).length,
    ],
    ['image', 1],
  )
})

test('writes one frame as a frame and several as a range', () => {
  assert.deepEqual(
    [toCommentPosition(spanBetween(9, 4)), toCommentPosition(spanBetween(4, 4))],
    [{ range: { first: 4, last: 9 } }, { frame: 4 }],
  )
  assert.deepEqual(
    [spanOf({ frame: 3, range: null }), spanOf({ frame: null, range: { first: 1, last: 2 } })],
    [
      { first: 3, last: 3 },
      { first: 1, last: 2 },
    ],
  )
})
