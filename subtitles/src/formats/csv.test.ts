import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingOf } from '../../test/reading.ts'
import { csv } from './csv.ts'

const { readCues, readErrors } = readingOf(csv)

test('reads columns in any order and under any known name', () => {
  const card = {
    start: 1000,
    stop: 2500,
    text: 'EINE<br>REISE',
    source: 'A JOURNEY',
    name: 'GFX-1',
    budget: 12,
    note: 'all capitals',
    still: 'gfx1.png',
  }
  assert.deepEqual(
    readCues(
      'id,in,out,source,target,budget,note,still\nGFX-1,"00:00:01,000","00:00:02,500",A JOURNEY,"EINE\nREISE",12,all capitals,gfx1.png\n',
    ),
    [card],
  )
  assert.deepEqual(
    readCues(
      'Comments;TC In;TC-Out;Max. chars;Translation;English;#;Still;Editor\r\nall capitals;00:00:01:00;00:00:02.5;12;"EINE\r\nREISE";A JOURNEY;GFX-1;gfx1.png;Bo\r\n',
    ),
    [card],
  )
  assert.deepEqual(
    readCues(
      'Name\tStart\tEnd\tText\tOriginal\tLimit\tNotes\tImage\nGFX-1\t1\t2,5\tEINE<br>REISE\tA JOURNEY\t12\tall capitals\tgfx1.png',
    ),
    [card],
  )
})

test('skips empty rows and fills up short ones', () =>
  assert.deepEqual(readCues('in,out,source,target\n\n0,1,a\n,,,\n1,2,"",b\n'), [
    { start: 0, stop: 1000, text: '', source: 'a' },
    { start: 1000, stop: 2000, text: 'b' },
  ]))

test('reads quotes of RFC 4180 and of spreadsheets', () =>
  assert.deepEqual(
    readCues('in,out,text\n0,1,"a ""b"", c"\n1,2,a 5" disc\n2,3,\n').map((cue) => cue.text),
    ['a "b", c', 'a 5" disc', ''],
  ))

test('reads times as clock, frames or seconds', () => {
  const start = (written: string, rate = { num: 25, den: 1 }) =>
    readingOf(csv, rate).readCues(`in\tout\ttext\n${written}\t99:00:00\ta`)[0]!.start
  for (const [written, time] of [
    ['00:00:01,500', 1500],
    ['00:00:01.5', 1500],
    ['0:00:01', 1000],
    ['00:00:01:12', 1480],
    ['1.25', 1250],
    ['1,25', 1250],
    ['90', 90_000],
    [' 00:01:00 ', 60_000],
  ] as const)
    assert.equal(start(written), time, written)
  assert.equal(start('01:00:00:00', { num: 24_000, den: 1001 }), 3_603_600)
  assert.equal(start('01:00:00;00', { num: 30_000, den: 1001 }), 3_599_996)
  assert.equal(start('00:01:00;02', { num: 30_000, den: 1001 }), 60_060)
  assert.equal(start('00:10:00;00', { num: 60_000, den: 1001 }), 599_999)
})

test('reads positions and SubRip tags', () =>
  assert.deepEqual(
    readCues('in,out,text,alignment,text align\n0,1,<I>a</I> & <3,Top,LEFT\n1,2,{\\an8}b,,\n'),
    [
      { start: 0, stop: 1000, text: '<i>a</i> &amp; &lt;3', alignment: 'top', textAlign: 'left' },
      { start: 1000, stop: 2000, text: 'b', alignment: 'top' },
    ],
  ))

test('rejects invalid input with its row and column', () => {
  const cases: [string, string[]][] = [
    [
      '',
      ['1:1 The first row must contain the headings; missing: “in”, “out”, “source” or “target”'],
    ],
    [
      '0,1,a\n1,2,b',
      ['1:1 The first row must contain the headings; missing: “in”, “out”, “source” or “target”'],
    ],
    [
      'in,out,note\n',
      ['1:1 The first row must contain the headings; missing: “source” or “target”'],
    ],
    ['in,start,out,text\n', ['1:4 “start” and “in” are the same column']],
    ['in,out,text\n0,1,"a\nb', ['2:5 A cell starts with a quote that is never closed']],
    ['in,out,text\n0,1,"a" b\n', ['2:8 Unexpected text after the closing quote of a cell']],
    ['in,out,text\n0,1,a,b\n', ['2:7 Row 2, column 4: this cell has no heading']],
    [
      'in,out,text\nx,1,a\n',
      [
        '2:1 Row 2, in: a time must be written as 00:00:01,000 or 00:00:01:00, or as a number of seconds',
      ],
    ],
    [
      'in,out,text\n0,,a\n',
      [
        '2:3 Row 2, out: a time must be written as 00:00:01,000 or 00:00:01:00, or as a number of seconds',
      ],
    ],
    ['in,out,text\n0,00:00:01:25,a\n', ['2:3 Row 2, out: there is no such timecode at 25 fps']],
    [
      'in,out,text\n00:00:01;00,9,a\n',
      ['2:1 Row 2, in: a semicolon means drop frame, which exists only at 29.97 and 59.94 fps'],
    ],
    ['text,in,out\n"a\nb",2,1\n', ['3:6 Row 2, out: the row ends before it starts']],
    [
      'in,out,text,budget\n0,1,a,many\n0,1,a,-1\n',
      [
        '2:7 Row 2, budget: a budget must be a number of characters',
        '3:7 Row 3, budget: a budget must be a number of characters',
      ],
    ],
    [
      'in,out,text,alignment\n0,1,a,left\n',
      ['2:7 Row 2, alignment: must be one of top, middle, bottom'],
    ],
  ]
  for (const [file, errors] of cases) assert.deepEqual(readErrors(file), errors, file)
  assert.deepEqual(
    readingOf(csv, { num: 30_000, den: 1001 }).readErrors('in,out,text\n00:01:00;30,99,a'),
    ['2:1 Row 2, in: there is no such timecode at 30 fps drop frame'],
  )
})

test('escapes formulas and unescapes them again', () => {
  const cues = ['=1+1', '+1', '-Nein.', '@a', "'=1", "it's", '\u2212'].map((text, index) => ({
    start: index,
    stop: index + 1,
    text,
    note: text,
  }))
  const written = csv.write(cues, { title: '', language: 'deu', rate: { num: 25, den: 1 } })
  assert.ok(written.ok)
  const file = new TextDecoder().decode(written.bytes)
  assert.doesNotMatch(file, /(?:^|[,\n"])[=+\-@]/)
  assert.deepEqual(readCues(file), cues)
})
