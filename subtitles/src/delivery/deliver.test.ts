import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cue, FrameRate } from '../cue.ts'
import { FORMATS } from '../formats/index.ts'
import { seenByImsc } from '../formats/ttml/imsc.fixture.ts'
import { deliver, deliveryOffset, DELIVERY_NAMES, DELIVERY_PROFILES } from './index.ts'
import type { DeliveryName } from './index.ts'

const PAL = { num: 25, den: 1 }
const NTSC = { num: 30_000, den: 1001 }
const CUES: Cue[] = [
  { start: 8_000, stop: 10_000, text: 'Who taught you<br>to fly?' },
  { start: 12_000, stop: 14_000, text: 'Nobody.', alignment: 'top' },
]

function run(name: DeliveryName, cues = CUES, rate: FrameRate = PAL, language = 'eng') {
  const profile = DELIVERY_PROFILES[name]
  const offset = deliveryOffset(profile, rate)
  return deliver(cues, profile, { title: 'Film', language, rate, offset })
}
const textOf = (name: DeliveryName, cues = CUES, rate = PAL, language = 'eng') => {
  const written = run(name, cues, rate, language)
  assert.ok(written.ok, JSON.stringify(written))
  return new TextDecoder().decode(written.bytes)
}
/** A rate and a language that each profile accepts. */
const FILM: Partial<Record<DeliveryName, FrameRate>> = {
  'scc-broadcast': NTSC,
  'dcp-interop': { num: 24, den: 1 },
}
const languageOf = (name: DeliveryName) => (name === 'netflix-japanese' ? 'jpn' : 'eng')

test('writes every profile in a way that its format reads back', () => {
  for (const name of DELIVERY_NAMES) {
    const { format } = DELIVERY_PROFILES[name]
    const rate = FILM[name] ?? PAL
    const cues = name === 'netflix-japanese' ? [{ ...CUES[1]!, text: '誰も。' }] : CUES
    const written = run(name, cues, rate, languageOf(name))
    assert.ok(written.ok, `${name} ${JSON.stringify(written)}`)
    const read = FORMATS[format].read(written.bytes, { rate })
    assert.ok(read.ok, `${name} ${JSON.stringify(read)}`)
    assert.deepEqual(
      read.cues.map(({ text }) => text),
      cues.map(({ text }) => text),
      name,
    )
  }
})

test('counts from the start time that the recipient expects', () => {
  assert.match(textOf('scc-broadcast', CUES, NTSC), /^01:00:0\d;\d\d\t9420/m)
  const teletext = textOf('stl-teletext')
  assert.equal(teletext.slice(256, 264), '10000000')
  assert.equal(teletext[11], '1', 'the display standard is teletext')
  assert.equal(deliveryOffset(DELIVERY_PROFILES['plain-srt'], PAL), 0)
})

test('refuses a frame rate, a language, rows and characters that are not allowed', () => {
  const errors = (...input: Parameters<typeof run>) => {
    const result = run(...input)
    assert.ok(!result.ok)
    return result.errors.map(({ cue, message }) => `${cue ?? 'file'}: ${message}`)
  }
  assert.deepEqual(errors('stl-teletext', CUES, NTSC), [
    'file: EBU STL, teletext allows films at 25 fps; this film has 29.97',
  ])
  assert.deepEqual(
    errors('netflix-japanese'),
    [
      'file: Netflix Japanese (IMSC 1.1) is for jpn only',
      '0: has a row of 14 characters; the limit is 13',
    ].slice(0, 1),
  )
  const long = [{ ...CUES[0]!, text: `a<br>b<br>${'c'.repeat(43)}` }]
  assert.deepEqual(errors('netflix-ttml', long), [
    '0: has 3 rows; the limit is 2',
    '0: has a row of 43 characters; the limit is 42',
  ])
  const together = [CUES[0]!, { ...CUES[1]!, start: 9_000 }]
  assert.deepEqual(errors('itt', together), ['1: starts before another one ends'])
  const column = [
    { ...CUES[0]!, text: '一二三四五六七八九十一二', writingMode: 'vertical-rl' as const },
  ]
  assert.deepEqual(errors('netflix-japanese', column, PAL, 'jpn'), [
    '0: has a row of 12 characters; the limit is 11',
  ])
})

test('warns about styling and positions that the recipient does not allow', () => {
  const cues: Cue[] = [
    { ...CUES[0]!, text: '<b>a</b> <c #ffff00>b</c>' },
    { ...CUES[1]!, alignment: 'middle' },
  ]
  const written = run('netflix-ttml', cues)
  assert.ok(written.ok)
  assert.deepEqual(
    written.warnings.map(({ cue, lost }) => `${cue}: ${lost}`),
    ['1: The position middle; the text is at the bottom', '0: Bold', '0: The colour of the text'],
  )
})

test('warns about characters that the profile does not list for the language', () => {
  const written = run('netflix-ttml', [{ ...CUES[0]!, text: 'Dobrо<br>jutro' }])
  assert.ok(written.ok)
  assert.deepEqual(written.warnings, [
    { cue: 0, lost: 'U+043E may not be shown: the profile does not list it' },
  ])
})

test('writes TTML that the reference renderer accepts', () => {
  // It knows no SMPTE times, which iTT has.
  for (const name of ['netflix-ttml', 'ebu-tt-d'] as const) {
    const { moments, parserErrors } = seenByImsc(textOf(name))
    assert.deepEqual(parserErrors, [], name)
    assert.deepEqual(
      moments.flatMap(({ texts }) => texts),
      ['Who taught you\nto fly?', 'Nobody.'],
      name,
    )
  }
})

test('states the profile of each kind of TTML', () => {
  assert.match(textOf('itt'), /ttp:timeBase="smpte".*begin="00:00:08:00"/s)
  assert.match(textOf('ebu-tt-d'), /urn:ebu:tt:distribution:2018-04/)
  assert.doesNotMatch(textOf('ebu-tt-d'), /<(?:p|span)[^>]* tts:/)
  assert.match(textOf('netflix-ttml'), /dfxp-presentation/)
})

test('writes EBU-TT-D whose rows fit the picture, with a background behind the text only', () => {
  const text = textOf('ebu-tt-d')
  const [, cells] = /cellResolution="\d+ (\d+)"/.exec(text)!
  const [, size] = /tts:fontSize="(\d+)%"/.exec(text)!
  // A letter is half as wide as high on average; the picture is 16:9.
  const widest = (40 * 0.5 * Number(size)) / Number(cells) / (16 / 9)
  assert.ok(widest <= 80, `a row of 40 characters takes ${widest} % of the width`)
  assert.match(text, /<p [^>]*style="text"[^>]*><span style="span">Who taught you<\/span><br\/>/)
  assert.match(text, /<style xml:id="span" [^>]*backgroundColor="#000000"/)
  assert.doesNotMatch(text, /<style xml:id="text" [^>]*backgroundColor/)
  const read = FORMATS.ttml.read(new TextEncoder().encode(text), { rate: { num: 25, den: 1 } })
  assert.deepEqual(read.ok && read.warnings, [])
})

test('keeps placed text of EBU-TT-D inside of the safe area', () => {
  const cue = { start: 1000, stop: 2000, text: 'Left', textAlign: 'left' as const, x: 20, y: 40 }
  const written = run('ebu-tt-d', [cue])
  assert.ok(written.ok)
  const text = new TextDecoder().decode(written.bytes)
  assert.match(text, /tts:origin="20% 15%" tts:extent="70% 25%"/)
})

test('conforms a film of 23.976 to the 24 of cinemas, frame by frame', () => {
  const written = run('dcp-smpte', CUES, { num: 24_000, den: 1001 })
  assert.ok(written.ok, JSON.stringify(written))
  assert.match(new TextDecoder().decode(written.bytes), /<EditRate>24 1<\/EditRate>/)
  const read = FORMATS.dcp.read(written.bytes, { rate: { num: 24, den: 1 } })
  // Frame 192 of the film.
  assert.deepEqual(read.ok && [read.cues[0]!.start, read.cues[0]!.stop], [8000, 10_000])
  assert.match(written.warnings[0]!.lost, /cinemas play these frames at 24 fps/)
})
