import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineCue } from './timeline-props.ts'
import { snapToCut, createGrid, findNewLineSpan, nudge, dragTo, freeSpan, setEdge } from './snap.ts'

const cue = (
  id: string,
  startMs: number,
  stopMs: number,
  more: Partial<TimelineCue> = {},
): TimelineCue => ({
  id,
  startMs,
  stopMs,
  text: '',
  source: '',
  hasError: false,
  isGraphics: false,
  ...more,
})
const grid = createGrid(
  { frameRate: '25/1', cuts: [3.2, 6.4] },
  { lengthMs: 16_000, language: 'deu' },
)
const cues = [
  cue('a', 1000, 2000),
  cue('b', 2400, 4000),
  cue('c', 5000, 6000),
  cue('g', 2000, 9000, { isGraphics: true }),
]
const b = cues[1]!

test('snaps a start to the cut and a stop to the gap before it', () => {
  assert.equal(snapToCut(3110, 'start', grid), 3200)
  assert.equal(snapToCut(3260, 'stop', grid), 3120)
  assert.equal(snapToCut(2900, 'start', grid), 2920, 'far from a cut it uses the nearest frame')
})

test('keeps the gap to neighbours of the same kind', () => {
  assert.deepEqual(freeSpan(b, cues, grid), { startMs: 2080, stopMs: 4920 })
  assert.deepEqual(
    dragTo({ startMs: 500, stopMs: 0 }, 'start', {
      from: b,
      free: freeSpan(b, cues, grid),
      grid,
      snaps: true,
    }),
    { startMs: 2080, stopMs: 4000 },
  )
  assert.deepEqual(
    dragTo({ startMs: 9000, stopMs: 10_600 }, 'both', {
      from: b,
      free: freeSpan(b, cues, grid),
      grid,
      snaps: true,
    }),
    { startMs: 3320, stopMs: 4920 },
  )
})

test('keeps a line that is already too close where it is', () => {
  const close = [cue('a', 1000, 2390), b]
  assert.equal(freeSpan(b, close, grid).startMs, 2400)
})

test('never moves the start past the stop', () => {
  const free = freeSpan(b, cues, grid)
  assert.equal(
    dragTo({ startMs: 8000, stopMs: 0 }, 'start', { from: b, free, grid, snaps: false }).startMs,
    3920,
  )
  assert.equal(
    dragTo({ startMs: 0, stopMs: 0 }, 'stop', { from: b, free, grid, snaps: false }).stopMs,
    2480,
  )
})

test('nudges by frames, also at 23.976 fps', () => {
  assert.deepEqual(nudge(b, 'start', 1, cues, grid), { startMs: 2440, stopMs: 4000 })
  assert.deepEqual(nudge(b, 'both', -1, cues, grid), { startMs: 2360, stopMs: 3960 })
  const film = createGrid(
    { frameRate: '24000/1001', cuts: [] },
    { lengthMs: 16_000, language: 'deu' },
  )
  const moved = cue('x', 1001, 2002)
  for (let step = 0; step < 24; step++) Object.assign(moved, nudge(moved, 'stop', 1, [moved], film))
  assert.equal(moved.stopMs, 3003)
})

test('sets an edge to the playhead', () =>
  assert.deepEqual(setEdge(b, 'stop', 4511, cues, grid), { startMs: 2400, stopMs: 4520 }))

test('fits a new line into the free room and refuses where there is none', () => {
  assert.deepEqual(findNewLineSpan(7000, cues, grid), { startMs: 7000, stopMs: 9000 })
  assert.deepEqual(findNewLineSpan(4200, cues, grid), { startMs: 4200, stopMs: 4920 })
  assert.equal(findNewLineSpan(2500, cues, grid), undefined)
})
