import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cue } from '../cue.ts'
import { detectFormat } from './extensions.ts'
import { FORMATS } from './formats.ts'

const PAL = { num: 25, den: 1 }
const NTSC = { num: 30_000, den: 1001 }
const bytesOf = (text: string) => new TextEncoder().encode(text)

function read(text: string, rate = PAL, strict = false) {
  const result = FORMATS.spruce.read(bytesOf(text), { rate, strict })
  assert.ok(result.ok, JSON.stringify(result))
  return [result.cues, result.warnings.map(({ line, lost }) => `${line ?? '-'}: ${lost}`)] as const
}

const FILE = `//Credits
$FontName = Arial
$HorzAlign = Left
$VertAlign = Top
$Italic = TRUE
$TapeOffset = FALSE
00:00:01:00 , 00:00:02:12 , Who|taught ^Iyou^I?
$HorzAlign = Center
$VertAlign = Bottom
$Italic = FALSE
00:00:03:00,00:00:04:00,^BMe^B, really
`

test('reads subtitles with the settings before them', () => {
  assert.deepEqual(read(FILE), [
    [
      {
        start: 1000,
        stop: 2480,
        text: '<i>Who<br>taught </i>you<i>?</i>',
        alignment: 'top',
        textAlign: 'left',
      },
      { start: 3000, stop: 4000, text: '<b>Me</b>, really' },
    ],
    ['1: The comment //Credits', '2: The setting $FontName = Arial'],
  ])
})

test('detects Spruce STL by its content, and EBU STL beside it', () => {
  assert.equal(detectFormat('film.stl', bytesOf(FILE)), 'spruce')
  assert.equal(detectFormat('film.stl', bytesOf('850STL25.01')), 'stl')
  assert.equal(detectFormat('film.csv', bytesOf('00:00:01:00,00:00:02:00,A')), 'csv')
})

test('keeps the subtitles around one with a broken time', () => {
  const file = '00:00:01:00,00:00:02:00,A\n00:00:0x:00,00:00:03:00,B\n00:00:04:00,00:00:99:00,C\n'
  const message = 'Expected a subtitle (00:00:01:00,00:00:02:00,Text) or a setting ($Name = value)'
  assert.deepEqual(read(file), [
    [
      { start: 1000, stop: 2000, text: 'A' },
      { start: 4000, stop: 8000, text: 'C' },
    ],
    [
      `2: ${message}; left out: 00:00:0x:00,00:00:03:00,B`,
      '3: 00:00:99:00 is not a timecode; it lasts until the next one, 4 s at most',
    ],
  ])
  assert.ok(!FORMATS.spruce.read(bytesOf(file), { rate: PAL, strict: true }).ok)
})

test('writes styles, positions and drop-frame timecodes that read back', () => {
  const cues: Cue[] = [
    { start: 60_060, stop: 61_061, text: '<i>One<br>two</i> <b>three</b>' },
    { start: 62_062, stop: 63_063, text: 'four', alignment: 'middle', textAlign: 'right' },
  ]
  const written = FORMATS.spruce.write(cues, { title: '', language: 'eng', rate: NTSC })
  assert.ok(written.ok)
  const text = new TextDecoder().decode(written.bytes)
  assert.deepEqual(text.split('\n').slice(0, 3), [
    '$HorzAlign = Center',
    '$VertAlign = Bottom',
    '00:01:00;02,00:01:01;02,^IOne|two^I ^Bthree^B',
  ])
  assert.deepEqual(read(text, NTSC, true), [cues, []])
})

test('refuses to write what its codes cannot express', () => {
  const cues = [{ start: 0, stop: 1000, text: 'a|b' }]
  assert.deepEqual(FORMATS.spruce.write(cues, { title: '', language: 'eng', rate: PAL }), {
    ok: false,
    errors: [{ cue: 0, message: 'contains | or a code such as ^B' }],
  })
})
