import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  codes,
  analyzedFile,
  ordered,
  probe,
  sound,
  video,
  withLoudness,
  withVideo,
} from './lint.fixture.ts'
import { lint } from './lint.ts'

test('accepts a file that matches its order', () => {
  assert.deepEqual(lint(analyzedFile(), ordered([['Broadcast', 'HD']])), [])
  assert.deepEqual(lint(analyzedFile(), null), [])
})

test('reports nothing for images and for files without analysis', () => {
  assert.deepEqual(
    lint(analyzedFile({ probe: null, picture: null, sound: null }), ordered([['Broadcast', 'HD']])),
    [],
  )
  assert.deepEqual(
    lint(
      analyzedFile({
        probe: probe({
          kind: 'image',
          audio: [],
          duration: null,
          video: video({ width: 10, height: 10 }),
        }),
        picture: null,
        sound: null,
      }),
      ordered([['Online', '1080p']]),
    ),
    [],
  )
  assert.deepEqual(
    lint(analyzedFile({ picture: null, sound: null }), ordered([['Broadcast', 'HD']])),
    [],
    'the analysis is still running',
  )
})

test('reports the value and the limit in a sentence', () => {
  assert.deepEqual(
    lint(
      withVideo({ frameRate: '30000/1001', width: 1280, height: 720 }),
      ordered([['Broadcast', 'HD']]),
    ),
    [
      {
        code: 'delivery.frame-rate',
        severity: 'error',
        message: 'The frame rate is 29.97 fps; Broadcast HD requires 25 or 50.',
        value: '30000/1001',
        limit: '25/1 50/1',
      },
      {
        code: 'delivery.raster',
        severity: 'error',
        message: 'The picture is 1280×720; Broadcast HD requires 1920×1080.',
        value: '1280×720',
        limit: '1920×1080',
      },
    ],
  )
})

test('reports a missing picture if the original has one', () => {
  const audioOnly = analyzedFile({ probe: probe({ kind: 'audio', video: null }), picture: null })
  assert.deepEqual(codes(audioOnly, ordered([['Broadcast']])), ['delivery.no-picture'])
  assert.deepEqual(
    codes(audioOnly, ordered([['Broadcast']], { original: probe({ kind: 'audio', video: null }) })),
    [],
    'a radio spot',
  )
})

test('reports a length that differs from the original, except for television speed-up', () => {
  const lasts = (duration: number, original: number, rate = '25/1', of = '25/1') =>
    codes(
      analyzedFile({ probe: probe({ duration, video: video({ frameRate: rate }) }) }),
      ordered([['Broadcast', 'HD']], {
        original: probe({ duration: original, video: video({ frameRate: of }) }),
      }),
    ).includes('delivery.duration')
  assert.deepEqual(
    [lasts(31, 30), lasts(31.1, 30), lasts(28.9, 30)],
    [false, true, true],
    'one second',
  )
  assert.deepEqual([lasts(153, 150), lasts(153.1, 150)], [false, true], 'or two percent')
  assert.deepEqual(
    [lasts(144, 150, '25/1', '24/1'), lasts(144, 150), lasts(75, 150, '50/1', '25/1')],
    [false, true, true],
  )
})

test('does not check the level and length of a material', () => {
  const part = analyzedFile({
    probe: probe({ duration: 4, audio: [], video: video({ frameRate: '24/1' }) }),
    sound: null,
  })
  assert.deepEqual(codes(part, ordered([['Broadcast', 'HD']], { as: 'material' })), [
    'delivery.frame-rate',
  ])
  assert.deepEqual(codes(withLoudness(-9), ordered([['Broadcast', 'HD']], { as: 'material' })), [])
})

test('checks the content of a review offline, not the format of the delivery', () => {
  const proxy = analyzedFile({
    probe: probe({
      duration: 40,
      video: video({ frameRate: '30000/1001', width: 1280, height: 720, scan: 'interlaced' }),
    }),
    sound: sound({ loudness: { integrated: -9, range: 1, truePeak: 2 } }),
  })
  const codesAs = (as: 'offline' | 'delivery') =>
    codes(
      proxy,
      ordered([['Broadcast', 'HD']], { as, original: probe({ duration: 30, video: video() }) }),
    )
  assert.deepEqual(codesAs('offline'), ['delivery.duration'])
  assert.ok(codesAs('delivery').includes('delivery.frame-rate'))
})

test('reports each code once, in complete sentences, for any input', () =>
  fc.assert(
    fc.property(
      fc.record({
        width: fc.nat(5000),
        height: fc.nat(5000),
        frameRate: fc.constantFrom('25/1', '24/1', '0/0', '30000/1001'),
        scan: fc.constantFrom('progressive', 'interlaced', 'unknown'),
      }),
      fc.option(
        fc.record({
          integrated: fc.double({ min: -70, max: 0, noNaN: true }),
          range: fc.constant(1),
          truePeak: fc.double({ min: -90, max: 6, noNaN: true }),
        }),
      ),
      fc.array(
        fc.tuple(
          fc.constantFrom('Broadcast', 'Online', 'Theatrical', 'Dcp', 'Streamingfile'),
          fc.constantFrom('HD', '1080p', 'SD 16:9', 'odd', ''),
        ),
      ),
      fc.constantFrom('PAL', 'NTSC', null),
      fc.constantFrom('delivery', 'offline', 'material'),
      (track, loudness, orders, standard, as) => {
        const warnings = lint(
          analyzedFile({ probe: probe({ video: video(track) }), sound: sound({ loudness }) }),
          ordered(orders, { standard, as }),
        )
        assert.equal(new Set(warnings.map(({ code }) => code)).size, warnings.length)
        assert.ok(
          warnings.every(
            ({ code, message }) =>
              /^delivery\.[a-z-]+$/.test(code) &&
              /^[A-Z].*\.$/.test(message) &&
              !/undefined|NaN|Infinity/.test(message),
          ),
        )
      },
    ),
    { numRuns: 300 },
  ))
