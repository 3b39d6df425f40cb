import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingOf } from '../../test/reading.ts'
import { srt } from './srt.ts'

const { readCues, readErrors } = readingOf(srt)
const one = (text: string) => readCues(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`)[0]!
const text = (written: string) => one(written).text

test('reads a typical file', () =>
  assert.deepEqual(
    readCues(
      '1\n00:00:01,000 --> 00:00:02,500\nHello.\n\n2\n00:00:03,000 --> 00:00:04,000\n<i>Two</i>\nrows\n',
    ),
    [
      { start: 1000, stop: 2500, text: 'Hello.' },
      { start: 3000, stop: 4000, text: '<i>Two</i><br>rows' },
    ],
  ))

test('reads any line ends, a byte order mark and blank lines', () => {
  for (const end of ['\n', '\r\n', '\r'])
    assert.deepEqual(
      readCues(
        `\ufeff\n\n1\n00:00:01,000 --> 00:00:02,000\na\nb\n\n\n\n2\n00:00:03,000 --> 00:00:04,000\nc`.replaceAll(
          '\n',
          end,
        ),
      ).map((cue) => cue.text),
      ['a<br>b', 'c'],
    )
})

test('accepts missing, wrong and misplaced numbers', () => {
  assert.deepEqual(
    readCues('00:00:01,000 --> 00:00:02,000\na\n\n00:00:03,000 --> 00:00:04,000\nb').map(
      (cue) => cue.text,
    ),
    ['a', 'b'],
  )
  assert.deepEqual(
    readCues('7\n00:00:01,000 --> 00:00:02,000\na\n3\n00:00:03,000 --> 00:00:04,000\nb').map(
      (cue) => cue.text,
    ),
    ['a', 'b'],
  )
})

test('reads times like players do', () => {
  const times = (written: string) =>
    readCues(`1\n${written}\na`).flatMap(({ start, stop }) => [start, stop])
  assert.deepEqual(times('00:00:01.000 --> 00:00:02.000'), [1000, 2000])
  assert.deepEqual(times('0:0:1,5 --> 0:0:1,50'), [1005, 1050])
  assert.deepEqual(times('  00:00:01,000-->00:00:02,000  '), [1000, 2000])
  assert.deepEqual(times('00:00:01 --> 01:02'), [1000, 62_000])
  assert.deepEqual(times('00:00:01,000 --> 00:00:02,000  X1:100 X2:200 Y1:50 Y2:60'), [1000, 2000])
  assert.deepEqual(times('99:59:58,000 --> 99:59:59,999'), [359_998_000, 359_999_999])
})

test('ignores a blank line inside a cue', () => {
  assert.deepEqual(
    readCues(
      '1\n00:00:01,000 --> 00:00:02,000\n\na\n\nb\n \n1984\n\n2\n00:00:03,000 --> 00:00:04,000\n\n\n3\n00:00:05,000 --> 00:00:06,000\n2001',
    ).map((cue) => cue.text),
    ['a<br>b<br>1984', '', '2001'],
  )
})

test('reads tags in any case, closed or not', () => {
  assert.equal(text('<I>a</I> <B>b</B> <u >c</u>'), '<i>a</i> <b>b</b> <u>c</u>')
  assert.equal(text('<i>a\nb'), '<i>a<br>b</i>')
  assert.equal(text('a</i> <b><i>b</b>c</i>'), 'a <b><i>b</i></b><i>c</i>')
  assert.equal(text('a<br/>b'), 'a<br>b')
  assert.equal(text('{\\i1}a{\\i0}b'), '<i>a</i>b')
})

test('keeps colours, also in ASS overrides', () => {
  assert.equal(
    text('<font color="#ff0000" size=9>red {\\c&HFF0000&}blue</font> <FONT COLOR=Yellow>c</FONT>d'),
    '<c #ff0000>red </c><c #0000ff>blue</c> <c #ffff00>c</c>d',
  )
  assert.equal(text('<font face="a">a<font color=lime>b</font>c</font>'), 'a<c #00ff00>b</c>c')
})

test('reads the first position override', () => {
  assert.deepEqual(one('{\\an8}a'), { start: 1000, stop: 2000, text: 'a', alignment: 'top' })
  assert.deepEqual(one('a{\\an4}{\\an9}'), {
    start: 1000,
    stop: 2000,
    text: 'a',
    alignment: 'middle',
    textAlign: 'left',
  })
  assert.deepEqual(one('{\\a7}a'), {
    start: 1000,
    stop: 2000,
    text: 'a',
    alignment: 'top',
    textAlign: 'right',
  })
  assert.deepEqual(one('{\\an2}a'), { start: 1000, stop: 2000, text: 'a' })
})

test('reads everything else literally', () => {
  assert.equal(
    text('a < b > c & d &lt; &amp; <3 {x} \\ -->'),
    'a &lt; b &gt; c &amp; d &amp;lt; &amp;amp; &lt;3 {x} \\ --&gt;',
  )
  assert.equal(text('a\\Nb\\hc'), 'a<br>b\u00a0c')
  assert.equal(text('a\tb'), 'a b')
  assert.equal(text('<left\nright>'), '&lt;left<br>right&gt;')
})

test('rejects invalid input with its position', () => {
  const cases: [string, string[]][] = [
    ['', ['1:1 The file is empty']],
    ['\n \n', ['1:1 The file is empty']],
    [
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na',
      ['1:1 Expected a cue number or cue times (00:00:01,000 --> 00:00:02,000)'],
    ],
    ['<html><body>404', ['1:1 Expected a cue number or cue times (00:00:01,000 --> 00:00:02,000)']],
    ['1\nHello', ['1:1 Expected a cue number or cue times (00:00:01,000 --> 00:00:02,000)']],
    ['1\n00:00:01,000 -> 00:00:02,000\na', ['2:1 cue times must be separated by -->']],
    ['1\n00:00:02,000 --> 00:00:01,000\na', ['2:18 the cue ends before it starts']],
    ['1\n-00:00:01,000 --> 00:00:01,000\na', ['2:1 a time must be written as 00:00:01,000']],
    ['1\n00:00:61,000 --> 00:02:01,000\na', ['2:1 a time must be written as 00:00:01,000']],
    ['1\n00:00:01,000 --> 00:00:0x,000\na', ['2:18 a time must be written as 00:00:01,000']],
    [
      '1\n00:00:01,000 --> 00:00:02,000\na\n\n2\nb\n\n3\n00:00:03,000 --> 00:00:04,000\nc',
      ['5:1 cue 2 has no times'],
    ],
    ['1\n00:00:01,000 --> 00:00:02,000\na\u0001', ['3:1 the text contains a control character']],
    ['1\n00:00:01,000 --> 00:00:02,000\nab\0c', ['3:3 Contains a zero byte, which is not text']],
    [
      '1\n00:00:01,000 --> 00:00:02,000\nab\ufffdc',
      ['3:3 Contains U+FFFD, which replaces a character that was lost when the file was saved'],
    ],
    [
      '1\n00:00:02,000 --> 00:00:01,000\na\n\n2\n00:00:0,x --> 00:00:01,000\nb',
      ['2:18 the cue ends before it starts', '6:1 a time must be written as 00:00:01,000'],
    ],
  ]
  for (const [file, errors] of cases) assert.deepEqual(readErrors(file), errors, file)
})

test('writes what players expect', () => {
  const written = srt.write(
    [
      { start: 0, stop: 1000, text: '<i>a &amp; b<br>c</i>', alignment: 'top' },
      { start: 1000, stop: 2000, text: '&lt;i&gt;<br><br>\\N' },
    ],
    { title: '', language: 'eng', rate: { num: 25, den: 1 } },
  )
  assert.ok(written.ok)
  assert.equal(
    new TextDecoder().decode(written.bytes),
    '1\n00:00:00,000 --> 00:00:01,000\n{\\an8}<i>a & b\nc</i>\n\n2\n00:00:01,000 --> 00:00:02,000\n<<i></i>i>\n<i></i>\n\\<i></i>N\n',
  )
})

test('reads repetitive input in linear time', () => {
  for (const long of ['<', '<i>', '{\\', '-->', '00:00 -> ', '<font ', 'a\n\n', ' '])
    srt.read(
      new TextEncoder().encode(
        `1\n00:00:01,000 --> 00:00:02,000\n${long.repeat(100_000 / long.length)}`,
      ),
      { rate: { num: 25, den: 1 } },
    )
})

test('keeps the good cues of a damaged file and says what it repaired', () => {
  const { readRepaired } = readingOf(srt)
  const cue = (start: number, stop: number, words: string) => ({ start, stop, text: words })
  const A = '1\n00:00:01,000 --> 00:00:02,000\na\n\n'
  const a = cue(1000, 2000, 'a')
  const cases: [string, ReturnType<typeof cue>[], string[]][] = [
    [
      '2\n00:00:03,000 -> 00:00:04,000\nb',
      [cue(3000, 4000, 'b')],
      ['6:1 cue times must be separated by -->; read as 00:00:03,000 --> 00:00:04,000'],
    ],
    [
      '2\n00:0O:03,000 --> 00:00:l4,000\nb',
      [cue(3000, 14_000, 'b')],
      ['6:1 a time must be written as 00:00:01,000; read as 00:00:03,000 --> 00:00:14,000'],
    ],
    [
      '2\n00:00:03,000 --> 00:00:0x,000\nb\n\n3\n00:00:05,000 --> 00:00:06,000\nc',
      [cue(3000, 5000, 'b'), cue(5000, 6000, 'c')],
      [
        '6:18 a time must be written as 00:00:01,000; it lasts until the next one, 4 s at most',
        '6:18 The text after the times: 00:00:0x,000',
      ],
    ],
    [
      '2\n00:00:0x,000 --> 00:00:04,000\nb',
      [],
      [
        '6:1 a time must be written as 00:00:01,000; the cue is left out: 00:00:0x,000 --> 00:00:04,000 b',
      ],
    ],
    [
      '2\n00:00:05,000 --> 00:00:04,000\nb',
      [cue(5000, 9000, 'b')],
      ['6:18 the cue ends before it starts; it lasts until the next one, 4 s at most'],
    ],
    [
      '2\n-00:00:01,000 --> 00:00:04,000\nb\n\n3\n100:00:00,000 --> 100:00:01,000\nc',
      [cue(0, 4000, 'b')],
      [
        '10:1 a time must be written as 00:00:01,000; read as 100:00:00,000 --> 100:00:01,000',
        '10:19 the cue ends after 99:59:59; the cue is left out: c',
        '6:1 a time must be written as 00:00:01,000; read as -00:00:01,000 --> 00:00:04,000',
        '6:19 the cue starts before the film; it starts at 0 now',
      ],
    ],
    ['2\nb\nc', [], ['5:1 cue 2 has no times; the cue is left out: b c']],
    [
      '2\n00:00:03,000 --> 00:00:04,000\nb\ufffd\u0001',
      [cue(3000, 4000, 'b\ufffd')],
      [
        '7:1 the text contains a control character and contains U+FFFD, which replaces a lost character; it is removed',
      ],
    ],
  ]
  for (const [file, cues, warnings] of cases)
    assert.deepEqual(readRepaired(A + file), [[a, ...cues], warnings], file)
})
