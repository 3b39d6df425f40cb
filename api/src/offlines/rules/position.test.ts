import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  mapPosition,
  frameCounterOf,
  positionErrors,
  frameCountOf,
  timingOf,
  type Footage,
} from './position.ts'

const film = (frameRate: string, more: Partial<NonNullable<Footage>> = {}): Footage => ({
  kind: 'video',
  frameRate,
  timecode: null,
  duration: 60,
  ...more,
})
const at = (frame: number) => ({ frame, range: null })
const over = (first: number, last: number) => ({ frame: null, range: { first, last } })
const PAL = film('25/1')

test('gives a frame its timecode and elapsed time', () => {
  assert.deepEqual(timingOf(at(30), film('25/1', { timecode: '01:00:00:00' })), {
    timecode: '01:00:01:05',
    startTime: '00:00:01,200',
    stopTime: '00:00:01,240',
    beyond: false,
  })
  assert.deepEqual(timingOf(over(24, 47), film('24000/1001')), {
    timecode: '00:00:01:00',
    startTime: '00:00:01,001',
    stopTime: '00:00:02,002',
    beyond: false,
  })
})

test('uses drop frame at 29.97 unless the file says otherwise', () => {
  const timecodeOf = (timecode: string | null) =>
    timingOf(at(1800), film('30000/1001', { timecode, duration: 90 })).timecode
  assert.deepEqual(
    [
      timecodeOf(null),
      timecodeOf('01:00:00;00'),
      timecodeOf('01:00:00:00'),
      timecodeOf('nonsense'),
    ],
    ['00:01:00;02', '01:01:00;02', '01:01:00:00', '00:01:00;02'],
  )
})

test('counts one frame for an image and 25 a second for audio', () => {
  assert.deepEqual(
    [frameCountOf(film('0/1', { kind: 'image' })), frameCounterOf(film('0/1', { kind: 'image' }))],
    [1, undefined],
  )
  assert.deepEqual(
    timingOf(at(25), { kind: 'audio', frameRate: null, timecode: null, duration: 2 }),
    { timecode: '00:00:01:00', startTime: '00:00:01,000', stopTime: '00:00:01,040', beyond: false },
  )
  assert.deepEqual(
    [frameCountOf(null), timingOf(at(9), null)],
    [undefined, { timecode: null, startTime: null, stopTime: null, beyond: false }],
  )
  assert.equal(frameCountOf(film('25/1', { duration: null })), undefined)
})

test('flags a position beyond the end of a shorter version', () => {
  assert.equal(frameCountOf(PAL), 1500)
  assert.deepEqual(
    [
      timingOf(at(1499), PAL).beyond,
      timingOf(at(1500), PAL).beyond,
      timingOf(over(1400, 1500), PAL).beyond,
    ],
    [false, true, true],
  )
  assert.equal(timingOf(at(1500), PAL).timecode, '00:01:00:00')
})

test('accepts one frame or one range inside the film', () => {
  const faults = (...args: Parameters<typeof positionErrors>) =>
    positionErrors(...args).map(({ pointer }) => pointer)
  assert.deepEqual(
    [
      faults(at(0), false, PAL),
      faults(at(1499), false, PAL),
      faults(over(3, 3), false, PAL),
      faults(at(9e6), false, null),
    ],
    [[], [], [], []],
  )
  assert.deepEqual(
    [
      faults(at(1500), false, PAL),
      faults(over(0, 1500), false, PAL),
      faults(over(5, 4), false, PAL),
    ],
    [['/frame'], ['/range/last'], ['/range/last']],
  )
  assert.deepEqual(
    [
      faults({ frame: null, range: null }, false, PAL),
      faults({ frame: 1, range: { first: 1, last: 2 } }, false, PAL),
    ],
    [['/frame'], ['/range']],
  )
  assert.match(positionErrors(at(1500), false, PAL)[0]!.message, /The last frame is 1499$/)
})

test('rejects a position on a reply', () => {
  assert.deepEqual(positionErrors({ frame: null, range: null }, true, PAL), [])
  assert.deepEqual(
    positionErrors({ frame: 1, range: { first: 1, last: 2 } }, true, PAL).map(
      ({ pointer }) => pointer,
    ),
    ['/frame', '/range'],
  )
})

const rate = fc.constantFrom('24000/1001', '24/1', '25/1', '30000/1001', '50/1', '60000/1001')
const frame = fc.nat(1_000_000)

test('keeps the frame at the same or an unknown rate', () =>
  fc.assert(
    fc.property(rate, frame, (same, first) => {
      assert.deepEqual(
        mapPosition(over(first, first + 9), film(same), film(same, { timecode: '01:00:00:00' })),
        over(first, first + 9),
      )
      assert.deepEqual(mapPosition(at(first), film(same), null), at(first))
      assert.deepEqual(mapPosition(at(first), null, film(same)), at(first))
    }),
  ))

test('keeps the time within half a frame at another rate', () =>
  fc.assert(
    fc.property(rate, rate, frame, (before, now, first) => {
      const seconds = (of: string, count: number) =>
        (count * Number(of.split('/')[1])) / Number(of.split('/')[0])
      const { frame: carried } = mapPosition(at(first), film(before), film(now))
      assert.ok(
        Math.abs(seconds(before, first) - seconds(now, carried!)) <= seconds(now, 1) / 2 + 1e-9,
      )
    }),
  ))
