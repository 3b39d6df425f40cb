import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codes, analyzedFile, ordered, picture, probe, sound } from './lint.fixture.ts'
import { lint } from './lint.ts'

test('reports a silent track, and a missing track that was ordered', () => {
  const mute = analyzedFile({
    sound: sound({
      silent: [{ start: 0, end: 59.8 }],
      loudness: { integrated: -70, range: 0, truePeak: -90 },
    }),
  })
  assert.deepEqual(
    [codes(mute, null), codes(mute, ordered([['Broadcast', 'HD']]))],
    [['delivery.silent'], ['delivery.silent']],
  )
  assert.deepEqual(
    codes(
      analyzedFile({ sound: sound({ silent: [{ start: 0, end: 50 }], loudness: null }) }),
      null,
    ),
    ['delivery.silent'],
    'the track ends before the film',
  )
  assert.deepEqual(
    codes(
      analyzedFile({
        sound: sound({
          silent: [
            { start: 0, end: 20 },
            { start: 30, end: 60 },
          ],
        }),
      }),
      null,
    ),
    [],
  )
  const without = analyzedFile({ probe: probe({ audio: [] }), sound: null })
  assert.deepEqual(codes(without, ordered([['Online', '1080p']])), ['delivery.no-sound'])
  assert.deepEqual(
    codes(without, ordered([['Online', '1080p']], { original: probe({ audio: [] }) })),
    [],
    'the original has no sound',
  )
  assert.deepEqual(codes(without, null), [])
})

test('reports clipping above 48 samples', () => {
  assert.deepEqual(
    [
      codes(analyzedFile({ sound: sound({ clipped: 48 }) }), null),
      codes(analyzedFile({ sound: sound({ clipped: 49 }) }), null),
    ],
    [[], ['delivery.clipped']],
  )
})

test('reports more than two seconds of black at the head and the tail', () => {
  const black = (...spans: [number, number][]) =>
    codes(
      analyzedFile({ picture: picture({ black: spans.map(([start, end]) => ({ start, end })) }) }),
      null,
    )
  assert.deepEqual(black([0, 2], [58, 60]), [])
  assert.deepEqual(black([0, 2.1], [57.8, 59.96]), ['delivery.black-head', 'delivery.black-tail'])
  assert.deepEqual(black([20, 30]), [], 'black between acts is allowed')
  assert.deepEqual(black([0, 60]), ['delivery.black-head'], 'a black film is reported once')
})

test('reports a frozen picture unless it is black', () => {
  const still = (frozen: [number, number][], black: [number, number][] = []) =>
    lint(
      analyzedFile({
        picture: {
          cuts: [],
          black: black.map(([start, end]) => ({ start, end })),
          frozen: frozen.map(([start, end]) => ({ start, end })),
        },
      }),
      null,
    )
  assert.deepEqual(still([[10, 12]]), [])
  assert.deepEqual(
    still([
      [10, 12.5],
      [20, 20.5],
      [40, 45],
    ]).map(({ message }) => message),
    ['The picture is frozen from 10.0 s to 12.5 s, and once more.'],
  )
  assert.deepEqual(
    still([
      [10, 11.2],
      [11.2, 12.4],
    ]).map(({ value }) => value),
    ['2.4 s'],
    'a key frame between two spans joins them',
  )
  assert.deepEqual(still([[10, 15]], [[10, 14]]), [])
  assert.deepEqual(
    still(
      [[10, 15]],
      [
        [10, 12],
        [12, 12.5],
      ],
    ).map(({ value }) => value),
    ['2.5 s'],
  )
})
