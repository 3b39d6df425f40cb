import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFilmClock } from '../../player/film-clock.ts'
import { timecodeTick } from './ruler.ts'

const clockOf = (frameRate: string, timecode: string, unit: 'frames' | 'ms' = 'frames') =>
  createFilmClock({ film: { frameRate, timecode, cuts: [] }, duration: 4000 } as never, unit)
const labelsOf = (clock: ReturnType<typeof clockOf>, ...seconds: number[]) =>
  seconds.map((second) => timecodeTick(second, clock)?.label)

test('labels whole seconds of the timecode, each once', () => {
  const clock = clockOf('24000/1001', '01:00:00:00')
  assert.deepEqual(labelsOf(clock, 0, 1, 2, 60), ['01:00:00', '01:00:01', '01:00:02', '01:01:00'])
  const minute = timecodeTick(60, clock)!
  assert.ok(Math.abs(minute.ms - 60_060) < 42, `${minute.ms}`)
})

test('labels the minutes of drop-frame timecode and milliseconds', () => {
  assert.deepEqual(labelsOf(clockOf('30000/1001', '00:00:00;00'), 1, 60), ['00:01', '01:00'])
  assert.deepEqual(labelsOf(clockOf('25', '10:00:00:00', 'ms'), 0, 5), ['10:00:00', '10:00:05'])
})
