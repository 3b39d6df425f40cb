import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFrameRate } from '@reelay/subtitles'
import { createFilmClock, mediaKindOf } from './film-clock.ts'

const film = (frameRate: string, timecode: string | null = null) => ({
  film: { frameRate, aspect: '16:9', timecode, cuts: [] },
  duration: 60,
})

test('uses the start timecode of the file', () => {
  const { timecodeOf, format, formatLength, length } = createFilmClock(film('25/1', '01:00:00:00'))
  assert.deepEqual([timecodeOf(30), length], ['01:00:01:05', 1500])
  assert.deepEqual([format(1.2), formatLength(60)], ['01:00:01:05', '00:01:00:00'])
})

test('counts drop frame at 29.97 fps, unless the file says otherwise', () => {
  assert.equal(createFilmClock(film('30000/1001')).timecodeOf(1800), '00:01:00;02')
  assert.equal(createFilmClock(film('30000/1001', '01:00:00;00')).timecodeOf(1800), '01:01:00;02')
  assert.equal(createFilmClock(film('30000/1001', '01:00:00:00')).timecodeOf(1800), '01:01:00:00')
})

test('shows milliseconds from the same start', () => {
  const pal = createFilmClock(film('25/1', '10:00:00:05'), 'ms')
  assert.deepEqual([pal.format(0), pal.format(1.5)], ['10:00:00.200', '10:00:01.700'])
  assert.equal(createFilmClock(film('24000/1001', '01:00:00:00'), 'ms').format(0), '01:00:00.000')
  assert.equal(pal.formatLength(61.25), '00:01:01.250')
})

test('converts every frame to seconds and back', () => {
  for (const rate of ['24000/1001', '25/1', '30000/1001', '50/1', '60000/1001']) {
    const { frameOf, secondsOf } = createFilmClock(film(rate))
    for (const frame of [0, 1, 23, 24, 500, 1437])
      assert.equal(frameOf(secondsOf(frame)), frame, rate)
  }
})

test('reads every timecode that it shows', () => {
  for (const unit of ['frames', 'ms'] as const)
    for (const [rate, start] of [
      ['24000/1001', '01:00:00:00'],
      ['25/1', '10:00:00:05'],
      ['30000/1001', '00:58:30;00'],
      ['30000/1001', '01:00:00:00'],
      ['60000/1001', null],
    ] as const) {
      const { format, parse, secondsOf, frameOf } = createFilmClock(film(rate, start), unit)
      for (const frame of [0, 1, 29, 30, 899, 1437])
        assert.equal(frameOf(parse(format(secondsOf(frame)))!), frame, `${rate} ${start} ${unit}`)
    }
})

test('keeps the times of a cue on its frames', () => {
  for (const rate of ['24000/1001', '25/1', '30000/1001']) {
    const { formatCue, parseCue, timecodeOf } = createFilmClock(film(rate, '01:00:00:00'))
    for (let frame = 0; frame < 100; frame++) {
      const { num, den } = parseFrameRate(rate)!
      const ms = Math.round((frame * den * 1000) / num)
      assert.equal(formatCue(ms), timecodeOf(frame))
      assert.equal(parseCue(formatCue(ms)), ms)
    }
  }
  const { formatCue, parseCue } = createFilmClock(film('24000/1001', '01:00:00:00'), 'ms')
  assert.deepEqual([formatCue(1234), parseCue('01:00:01.234')], ['01:00:01.234', 1234])
})

test('reads short times from the first frame', () => {
  const { parse, frameOf } = createFilmClock(film('25/1', '10:00:00:00'))
  assert.deepEqual(
    ['12', '0:12', '00:00:12:00', '10:00:12', '10:00:12:00', '12.0', '10:00:12.000'].map((typed) =>
      frameOf(parse(typed)!),
    ),
    Array(7).fill(300),
  )
})

test('reads a dropped label as the next frame', () => {
  const { parse, frameOf } = createFilmClock({ ...film('30000/1001'), duration: 120 })
  assert.deepEqual([frameOf(parse('00:01:00;00')!), frameOf(parse('1:00')!)], [1800, 1800])
})

test('reads nothing from other text', () => {
  const { parse } = createFilmClock(film('25/1'))
  for (const typed of ['', 'x', '1:2:3:4:5', '00:00:01:25', '1:99:x'])
    assert.equal(parse(typed), undefined, typed)
})

test('limits frames to the length of the film', () => {
  const { frameOf, length } = createFilmClock(film('25/1'))
  assert.equal(frameOf(99), length - 1)
})

test('counts sound at 25 frames per second and an image as one frame', () => {
  assert.deepEqual(
    [mediaKindOf({ film: null, duration: 4 }), createFilmClock({ film: null, duration: 4 }).length],
    ['audio', 100],
  )
  assert.deepEqual(
    [
      mediaKindOf({ film: null, duration: null }),
      createFilmClock({ film: null, duration: null }).length,
    ],
    ['image', 1],
  )
})
