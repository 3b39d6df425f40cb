import assert from 'node:assert/strict'
import { test } from 'node:test'
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
import type { DeliveryContext } from './lint-types.ts'

const rates: [
  use: string,
  standard: DeliveryContext['standard'],
  original: string | null,
  good: string[],
  bad: string[],
][] = [
  [
    'Broadcast',
    'PAL',
    '24/1',
    ['25/1', '50/1', '50/2', '25000/1000'],
    ['24/1', '24000/1001', '30000/1001', '25000/1001', '30/1'],
  ],
  [
    'Broadcast',
    'NTSC',
    '24/1',
    ['30000/1001', '60000/1001'],
    ['25/1', '24/1', '30/1', '24000/1001'],
  ],
  ['Broadcast', null, null, ['25/1', '30000/1001'], ['24/1']],
  [
    'Online',
    'PAL',
    null,
    ['25/1', '24/1', '24000/1001', '48000/2002'],
    ['30/1', '30000/1001', '15/1'],
  ],
  ['Online', 'NTSC', '30/1', ['30/1', '30000/1001', '24/1'], ['25/1']],
  ['Theatrical', 'PAL', '48/1', ['24/1', '24000/1001', '48/1'], ['60/1']],
  ['Dcp', 'NTSC', '24000/1001', ['24/1', '25/1', '48/1'], ['24000/1001', '30000/1001']],
]
for (const [use, standard, original, good, bad] of rates)
  test(`${use} in ${standard} from an original at ${original} accepts only ${good.join(', ')}`, () => {
    const context = ordered([[use]], {
      standard,
      original: original === null ? null : probe({ video: video({ frameRate: original }) }),
    })
    for (const frameRate of good)
      assert.ok(
        !codes(withVideo({ frameRate }), context).includes('delivery.frame-rate'),
        frameRate,
      )
    for (const frameRate of bad)
      assert.ok(codes(withVideo({ frameRate }), context).includes('delivery.frame-rate'), frameRate)
  })

test('compares the frame rate with the original if no use was ordered', () => {
  assert.deepEqual(codes(withVideo({ frameRate: '30/1' }), ordered([])), ['delivery.frame-rate'])
  assert.deepEqual(codes(withVideo({ frameRate: '30/1' }), ordered([], { original: null })), [])
  assert.deepEqual(
    codes(withVideo({ frameRate: '0/0' }), ordered([['Broadcast']])),
    [],
    'an unknown rate is not reported',
  )
})

const rasters: [
  use: string,
  detail: string,
  standard: DeliveryContext['standard'],
  good: [number, number][],
  bad: [number, number][],
][] = [
  [
    'Broadcast',
    'HD',
    'PAL',
    [[1920, 1080]],
    [
      [1280, 720],
      [1440, 1080],
    ],
  ],
  ['Broadcast', '1080i50', 'PAL', [[1920, 1080]], [[1280, 720]]],
  [
    'Broadcast',
    'SD 16:9',
    'PAL',
    [[720, 576]],
    [
      [720, 480],
      [1920, 1080],
    ],
  ],
  [
    'Broadcast',
    'SD 16:9',
    'NTSC',
    [
      [720, 480],
      [720, 486],
    ],
    [[720, 576]],
  ],
  [
    'Online',
    '1080p',
    'PAL',
    [[1920, 1080]],
    [
      [1080, 1080],
      [1080, 1920],
    ],
  ],
  ['Online', 'Square 1080p', 'PAL', [[1080, 1080]], [[1920, 1080]]],
  ['Online', 'Vertical 1920p', 'PAL', [[1080, 1920]], [[1920, 1080]]],
  ['Online', 'UHD', 'PAL', [[3840, 2160]], [[1920, 1080]]],
  ['Online', '1600x900', 'PAL', [[1600, 900]], [[1920, 1080]]],
  [
    'Online',
    'whatever suits',
    'PAL',
    [
      [1, 1],
      [1920, 1080],
    ],
    [],
  ],
  [
    'Dcp',
    '2D Flat',
    'PAL',
    [
      [1998, 1080],
      [3996, 2160],
    ],
    [
      [2048, 858],
      [1920, 1080],
    ],
  ],
  ['Dcp', '2D Scope', 'PAL', [[2048, 858]], [[1998, 1080]]],
  [
    'Dcp',
    '2K',
    'PAL',
    [
      [1998, 1080],
      [2048, 858],
      [2048, 1080],
    ],
    [[1920, 1080]],
  ],
]
for (const [use, detail, standard, good, bad] of rasters)
  test(`${use} ${detail} in ${standard} accepts only its rasters`, () => {
    const isReported = ([width, height]: [number, number]) =>
      codes(withVideo({ width, height }), ordered([[use, detail]], { standard })).includes(
        'delivery.raster',
      )
    assert.deepEqual([good.filter(isReported), bad.filter((size) => !isReported(size))], [[], []])
  })

test('rejects interlaced video for progressive uses', () => {
  const scan = (use: string, detail?: string) =>
    codes(withVideo({ scan: 'interlaced' }), ordered([[use, detail] as [string, string]])).includes(
      'delivery.interlaced',
    )
  assert.deepEqual(
    ['Online', 'Streamingfile', 'Dcp', 'Theatrical'].map((use) => scan(use)),
    [true, true, true, true],
  )
  assert.deepEqual(
    [scan('Broadcast', 'HD'), scan('Broadcast', '1080i50'), scan('Broadcast', '1080p')],
    [false, false, true],
  )
  assert.deepEqual(
    codes(
      withVideo({ scan: 'unknown' }),
      ordered([['Online', '1080p']], { original: null }),
    ).filter((code) => code.endsWith('interlaced')),
    [],
  )
})

const levels: [
  use: string,
  standard: DeliveryContext['standard'],
  good: number[],
  bad: number[],
][] = [
  ['Broadcast', 'PAL', [-23, -23.5, -22.5, -22.46], [-22.4, -23.6, -16, -40]],
  ['Broadcast', 'NTSC', [-24, -26, -22], [-21.9, -26.1]],
  ['Broadcast', null, [-23, -25.9], [-14]],
  ['Online', 'PAL', [-16, -15, -17], [-14.9, -23]],
  ['Streamingfile', 'PAL', [-14, -13], [-16]],
  ['Theatrical', 'PAL', [-31, -5], []],
  ['Dcp', 'PAL', [-31, -5], []],
]
for (const [use, standard, good, bad] of levels)
  test(`checks the loudness of ${use} in ${standard}`, () => {
    const isReported = (level: number) =>
      codes(withLoudness(level), ordered([[use]], { standard })).includes('delivery.loudness')
    assert.deepEqual([good.filter(isReported), bad.filter((level) => !isReported(level))], [[], []])
  })

test('reports a true peak above the limit and names the document', () => {
  assert.deepEqual(codes(withLoudness(-23, -0.9), ordered([['Broadcast', 'HD']])), [
    'delivery.true-peak',
  ])
  assert.deepEqual(codes(withLoudness(-23, -1), ordered([['Broadcast', 'HD']])), [])
  assert.deepEqual(
    codes(withLoudness(-24, -1.5), ordered([['Broadcast']], { standard: 'NTSC' })).filter((code) =>
      code.endsWith('peak'),
    ),
    ['delivery.true-peak'],
  )
  assert.deepEqual(codes(withLoudness(-9, 1.2), ordered([['Theatrical']])), [])
  assert.match(
    lint(withLoudness(-20), ordered([['Broadcast', 'HD']]))[0]!.message,
    /^The loudness is -20\.0 LUFS; Broadcast HD requires -23 LUFS ± 0\.5 \(EBU R 128\)\.$/,
  )
})

test('accepts a file that matches one of several uses', () => {
  const both: [string, string][] = [
    ['Broadcast', 'HD'],
    ['Online', 'Square 1080p'],
  ]
  assert.deepEqual(
    codes(
      analyzedFile({
        probe: probe({ video: video({ width: 1080, height: 1080 }) }),
        sound: sound({ loudness: { integrated: -16, range: 1, truePeak: -3 } }),
      }),
      ordered(both),
    ),
    [],
  )
  assert.deepEqual(codes(withLoudness(-19), ordered(both)), ['delivery.loudness'])
  assert.deepEqual(
    codes(withLoudness(-19), ordered([...both, ['Theatrical', '']])),
    [],
    'a use without limits accepts any file',
  )
})
