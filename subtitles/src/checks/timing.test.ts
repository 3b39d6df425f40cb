import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILM, NTSC, PAL, options, cue, findingsOf, cuesWith, cuesAt } from '../../test/rules.ts'
import { frameToMs } from '../cue.ts'
import { check } from './check.ts'
import type { Cue } from '../cue.ts'

test('ORDER: requires the end after the start, and starts in order', () => {
  assert.deepEqual(
    cuesWith('ORDER', [
      cue('a', { start: 1000, stop: 1000 }),
      cue('b', { start: 999, stop: 2000 }),
      cue('c', { start: 999, stop: 3000 }),
    ]),
    [1, 2],
  )
})

test('FILM-end: reports cues that start at or after the end of the film', () => {
  const cues = cuesAt([
    [0, 48],
    [72, 96],
    [96, 120],
  ])
  const filmDuration = frameToMs(72, FILM)
  assert.deepEqual(cuesWith('FILM-end', cues, { filmDuration }), [2, 3])
  assert.deepEqual(cuesWith('FILM-end', cues, { filmDuration, kind: 'graphics' }), [2, 3])
  assert.deepEqual(cuesWith('FILM-end', cues, { filmDuration: filmDuration + 1 }), [3])
  assert.deepEqual(cuesWith('FILM-end', cues), [], 'the length is unknown')
})

test('OVERLAP: allows touching cues, and the fix leaves the minimum gap', () => {
  assert.deepEqual(
    cuesWith(
      'OVERLAP',
      cuesAt([
        [0, 48],
        [48, 96],
      ]),
    ),
    [],
  )
  const [found] = findingsOf(
    'OVERLAP',
    cuesAt([
      [0, 60],
      [48, 96],
    ]),
  )
  assert.deepEqual(
    [found!.line, found!.severity, found!.fix],
    [1, 'error', { stop: frameToMs(46, FILM) }],
  )
  assert.match(found!.message, /overlaps cue 2 by 0\.5 s/)
  assert.equal(
    findingsOf(
      'OVERLAP',
      cuesAt([
        [40, 60],
        [48, 96],
      ]),
    )[0]!.fix,
    undefined,
    'the remaining cue would be too short',
  )
})

test('OVERLAP and gaps: treats top and bottom as separate areas', () => {
  const [lower, upper] = cuesAt([
    [0, 60],
    [30, 90],
  ]) as [Cue, Cue]
  assert.deepEqual(
    check([lower, { ...upper, alignment: 'top' }], options({})).map(({ rule }) => rule),
    [],
  )
})

test('DUR-min: passes 20 frames at 24 fps, and extends shorter cues if there is room', () => {
  assert.deepEqual(cuesWith('DUR-min', cuesAt([[0, 20]])), [])
  assert.deepEqual(
    cuesWith('DUR-min', [cue('a', { stop: 833 }), cue('b', { start: 2000, stop: 2812 })]),
    [2],
  )
  assert.deepEqual(findingsOf('DUR-min', cuesAt([[0, 19]]))[0]!.fix, { stop: 833 })
  assert.equal(
    findingsOf(
      'DUR-min',
      cuesAt([
        [0, 19],
        [20, 60],
      ]),
    )[0]!.fix,
    undefined,
  )
  assert.deepEqual(
    cuesWith(
      'DUR-min',
      cuesAt(
        [
          [0, 25],
          [40, 64],
        ],
        NTSC,
      ),
      { rate: NTSC },
    ),
    [2],
  )
  assert.deepEqual(
    cuesWith('DUR-min', [cue('はい', { stop: 500 }), cue('はい', { start: 2000, stop: 2470 })], {
      language: 'jpn',
    }),
    [2],
  )
})

test('DUR-max: passes seven seconds, which are 168 frames at 23.976', () => {
  assert.deepEqual(
    cuesWith('DUR-max', [cue('a', { stop: 7000 }), cue('b', { start: 8000, stop: 15_030 })]),
    [2],
  )
  const rate = { num: 24_000, den: 1001 }
  assert.deepEqual(cuesWith('DUR-max', cuesAt([[0, 168]], rate), { rate }), [])
  assert.deepEqual(cuesWith('DUR-max', cuesAt([[0, 169]], rate), { rate }), [1])
})

test('GAP-min: passes two frames at every rate', () => {
  for (const rate of [FILM, PAL, NTSC])
    assert.deepEqual(
      cuesWith(
        'GAP-min',
        cuesAt(
          [
            [0, 48],
            [50, 98],
            [99, 140],
            [140, 200],
          ],
          rate,
        ),
        { rate },
      ),
      [2, 3],
    )
  assert.deepEqual(
    findingsOf(
      'GAP-min',
      cuesAt([
        [0, 49],
        [50, 98],
      ]),
    )[0]!.fix,
    { stop: 2000 },
  )
  assert.deepEqual(
    cuesWith(
      'GAP-min',
      cuesAt(
        [
          [0, 48],
          [52, 98],
          [103, 140],
        ],
        PAL,
      ),
      { name: 'arte', rate: PAL },
    ),
    [1],
  )
})

test('GAP-bridge: closes gaps of 3 to 11 frames at 24 fps', () => {
  for (const [gap, expectedCount] of [
    [2, 0],
    [3, 1],
    [11, 1],
    [12, 0],
  ] as const)
    assert.equal(
      findingsOf(
        'GAP-bridge',
        cuesAt([
          [0, 48],
          [48 + gap, 110],
        ]),
      ).length,
      expectedCount,
      `${gap}`,
    )
  for (const [rate, last] of [
    [PAL, 11],
    [NTSC, 14],
    [{ num: 24_000, den: 1001 }, 11],
  ] as const) {
    assert.deepEqual(
      [last, last + 1].map(
        (gap) =>
          findingsOf(
            'GAP-bridge',
            cuesAt(
              [
                [0, 48],
                [48 + gap, 130],
              ],
              rate,
            ),
            { rate },
          ).length,
      ),
      [1, 0],
    )
  }
  assert.deepEqual(
    findingsOf(
      'GAP-bridge',
      cuesAt([
        [0, 48],
        [55, 110],
      ]),
    )[0]!.fix,
    { stop: frameToMs(53, FILM) },
  )
  assert.deepEqual(
    findingsOf('GAP-bridge', [cue('はい'), cue('はい', { start: 3200, stop: 5000 })], {
      language: 'jpn',
    }),
    [],
  )
})

test('FPS-grid: allows one millisecond of rounding', () => {
  assert.deepEqual(
    cuesWith('FPS-grid', [
      cue('a', { start: 42, stop: 1000 }),
      cue('b', { start: 1043, stop: 2000 }),
      cue('c', { start: 2044, stop: 3000 }),
    ]),
    [3],
  )
  assert.deepEqual(findingsOf('FPS-grid', [cue('a', { start: 1020, stop: 2520 })])[0]!.fix, {
    start: 1000,
    stop: 2500,
  })
})

test('DF-1: finds a timecode that drop frame skips', () => {
  const at = (start: number) =>
    findingsOf('DF-1', [cue('a', { start, stop: start + 3003 })], { rate: NTSC }).map(
      ({ value }) => value,
    )
  assert.deepEqual(
    [at(60_000), at(60_033), at(60_067), at(600_000), at(0)],
    [['00:01:00;00'], ['00:01:00;01'], [], [], []],
  )
  assert.deepEqual(
    findingsOf('DF-1', [cue('a', { start: 60_000, stop: 63_000 })], { rate: PAL }),
    [],
  )
})
