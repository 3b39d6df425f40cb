// One fault does not cost a whole film: every reader keeps the rest, and says what it repaired or
// left out, where and why. In strict mode, it refuses the file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from './extensions.ts'
import { FORMATS, READERS } from './formats.ts'
import type { ReadableFormatName } from './format.ts'
import { READ_CODES } from './read-codes.ts'

const rate = { num: 25, den: 1 }
const bytesOf = (file: string | Uint8Array) =>
  typeof file === 'string' ? new TextEncoder().encode(file) : file

/** Each cue as `start-stop text`, each warning as `code line:column what`. */
function read(format: ReadableFormatName, file: string | Uint8Array): [string[], string[]] {
  const result = READERS[format].read(bytesOf(file), { rate, language: 'eng' })
  assert.ok(result.ok, JSON.stringify(result))
  return [
    result.cues.map(({ start, stop, text }) => `${start}-${stop} ${text}`),
    result.warnings.map(({ code, lost, line, column }) => {
      assert.ok(READ_CODES.includes(code))
      return `${code} ${line ?? '-'}:${column ?? '-'} ${lost}`
    }),
  ]
}
const refuses = (format: ReadableFormatName, file: string | Uint8Array) =>
  !READERS[format].read(bytesOf(file), { rate, strict: true }).ok

type Case = [title: string, file: string, cues: string[], warnings: string[]]
function testCases(format: ReadableFormatName, cases: readonly Case[]) {
  for (const [title, file, cues, warnings] of cases)
    test(`${FORMATS[format as 'srt'].title}: ${title}`, () => {
      assert.deepEqual(read(format, file), [cues, warnings])
      assert.ok(refuses(format, file))
    })
}

const A = '1\n00:00:01,000 --> 00:00:02,000\nA\n\n'
const NOT_A_TIME = 'a time must be written as 00:00:01,000'
const READ_AS = 'read as 00:00:03,000 --> 00:00:04,000'
const repairedTimes = (title: string, times: string): Case => [
  title,
  `${A}2\n${times}\nB`,
  ['1000-2000 A', '3000-4000 B'],
  [`time 6:1 ${NOT_A_TIME}; ${READ_AS}`],
]
testCases('srt', [
  [
    'HTML in the arrow',
    `${A}2\n00:00:03,000 --&gt; 00:00:04,000\nB`,
    ['1000-2000 A', '3000-4000 B'],
    [`time 6:1 cue times must be separated by -->; ${READ_AS}`],
  ],
  repairedTimes('Arabic digits', '٠٠:٠٠:٠٣,٠٠٠ --> ٠٠:٠٠:٠٤,٠٠٠'),
  repairedTimes('full-width digits', '００：００：０３，０００ --> ００：００：０４，０００'),
  repairedTimes('directional marks', '\u202a00:00:03,000 --> 00:00:04,000\u202c'),
  repairedTimes('brackets around the times', '[00:00:03,000 --> 00:00:04,000]'),
  [
    'frames instead of milliseconds',
    `${A}2\n00:00:03:12 --> 00:00:04:00\nB`,
    ['1000-2000 A', '3480-4000 B'],
    [`time 6:1 ${NOT_A_TIME}; read as 00:00:03,480 --> 00:00:04,000`],
  ],
  [
    'a minus inside of a time',
    `${A}2\n00:00:-1,000 --> 00:00:04,000\nB`,
    ['1000-2000 A', '0-4000 B'],
    [
      `time 6:1 ${NOT_A_TIME}; read as -00:00:01,000 --> 00:00:04,000`,
      'out-of-range 6:18 the cue starts before the film; it starts at 0 now',
    ],
  ],
  [
    'the number, the times and the text on one line',
    `${A}2 00:00:03,000 --> 00:00:04,000 B c`,
    ['1000-2000 A', '3000-4000 B c'],
    [
      `time 5:1 ${NOT_A_TIME}; ${READ_AS}`,
      'syntax 5:1 the text is on the line of the times; read as the text of the cue',
    ],
  ],
  [
    'blank lines between all lines',
    '1\n\n00:00:01,000 --> 00:00:02,000\n\nA\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\nB\n\n2\n',
    ['1000-2000 A', '3000-4000 B<br>2'],
    [2, 8].map(
      (line) =>
        `syntax ${line}:1 a blank line is between the number and the times of a cue; it is ignored`,
    ),
  ],
])

test('SubRip: lines that end with CR CR LF', () => {
  const file = `${A}2\n00:00:03,000 --> 00:00:04,000\nB`.replaceAll('\n', '\r\r\n')
  assert.deepEqual(read('srt', file), [
    ['1000-2000 A', '3000-4000 B'],
    ['syntax 1:1 the lines end with more than one carriage return; read as one'],
  ])
  assert.ok(refuses('srt', file))
})

test('SubRip: leaves out zero bytes, so that the cues can be written again', () => {
  const file = `${A}2\r\n00:00:03,000 --> 00:00:04,000\nB\0\0 c\n\0`
  assert.deepEqual(read('srt', file), [
    ['1000-2000 A', '3000-4000 B c'],
    [
      'character 7:2 The file has 2 zero bytes here; left out',
      'character 8:1 The file has a zero byte here; left out',
    ],
  ])
  assert.ok(refuses('srt', file))
})

test('SubRip: keeps UTF-8 where a byte is bad, and UTF-16 without a mark that is cut', () => {
  const file = `${A}2\n00:00:03,000 --> 00:00:04,000\nBäé`
  const lost = 'the text contains U+FFFD, which replaces a lost character; it is kept'
  const withBadByte = Uint8Array.from([...bytesOf(file), 0xe4])
  assert.deepEqual(read('srt', withBadByte), [
    ['1000-2000 A', '3000-4000 Bäé\ufffd'],
    [`character 7:1 ${lost}`],
  ])
  const wide = Uint8Array.from([...Buffer.from(file, 'utf16le'), 0x41])
  assert.deepEqual(read('srt', wide)[0], ['1000-2000 A', '3000-4000 Bäé\ufffd'])
})

test('SubRip: keeps a number that is a text', () => {
  const file = '00:00:01,000 --> 00:00:02,000\n7\n\n00:00:03,000 --> 00:00:04,000\n8\n'
  assert.deepEqual(read('srt', file), [['1000-2000 7', '3000-4000 8'], []])
})

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\n'
const VTT_TIMES = 'cue times must be written as 00:00:01.000 --> 00:00:02.000'
testCases('vtt', [
  [
    'a negative time',
    `${VTT}-00:03.000 --> 00:04.000\nB`,
    ['1000-2000 A', '0-4000 B'],
    [
      `time 6:1 ${VTT_TIMES}; read as such`,
      'out-of-range 6:1 the cue starts before the film; it starts at 0 now',
    ],
  ],
  [
    'blanks and small letters in the first line',
    '\n webvtt\n\n00:01.000 --> 00:02.000\nA',
    ['1000-2000 A'],
    ['header 1:1 A WebVTT file must start with the line WEBVTT; read without it'],
  ],
])

test('WebVTT: reads 865 lines of blanks as empty lines', () => {
  const cues = Array.from(
    { length: 865 },
    (_, at) => `${at + 1}\n00:00:${10 + (at % 50)}.000 --> 00:00:59.999\nText ${at}\n \n`,
  )
  const [list, warnings] = read('vtt', `WEBVTT\n\n${cues.join('')}`)
  assert.deepEqual(
    [list.length, list.filter((cue) => !/Text \d+$/.test(cue)), warnings.length],
    [865, [], 501],
  )
  assert.equal(
    warnings[0],
    'syntax 6:1 a line of blanks ends a cue, where an empty line must; read as an empty line',
  )
  assert.equal(warnings.at(-1), 'syntax -:- There are 365 more warnings of this kind')
})

test('WebVTT: keeps a line of blanks inside of a text, also when it is written', () => {
  const [cue] = read('vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\nA\n \nB`)[0]
  assert.equal(cue, '1000-2000 A<br> <br>B')
  const cues = [{ start: 1000, stop: 2000, text: 'A<br> ' }]
  const written = FORMATS.vtt.write(cues, { title: '', language: 'eng', rate })
  assert.ok(written.ok)
  assert.deepEqual(read('vtt', written.bytes), [['1000-2000 A<br> '], []])
})

const ttml = (body: string, namespace = 'http://www.w3.org/ns/ttml') =>
  `<tt xmlns="${namespace}">\n<body><div>\n${body}</div></body></tt>`
testCases('ttml', [
  [
    'a paragraph without its end tag',
    ttml('<p begin="1s" end="2s">A\n<p begin="3s" end="4s">B</p>\n<p begin="5s" end="6s">C</p>'),
    ['1000-2000 A', '3000-4000 B', '5000-6000 C'],
    ['syntax 4:1 The document starts <p> inside of <p>; the first one ends there'],
  ],
  [
    'a paragraph inside of another',
    ttml('<p begin="1s" end="2s">A<p begin="3s" end="4s">B</p></p>'),
    ['1000-2000 A'],
    ['syntax 3:25 A paragraph contains <p>, which does not belong there; left out: B'],
  ],
  [
    'text in another namespace',
    ttml('<p xmlns:x="urn:x" begin="1s" end="2s">A<x:y>B</x:y></p>'),
    ['1000-2000 A'],
    ['syntax 3:41 A paragraph contains <y>, which does not belong there; left out: B'],
  ],
  [
    'an unknown namespace',
    ttml('<p begin="1s" end="2s">A</p>', 'urn:x'),
    ['1000-2000 A'],
    ['syntax 1:1 The document has the unknown namespace urn:x; read as TTML'],
  ],
  [
    'times after 99:59:59',
    ttml('<p begin="100:00:00" end="100:00:01">A</p><p begin="1s" end="100:00:01">B</p>'),
    ['1000-359999999 B'],
    [
      'out-of-range 3:1 The paragraph ends after 99:59:59; the cue is left out: A',
      'out-of-range 3:43 The paragraph ends after 99:59:59; it ends there now',
    ],
  ],
  [
    'negative times',
    ttml('<p begin="-1s" end="1s">A</p><p begin="-3s" end="-1s">B</p>'),
    ['0-1000 A'],
    [
      'time 3:1 begin="-1s" is not a time; read as -1 s',
      'time 3:30 begin="-3s" is not a time; read as -3 s',
      'time 3:30 end="-1s" is not a time; read as -1 s',
      'outside 3:30 The text that is never shown: B',
    ],
  ],
])

test('TTML: reads a comma in seconds', () =>
  assert.deepEqual(read('ttml', ttml('<p begin="1,5s" end="2s">A</p>')), [
    ['1500-2000 A'],
    ['time 3:1 begin="1,5s" is not a TTML time; it was read as 1.5 s'],
  ]))

testCases('csv', [
  [
    'no headings',
    '1;00:00:01,000;00:00:02,000;A\n2;00:00:03:12;00:00:04:00;B',
    ['1000-2000 A', '3480-4000 B'],
    [
      'header 1:1 The first row has no headings; read as in, out and text',
      'field -:- A cell that is not read: 1',
      'field -:- A cell that is not read: 2',
    ],
  ],
])

test('EBU STL: finds the next subtitle after a lost or an added byte', () => {
  const cues = ['One', 'Two', 'Three'].map((text, at) => ({
    start: at * 2000 + 1000,
    stop: at * 2000 + 2000,
    text,
  }))
  const about = { title: 'Film', language: 'eng', rate }
  const written = FORMATS.stl.write(cues, about)
  assert.ok(written.ok)
  const all = cues.map(({ start, stop, text }) => `${start}-${stop} ${text}`)
  const at = 1024 + 40
  const shorter = Uint8Array.from([
    ...written.bytes.subarray(0, at),
    ...written.bytes.subarray(at + 1),
  ])
  const longer = Uint8Array.from([
    ...written.bytes.subarray(0, at),
    0x8f,
    ...written.bytes.subarray(at),
  ])
  for (const [file, size] of [
    [shorter, 127],
    [longer, 129],
  ] as const) {
    const [list, warnings] = read('stl', file)
    assert.deepEqual(
      [list, warnings],
      [all, [`syntax 2:1 A block has ${size} bytes instead of 128; the next one is found`]],
    )
    assert.ok(refuses('stl', file))
  }
})

test('EBU STL: leaves out a subtitle after 24 hours, and reports a damaged start of programme', () => {
  const cues = [{ start: 1000, stop: 2000, text: 'One' }]
  const written = FORMATS.stl.write(cues, { title: '', language: 'eng', rate })
  assert.ok(written.ok)
  const wrongStart = Uint8Array.from(written.bytes)
  wrongStart[256] = 0x78
  assert.deepEqual(read('stl', wrongStart), [
    ['1000-2000 One'],
    ['header 1:257 The start of the programme is not a timecode: "x0000000"; read as 00:00:00:00'],
  ])
  const late = Uint8Array.from([...written.bytes, ...written.bytes.subarray(1024)])
  late[1024 + 5] = 99
  assert.deepEqual(read('stl', late), [
    ['1000-2000 One'],
    ['time 2:6 The time in is not a timecode at 25 fps; the cue is left out: One'],
  ])
})

test('detects a format by what comes first in the file, not by its name', () => {
  const srt = `${A}2\n00:00:03,000 --> 00:00:04,000\nDialogue: none\n{1}{2}\n`
  const subViewer = '[INFORMATION]\n[END INFORMATION]\n00:00:01.00,00:00:02.00\nA[br]B\n'
  assert.equal(detectFormat('film.ass', bytesOf(srt)), 'srt')
  assert.equal(detectFormat('film.sub', bytesOf(subViewer)), 'sbv')
  assert.deepEqual(read('microdvd', subViewer)[0], ['1000-2000 A<br>B'])
})

test('refuses what is no subtitle file', () => {
  const files = ['', 'Dear Ada', '<!doctype html><p>404</p>', '%PDF-1.7\n%\u00e2', '{"a": 1}']
  for (const file of files)
    for (const format of Object.keys(READERS) as ReadableFormatName[]) {
      const result = READERS[format].read(bytesOf(file), { rate })
      assert.ok(!result.ok, `${format} ${file}`)
    }
})
