// What a file loses is reported, and the rest is read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormatName } from './format.ts'
import { FORMATS } from './formats.ts'

const PAL = { num: 25, den: 1 }

/** The texts of the cues, and `cue: lost` of each warning. */
function read(format: FormatName, file: string | Uint8Array, rate = PAL) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const result = FORMATS[format].read(bytes, { rate })
  assert.ok(result.ok, JSON.stringify(result))
  return [
    result.cues.map(({ text }) => text),
    result.warnings.map(({ cue, lost, line }) =>
      cue === null && line !== undefined ? `line ${line}: ${lost}` : `${cue ?? 'file'}: ${lost}`,
    ),
  ]
}
const SRT = '1\n00:00:01,000 --> 00:00:02,000\n'
const VTT = '00:01.000 --> 00:02.000'
const ass = (text: string, stop = '0:00:02.00') =>
  `[Events]\nDialogue: 0,0:00:01.00,${stop},Default,,0,0,0,,${text}\n`
const TT =
  'xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"'
const ttml = (p: string, more = TT) => `<tt ${more}><body><div>${p}</div></body></tt>`
const NO_DURATION = '0: The cue has no duration; it lasts 1 ms now'

test('keeps the text of a cue without duration', () => {
  const files: [FormatName, string][] = [
    ['srt', '1\n00:00:01,000 --> 00:00:01,000\na'],
    ['vtt', 'WEBVTT\n\n00:01.000 --> 00:01.000\na'],
    ['ass', ass('a', '0:00:01.00')],
    ['ttml', ttml('<p begin="1s" end="1s">a</p>')],
    ['csv', 'in,out,text\n1,1,a'],
    [
      'dcp',
      '<DCSubtitle><Subtitle TimeIn="00:00:01:000" TimeOut="00:00:01:000"><Text>a</Text></Subtitle></DCSubtitle>',
    ],
  ]
  for (const [format, file] of files)
    assert.deepEqual(read(format, file), [['a'], [NO_DURATION]], format)
})

test('reports tags, colours and text outside of cues in SubRip', () => {
  assert.deepEqual(read('srt', `${SRT}<font color="red">a</font> <s>b</s>`), [
    ['<c #ff0000>a</c> b'],
    ['0: The tag <s>'],
  ])
  assert.deepEqual(read('srt', `made by me\n\n${SRT}{\\p1}m 0 0{\\p0}a{\\fad(1,2)}`), [
    ['a'],
    [
      'line 1: The text before the first cue: made by me',
      '0: A drawing: m 0 0',
      '0: The effect \\fad(1,2)',
    ],
  ])
  assert.deepEqual(read('srt', '1\n00:00:01,000 --> 00:00:02,000 line:0\na'), [
    ['a'],
    ['0: The text after the times: line:0'],
  ])
})

test('reports the guessed encoding', () => {
  const words = Uint8Array.from(`${SRT}Schöne Grüße, Märchenkönig`, (letter) =>
    letter.charCodeAt(0),
  )
  assert.deepEqual(read('srt', words), [
    ['Schöne Grüße, Märchenkönig'],
    ['file: The file does not state its encoding; it was read as windows-1252'],
  ])
})

test('reports style sheets, regions, speakers and unknown references in WebVTT', () => {
  const styles = 'STYLE\n::cue { color: red }\n\n::cue(b) { color: blue }\n\nREGION\nid:a'
  assert.deepEqual(
    read('vtt', `WEBVTT\n\n${styles}\n\n${VTT} region:a vertical:rl\n<v Ada>a &fjlig; b</v>`),
    [
      ['a &amp;fjlig; b'],
      [
        'line 3: A style sheet: ::cue { color: red }',
        'line 6: The rest of a style sheet after a blank line: ::cue(b) { color: blue }',
        '0: The meaning of &fjlig;, an unknown character reference',
        '0: The region a',
      ],
    ],
  )
})

test('leaves drawings out of ASS and keeps the dialogue beside them', () => {
  assert.deepEqual(
    read(
      'ass',
      `${ass('{\\p1}m 0 0 l 9 9{\\p0}a{\\move(1,2)}')}${ass('{\\p1}m 0 0')}`.replace(
        /\n\[Events\]/,
        '',
      ),
    ),
    [
      ['a'],
      [
        'line 3: The drawing Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0',
        '0: A drawing: m 0 0 l 9 9',
        '0: The effect \\move(1,2)',
      ],
    ],
  )
})

test('reads old DFXP times and files without a namespace', () => {
  assert.deepEqual(read('ttml', ttml('<p begin="0:00:01,5" end="0:02">a</p>', '')), [
    ['a'],
    [
      'file: The file has no TTML namespace',
      'line 1: begin="0:00:01,5" is not a TTML time; it was read as 1.5 s',
      'line 1: end="0:02" is not a TTML time; it was read as 2 s',
    ],
  ])
})

test('reports unknown colours, backgrounds and the shape of emphasis marks in TTML', () => {
  const p =
    '<p end="1s" tts:color="mauve" tts:backgroundColor="red">a<span tts:textEmphasis="filled circle">b</span></p>'
  assert.deepEqual(read('ttml', ttml(p)), [
    ['a<em>b</em>'],
    [
      '0: The colour mauve, which is unknown',
      '0: The colour behind the text',
      '0: The shape of the emphasis marks',
    ],
  ])
})

test('keeps entities that XML does not know', () => {
  assert.deepEqual(read('ttml', ttml('<p end="1s">a&nbsp;b & c &fjlig; &#0;</p>')), [
    ['a\u00a0b &amp; c &amp;fjlig; &amp;#0;'],
    [
      'file: &nbsp; is not declared; it was read as in HTML',
      'file: The meaning of &, which XML does not know; it is kept as text',
      'file: The meaning of &fjlig;, which XML does not know; it is kept as text',
      'file: The meaning of &#0;, which XML does not know; it is kept as text',
    ],
  ])
})

test('reads the animations of a paragraph in TTML as cues', () => {
  const p =
    '<p end="3s" tts:color="yellow">a<set begin="1s" end="2s" tts:color="red"/><span>b<set begin="2s" tts:visibility="hidden"/></span></p>'
  assert.deepEqual(read('ttml', ttml(p)), [
    ['<c #ffff00>ab</c>', '<c #ff0000>ab</c>', '<c #ffff00>a</c>'],
    [],
  ])
})

test('reports a frame rate that is not that of the film', () => {
  assert.deepEqual(read('ttml', ttml('<p end="1s">a</p>', `${TT} ttp:frameRate="24"`)), [
    ['a'],
    ['file: The file is made for 24 fps, the film has 25'],
  ])
})

test('leaves out a damaged SCC word, and moves a timecode that does not exist', () => {
  const ntsc = { num: 30_000, den: 1001 }
  const file =
    'Scenarist_SCC V1.0\n\n00:01:00;00\t9420 9470 6162 6e7 e364 942f\n\n00:01:02;00\t942c'
  assert.deepEqual(read('scc', file, ntsc), [
    ['abcd'],
    [
      'line 3: A timecode that drop frame skips; the next frame is used',
      'line 3: the word 6e7 is not four hexadecimal digits; it is left out',
    ],
  ])
})

test('reports characters after the last column of an SCC row', () => {
  const file = `Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9470 ${'6161 '.repeat(17)}942f\n\n00:00:03:00\t942c`
  assert.deepEqual(read('scc', file, { num: 30_000, den: 1001 }), [
    ['a'.repeat(34)],
    ['file: 2 characters are after column 32, where televisions end a row; they are kept'],
  ])
})

test('reports columns of a table that are not read', () => {
  assert.deepEqual(read('csv', 'in,out,text,Director\n1,2,a,b'), [
    ['a'],
    ['line 1: The column Director', '0: A cell that is not read: b'],
  ])
})

test('reports at most 500 warnings, and how many more there are', () => {
  const file = `${SRT}<s>a</s>\n\n`.repeat(600)
  const [, warnings] = read('srt', file)
  assert.deepEqual(
    [warnings!.length, warnings!.at(-1)],
    [501, 'file: There are 100 more warnings of this kind'],
  )
})
