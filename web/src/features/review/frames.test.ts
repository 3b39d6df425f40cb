import assert from 'node:assert/strict'
import { test } from 'node:test'
import { between, framesOf, kindOf, placeOf, spanOf } from './frames.ts'

const film = (frameRate: string, timecode: string | null = null) => ({
  film: { frameRate, aspect: '16:9', timecode, cuts: [] },
  duration: 60,
})

test('a frame has the timecode of its file', () => {
  const { timecodeOf, length } = framesOf(film('25/1', '01:00:00:00'))
  assert.deepEqual([timecodeOf(30), length], ['01:00:01:05', 1500])
  assert.equal(framesOf(film('30000/1001')).timecodeOf(1800), '00:01:00;02')
})

test('where one looks and where the comment stands are the same frame', () => {
  for (const rate of ['24000/1001', '25/1', '30000/1001']) {
    const { frameOf, secondsOf } = framesOf(film(rate))
    for (const frame of [0, 1, 23, 24, 500, 1437])
      assert.equal(frameOf(secondsOf(frame)), frame, rate)
  }
})

test('nobody points beyond the end', () => {
  const { frameOf, length } = framesOf(film('25/1'))
  assert.equal(frameOf(99), length - 1)
})

test('sound is counted in 25, a picture is one frame', () => {
  assert.deepEqual(
    [kindOf({ film: null, duration: 4 }), framesOf({ film: null, duration: 4 }).length],
    ['audio', 100],
  )
  assert.deepEqual(
    [kindOf({ film: null, duration: null }), framesOf({ film: null, duration: null }).length],
    ['image', 1],
  )
})

test('one frame is a frame, several are a range', () => {
  assert.deepEqual(
    [placeOf(between(9, 4)), placeOf(between(4, 4))],
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
