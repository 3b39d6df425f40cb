// Colours, ruby, positions and the other features of a cue survive the formats that have them. What
// a format does not have is a warning.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cue } from '../cue.ts'
import { dcpWriter } from './dcp/dcp.ts'
import type { Format, FormatName } from './format.ts'
import { FORMATS, FORMAT_NAMES } from './index.ts'
import { stlWriter } from './stl/stl.ts'

const about = { title: 'Film', language: 'jpn', rate: { num: 30_000, den: 1001 } }
const TIMES = { start: 10_010, stop: 20_020 }
const COLOUR: Cue = { ...TIMES, text: 'a <c #ffff00>b</c><br><i>c</i>' }
const OTHER_COLOUR: Cue = { ...TIMES, text: '<c #ffa500>a</c>' }
const RUBY: Cue = { ...TIMES, text: '<ruby>漢<rt>かん</rt></ruby><ruby>字<rt>じ</rt></ruby>だ' }
const MARKS: Cue = { ...TIMES, text: '<em>これ</em>は<tcy>12</tcy>' }
const PLACED: Cue = {
  ...TIMES,
  text: 'a<br>b',
  alignment: 'middle',
  textAlign: 'left',
  x: 30,
  y: 63,
}
const VERTICAL: Cue = {
  ...TIMES,
  text: 'あ<br>い',
  alignment: 'top',
  textAlign: 'right',
  writingMode: 'vertical-rl',
}
const SPEAKER: Cue = { ...TIMES, text: 'a', speaker: 'Ada & <Bo>' }
const KIND: Cue = { ...TIMES, text: 'a', kind: 'forced' }
const DIRECTION: Cue = { ...TIMES, text: 'OK', direction: 'rtl' }

const write = (format: Format, cue: Cue, writer = format.write) => {
  const written = writer([cue], about)
  assert.ok(written.ok, JSON.stringify(written))
  const read = format.read(written.bytes, about)
  assert.ok(read.ok, JSON.stringify(read))
  return { cues: read.cues, warnings: written.warnings, lostAgain: read.warnings }
}

/** The formats that keep each cue. The others warn. */
const KEPT: [name: string, cue: Cue, formats: readonly FormatName[]][] = [
  [
    'colours',
    COLOUR,
    ['srt', 'vtt', 'ttml', 'ass', 'dcp', 'scc', 'csv', 'xlsx', 'xliff', 'xliff12', 'sami', 'mcc'],
  ],
  [
    'other colours',
    OTHER_COLOUR,
    ['srt', 'vtt', 'ttml', 'ass', 'dcp', 'csv', 'xlsx', 'xliff', 'xliff12', 'sami', 'microdvd'],
  ],
  ['positions', PLACED, ['vtt', 'ttml', 'ass', 'dcp', 'csv', 'xlsx', 'xliff', 'xliff12']],
  ['vertical text', VERTICAL, ['vtt', 'ttml', 'dcp', 'csv', 'xlsx', 'xliff', 'xliff12']],
  ['ruby', RUBY, ['vtt', 'ttml', 'dcp', 'csv', 'xlsx']],
  ['emphasis marks and upright digits', MARKS, ['ttml', 'dcp', 'csv', 'xlsx', 'xliff', 'xliff12']],
  ['speakers', SPEAKER, ['vtt', 'ttml', 'ass', 'csv', 'xlsx', 'xliff', 'xliff12']],
  ['kinds', KIND, ['ttml', 'csv', 'xlsx', 'xliff', 'xliff12']],
  ['directions', DIRECTION, ['ttml', 'dcp', 'csv', 'xlsx', 'xliff', 'xliff12']],
]
const LATIN: readonly FormatName[] = ['stl', 'scc', 'mcc']

for (const [name, cue, formats] of KEPT)
  test(`keeps ${name} where the format has them, and warns elsewhere`, () => {
    const hasOtherLetters = [RUBY, MARKS, VERTICAL].includes(cue)
    for (const format of FORMAT_NAMES) {
      if (hasOtherLetters && LATIN.includes(format)) continue
      const { cues, warnings, lostAgain } = write(FORMATS[format], cue)
      const isKept = formats.includes(format)
      if (isKept) assert.deepEqual([cues, warnings, lostAgain], [[cue], [], []], format)
      else assert.notDeepEqual([format, warnings], [format, []])
    }
  })

test('names what a writer drops, by cue or once for the file', () => {
  const cues: Cue[] = [
    { ...TIMES, text: '<b>a</b>', speaker: 'Ada', kind: 'lyric' },
    { ...TIMES, text: '<c #ffff00>b</c>', x: 10, y: 5 },
  ]
  const written = FORMATS.stl.write(cues, about)
  assert.ok(written.ok)
  assert.deepEqual(
    written.warnings.map(({ cue, lost }) => `${cue ?? 'file'}: ${lost}`),
    [
      'file: The names of the speakers',
      'file: The kinds of the lines',
      '0: Bold',
      '1: The colour of the text',
      '1: The exact position; the nearest of nine is used',
    ],
  )
  const read = FORMATS.stl.read(written.bytes, about)
  assert.ok(read.ok)
  assert.deepEqual(read.cues[1], { ...TIMES, text: 'b', alignment: 'top', textAlign: 'left' })
})

test('writes ruby in parentheses where a format has none', () => {
  assert.equal(write(FORMATS.srt, RUBY).cues[0]!.text, '漢（かん）字（じ）だ')
})

test('writes colours in teletext, the nearest of eight', () => {
  const { cues, warnings } = write(FORMATS.stl, COLOUR, stlWriter('teletext'))
  assert.equal(cues[0]!.text, 'a <c #ffff00>b</c><br>c')
  assert.deepEqual(warnings, [{ cue: 0, lost: 'Italic' }])
  const orange = write(FORMATS.stl, OTHER_COLOUR, stlWriter('teletext'))
  assert.equal(orange.cues[0]!.text, '<c #ffff00>a</c>')
  assert.equal(orange.warnings.length, 1)
  const long = { ...TIMES, text: 'a'.repeat(36) }
  assert.ok(!stlWriter('teletext')([long], about).ok)
})

test('writes Interop subtitles that read back', () => {
  // Its times are in ticks of 4 ms.
  const times = { start: 10_012, stop: 20_020 }
  for (const cue of [COLOUR, RUBY, PLACED, VERTICAL])
    assert.deepEqual(write(FORMATS.dcp, cue, dcpWriter('interop')).cues, [{ ...cue, ...times }])
})

test('changes a style of SCC only between words', () => {
  const { cues, warnings } = write(FORMATS.scc, { ...TIMES, text: 'a<i>b</i> c' })
  assert.equal(cues[0]!.text, 'ab c')
  assert.deepEqual(warnings, [{ cue: 0, lost: 'A change of style inside of a word' }])
})

test('reads the colours of style sheets and the place of regions in WebVTT', () => {
  const file = `WEBVTT

STYLE
::cue(.loud) { color: #ffa500; }

REGION
id:fred width:40% lines:3 regionanchor:0%,100% viewportanchor:10%,20%

00:10.010 --> 00:20.020 region:fred align:left
<c.loud>a</c> <c.cyan.bg_black>b</c>`
  const read = FORMATS.vtt.read(new TextEncoder().encode(file), about)
  assert.ok(read.ok)
  assert.deepEqual(read.warnings, [])
  assert.deepEqual(read.cues, [
    {
      ...TIMES,
      text: '<c #ffa500>a</c> <c #00ffff>b</c>',
      alignment: 'top',
      textAlign: 'left',
      x: 10,
      y: 14.67,
    },
  ])
})
