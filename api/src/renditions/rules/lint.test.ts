import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Picture, Probe, Sound, VideoTrack } from '../../media/types.ts'
import { lint, type Asked, type Facts, type Order } from './lint.ts'

const video = (more: Partial<VideoTrack> = {}): VideoTrack => ({
  codec: 'h264',
  profile: null,
  width: 1920,
  height: 1080,
  frameRate: '25/1',
  scan: 'progressive',
  pixelFormat: 'yuv420p',
  bitDepth: 8,
  bitRate: null,
  aspect: '16:9',
  ...more,
})
const probe = (more: Partial<Probe> = {}): Probe => ({
  kind: 'video',
  format: 'mov',
  duration: 60,
  bitRate: null,
  timecode: null,
  video: video(),
  audio: [
    {
      codec: 'aac',
      channels: 2,
      layout: 'stereo',
      sampleRate: 48_000,
      bitRate: null,
      language: null,
    },
  ],
  copyable: true,
  ...more,
})
const picture = (more: Partial<Picture> = {}): Picture => ({
  cuts: [],
  black: [],
  frozen: [],
  ...more,
})
const sound = (more: Partial<Sound> = {}): Sound => ({
  peaks: [],
  perSecond: 0,
  loudness: { integrated: -23, range: 5, truePeak: -3 },
  silent: [],
  clipped: 0,
  ...more,
})
const facts = (more: Partial<Facts> = {}): Facts => ({
  probe: probe(),
  picture: picture(),
  sound: sound(),
  ...more,
})
const asked = (orders: [use: string, detail?: string][], more: Partial<Asked> = {}): Asked => ({
  as: 'delivery',
  orders: orders.map(([use, detail]): Order => ({ use, detail: detail ?? null })),
  standard: 'PAL',
  original: probe(),
  ...more,
})
const codes = (...given: Parameters<typeof lint>) => lint(...given).map(({ code }) => code)
const shown = (more: Partial<VideoTrack>) => facts({ probe: probe({ video: video(more) }) })
const loud = (integrated: number, truePeak = -3) =>
  facts({ sound: sound({ loudness: { integrated, range: 5, truePeak } }) })

test('a file as it was ordered is left in peace', () => {
  assert.deepEqual(lint(facts(), asked([['Broadcast', 'HD']])), [])
  assert.deepEqual(lint(facts(), null), [])
})

test('of what was not looked into, and of a still, nothing is said', () => {
  assert.deepEqual(
    lint({ probe: null, picture: null, sound: null }, asked([['Broadcast', 'HD']])),
    [],
  )
  assert.deepEqual(
    lint(
      {
        probe: probe({
          kind: 'image',
          audio: [],
          duration: null,
          video: video({ width: 10, height: 10 }),
        }),
        picture: null,
        sound: null,
      },
      asked([['Online', '1080p']]),
    ),
    [],
  )
  assert.deepEqual(
    lint({ probe: probe(), picture: null, sound: null }, asked([['Broadcast', 'HD']])),
    [],
    'what comes later is not missed yet',
  )
})

test('a warning is a sentence with what was found and what was asked', () => {
  assert.deepEqual(
    lint(
      shown({ frameRate: '30000/1001', width: 1280, height: 720 }),
      asked([['Broadcast', 'HD']]),
    ),
    [
      {
        code: 'delivery.frame-rate',
        severity: 'error',
        message: 'It runs at 29.97 frames a second; Broadcast HD asks for 25 or 50.',
        value: '30000/1001',
        limit: '25/1 50/1',
      },
      {
        code: 'delivery.raster',
        severity: 'error',
        message: 'The picture is 1280×720; Broadcast HD asks for 1920×1080.',
        value: '1280×720',
        limit: '1920×1080',
      },
    ],
  )
})

const rates: [
  use: string,
  standard: Asked['standard'],
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
  test(`${use} in ${standard} of an original at ${original}: ${good.join(', ')} and no other rate`, () => {
    const wanted = asked([[use]], {
      standard,
      original: original === null ? null : probe({ video: video({ frameRate: original }) }),
    })
    for (const frameRate of good)
      assert.ok(!codes(shown({ frameRate }), wanted).includes('delivery.frame-rate'), frameRate)
    for (const frameRate of bad)
      assert.ok(codes(shown({ frameRate }), wanted).includes('delivery.frame-rate'), frameRate)
  })

test('where no use was ordered, the original gives the frame rate', () => {
  assert.deepEqual(codes(shown({ frameRate: '30/1' }), asked([])), ['delivery.frame-rate'])
  assert.deepEqual(codes(shown({ frameRate: '30/1' }), asked([], { original: null })), [])
  assert.deepEqual(
    codes(shown({ frameRate: '0/0' }), asked([['Broadcast']])),
    [],
    'a file that says none is not accused',
  )
})

const rasters: [
  use: string,
  detail: string,
  standard: Asked['standard'],
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
  test(`${use} ${detail} in ${standard} has its raster`, () => {
    const said = ([width, height]: [number, number]) =>
      codes(shown({ width, height }), asked([[use, detail]], { standard })).includes(
        'delivery.raster',
      )
    assert.deepEqual([good.filter(said), bad.filter((size) => !said(size))], [[], []])
  })

test('half pictures are refused where whole ones were ordered', () => {
  const scan = (use: string, detail?: string) =>
    codes(shown({ scan: 'interlaced' }), asked([[use, detail] as [string, string]])).includes(
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
    codes(shown({ scan: 'unknown' }), asked([['Online', '1080p']], { original: null })).filter(
      (code) => code.endsWith('interlaced'),
    ),
    [],
  )
})

const levels: [use: string, standard: Asked['standard'], good: number[], bad: number[]][] = [
  ['Broadcast', 'PAL', [-23, -23.5, -22.5, -22.46], [-22.4, -23.6, -16, -40]],
  ['Broadcast', 'NTSC', [-24, -26, -22], [-21.9, -26.1]],
  ['Broadcast', null, [-23, -25.9], [-14]],
  ['Online', 'PAL', [-16, -15, -17], [-14.9, -23]],
  ['Streamingfile', 'PAL', [-14, -13], [-16]],
  ['Theatrical', 'PAL', [-31, -5], []],
  ['Dcp', 'PAL', [-31, -5], []],
]
for (const [use, standard, good, bad] of levels)
  test(`loudness of ${use} in ${standard}`, () => {
    const said = (level: number) =>
      codes(loud(level), asked([[use]], { standard })).includes('delivery.loudness')
    assert.deepEqual([good.filter(said), bad.filter((level) => !said(level))], [[], []])
  })

test('a true peak above the limit of the use is told, and the document is named', () => {
  assert.deepEqual(codes(loud(-23, -0.9), asked([['Broadcast', 'HD']])), ['delivery.true-peak'])
  assert.deepEqual(codes(loud(-23, -1), asked([['Broadcast', 'HD']])), [])
  assert.deepEqual(
    codes(loud(-24, -1.5), asked([['Broadcast']], { standard: 'NTSC' })).filter((code) =>
      code.endsWith('peak'),
    ),
    ['delivery.true-peak'],
  )
  assert.deepEqual(codes(loud(-9, 1.2), asked([['Theatrical']])), [])
  assert.match(
    lint(loud(-20), asked([['Broadcast', 'HD']]))[0]!.message,
    /^Its loudness is -20\.0 LUFS; Broadcast HD asks for -23 LUFS ± 0\.5 \(EBU R 128\)\.$/,
  )
})

test('with several uses a file that fits one of them is the delivery of that one', () => {
  const both: [string, string][] = [
    ['Broadcast', 'HD'],
    ['Online', 'Square 1080p'],
  ]
  assert.deepEqual(
    codes(
      facts({
        probe: probe({ video: video({ width: 1080, height: 1080 }) }),
        sound: sound({ loudness: { integrated: -16, range: 1, truePeak: -3 } }),
      }),
      asked(both),
    ),
    [],
  )
  assert.deepEqual(codes(loud(-19), asked(both)), ['delivery.loudness'])
  assert.deepEqual(
    codes(loud(-19), asked([...both, ['Theatrical', '']])),
    [],
    'and one that asks for nothing is met by anything',
  )
})

test('a silent track is told whoever asks, and no track where there should be one', () => {
  const mute = facts({
    sound: sound({
      silent: [{ start: 0, end: 59.8 }],
      loudness: { integrated: -70, range: 0, truePeak: -90 },
    }),
  })
  assert.deepEqual(
    [codes(mute, null), codes(mute, asked([['Broadcast', 'HD']]))],
    [['delivery.silent'], ['delivery.silent']],
  )
  assert.deepEqual(
    codes(facts({ sound: sound({ silent: [{ start: 0, end: 50 }], loudness: null }) }), null),
    ['delivery.silent'],
    'the track ends before the film',
  )
  assert.deepEqual(
    codes(
      facts({
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
  const without = facts({ probe: probe({ audio: [] }), sound: null })
  assert.deepEqual(codes(without, asked([['Online', '1080p']])), ['delivery.no-sound'])
  assert.deepEqual(
    codes(without, asked([['Online', '1080p']], { original: probe({ audio: [] }) })),
    [],
    'the original is silent film',
  )
  assert.deepEqual(codes(without, null), [])
})

test('no picture where the original has one', () => {
  const heard = facts({ probe: probe({ kind: 'audio', video: null }), picture: null })
  assert.deepEqual(codes(heard, asked([['Broadcast']])), ['delivery.no-picture'])
  assert.deepEqual(
    codes(heard, asked([['Broadcast']], { original: probe({ kind: 'audio', video: null }) })),
    [],
    'a radio spot',
  )
})

test('clipped sound, beyond what nobody hears', () => {
  assert.deepEqual(
    [
      codes(facts({ sound: sound({ clipped: 48 }) }), null),
      codes(facts({ sound: sound({ clipped: 49 }) }), null),
    ],
    [[], ['delivery.clipped']],
  )
})

test('black at the head and at the tail, over two seconds', () => {
  const black = (...spans: [number, number][]) =>
    codes(
      facts({ picture: picture({ black: spans.map(([start, end]) => ({ start, end })) }) }),
      null,
    )
  assert.deepEqual(black([0, 2], [58, 60]), [])
  assert.deepEqual(black([0, 2.1], [57.8, 59.96]), ['delivery.black-head', 'delivery.black-tail'])
  assert.deepEqual(black([20, 30]), [], 'between acts it may be black')
  assert.deepEqual(black([0, 60]), ['delivery.black-head'], 'black throughout is told once')
})

test('a picture that stands still is told, unless it is black', () => {
  const still = (frozen: [number, number][], black: [number, number][] = []) =>
    lint(
      facts({
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
    ['The picture stands still from 10.0 s to 12.5 s, and once more.'],
  )
  assert.deepEqual(
    still([
      [10, 11.2],
      [11.2, 12.4],
    ]).map(({ value }) => value),
    ['2.4 s'],
    'a key frame in between is no movement',
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

test('a length unlike the original’s, allowing for film at the rate of a standard', () => {
  const lasts = (duration: number, original: number, rate = '25/1', of = '25/1') =>
    codes(
      facts({ probe: probe({ duration, video: video({ frameRate: rate }) }) }),
      asked([['Broadcast', 'HD']], {
        original: probe({ duration: original, video: video({ frameRate: of }) }),
      }),
    ).includes('delivery.duration')
  assert.deepEqual(
    [lasts(31, 30), lasts(31.1, 30), lasts(28.9, 30)],
    [false, true, true],
    'one second',
  )
  assert.deepEqual([lasts(153, 150), lasts(153.1, 150)], [false, true], 'or two in a hundred')
  assert.deepEqual(
    [lasts(144, 150, '25/1', '24/1'), lasts(144, 150), lasts(75, 150, '50/1', '25/1')],
    [false, true, true],
  )
})

test('a material is a part: its level and its length are its own', () => {
  const part = facts({
    probe: probe({ duration: 4, audio: [], video: video({ frameRate: '24/1' }) }),
    sound: null,
  })
  assert.deepEqual(codes(part, asked([['Broadcast', 'HD']], { as: 'material' })), [
    'delivery.frame-rate',
  ])
  assert.deepEqual(codes(loud(-9), asked([['Broadcast', 'HD']], { as: 'material' })), [])
})

test('whatever is found and asked, each code is said once and every sentence ends', () =>
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
        const found = lint(
          facts({ probe: probe({ video: video(track) }), sound: sound({ loudness }) }),
          asked(orders, { standard, as }),
        )
        assert.equal(new Set(found.map(({ code }) => code)).size, found.length)
        assert.ok(
          found.every(
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
