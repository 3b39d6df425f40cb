import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { reviewsessions } from '@reelay/api/contract'
import { differs, positionAt } from './playback.ts'
import { createServerClock } from './server-clock.ts'

type Playback = reviewsessions.SessionPlayback
const paused: Playback = { isPlaying: false, seconds: 4.01, speed: 1, at: 1_000 }
const playing: Playback = { isPlaying: true, seconds: 10, speed: 2, at: 1_000 }

test('a film that plays is where the time since the message brings it', () => {
  assert.equal(positionAt(paused, 9_000), 4.01)
  assert.equal(positionAt(playing, 3_500), 15)
  assert.equal(positionAt({ ...playing, seconds: 0.5 }, 0), 0, 'never before the start')
})

test('members hear about every frame of a film that stands still', () => {
  assert.ok(!differs(paused, { ...paused, at: 5_000 }))
  assert.ok(differs(paused, { ...paused, seconds: 4.05 }))
})

test('members hear about a film that plays only when it is not where they expect it', () => {
  assert.ok(!differs(playing, { ...playing, seconds: 12.03, at: 2_000 }))
  assert.ok(differs(playing, { ...playing, seconds: 12.2, at: 2_000 }))
  assert.ok(differs(playing, { ...playing, isPlaying: false }))
  assert.ok(differs(playing, { ...playing, speed: 1 }))
})

test('takes the clock of the service from the fastest request', () => {
  let own = 0
  const clock = createServerClock(() => own)
  clock.add({ sent: 0, received: 400, now: 50_390 })
  clock.add({ sent: 500, received: 520, now: 50_610 })
  clock.add({ sent: 900, received: 1_500, now: 51_010 })
  own = 1_510
  assert.equal(clock.now(), 51_610)
})

test('forgets old requests, because clocks drift', () => {
  const clock = createServerClock(() => 0)
  clock.add({ sent: 0, received: 2, now: 1_001 })
  for (let turn = 0; turn < 8; turn++) clock.add({ sent: 0, received: 10, now: 2_005 })
  assert.equal(clock.now(), 2_000)
})
