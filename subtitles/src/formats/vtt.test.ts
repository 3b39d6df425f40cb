import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingOf } from '../../test/reading.ts'
import { vtt } from './vtt.ts'

const { readCues, readErrors } = readingOf(vtt)
const one = (text: string, settings = '') =>
  readCues(`WEBVTT\n\n00:01.000 --> 00:02.000${settings}\n${text}\n`)[0]!
const text = (written: string) => one(written).text
const TIMES = '00:01.000 --> 00:02.000'

test('reads a typical file', () =>
  assert.deepEqual(
    readCues(
      'WEBVTT - by hand\nKind: captions\n\nNOTE\nof no concern\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:fred\n\nfirst\n00:00:01.000 --> 00:00:02.500\nHello.\n\n01:00:03.000 --> 01:00:04.000\n<i>Two</i>\nrows\n',
    ),
    [
      { start: 1000, stop: 2500, text: 'Hello.' },
      { start: 3_603_000, stop: 3_604_000, text: '<i>Two</i><br>rows' },
    ],
  ))

test('reads any line ends and a byte order mark', () => {
  for (const end of ['\n', '\r\n', '\r'])
    assert.deepEqual(
      readCues(`\ufeffWEBVTT\n\n\n${TIMES}\na\nb\n\n\n\n${TIMES}\nc`.replaceAll('\n', end)).map(
        (cue) => cue.text,
      ),
      ['a<br>b', 'c'],
    )
})

test('reads blocks like the W3C parser', () => {
  const texts = (file: string) => readCues(file).map((cue) => cue.text)
  assert.deepEqual(texts('WEBVTT'), [])
  assert.deepEqual(texts(`WEBVTT\n${TIMES}\nright under the header`), ['right under the header'])
  assert.deepEqual(texts(`WEBVTT\t--> x\n\n${TIMES}\na`), ['a'])
  assert.deepEqual(texts(`WEBVTT\n\n${TIMES}\na\n${TIMES}\nb`), ['a', 'b'])
  assert.deepEqual(texts(`WEBVTT\n\nNOTE\n${TIMES}\nits name is NOTE`), ['its name is NOTE'])
  assert.deepEqual(texts(`WEBVTT\n\n${TIMES}\n\n${TIMES}\nthe one before is empty`), [
    '',
    'the one before is empty',
  ])
  assert.deepEqual(texts(`WEBVTT\n\n${TIMES}\na\n \nb`), ['a<br> <br>b'])
  assert.deepEqual(readCues('WEBVTT\n\n\t 1:00:00.000-->001:00:01.000\na'), [
    { start: 3_600_000, stop: 3_601_000, text: 'a' },
  ])
})

test('keeps b, i and u, and the text of other tags', () => {
  assert.equal(text('<b>a</b><i.loud>b</i><u>c</u>'), '<b>a</b><i>b</i><u>c</u>')
  assert.equal(
    text(
      '<v Ada>a</v><c.yellow>b</c><lang en>c</lang><00:00:01.500>d<ruby>e<rt>f</rt></ruby><bogus>g</bogus>',
    ),
    'a<c #ffff00>b</c>cd<ruby>e<rt>f</rt></ruby>g',
  )
  assert.equal(text('<v Ada><i>a'), '<i>a</i>')
})

test('ignores end tags that do not close the innermost tag', () => {
  assert.equal(text('<i><b>a</i>b</b>c'), '<b><i>ab</i></b><i>c</i>')
  assert.equal(text('a</i>b'), 'ab')
  assert.equal(text('<b>a</b >b'), '<b>ab</b>')
  assert.equal(text('<ruby>a<rt><i>b</ruby>c</i>d</ruby>e'), '<ruby>a<rt>bcd</rt></ruby>e')
})

test('decodes character references', () => {
  assert.equal(
    text('&amp;&lt;&gt;&lrm;&rlm;&nbsp;&quot;&apos;'),
    '&amp;&lt;&gt;\u200e\u200f\u00a0"\'',
  )
  assert.equal(
    text('&eacute;&Eacute;&szlig;&yuml;&hellip;&#233;&#xE9;&#x1F600;&#128;'),
    'éÉßÿ…éé😀€',
  )
  assert.equal(
    text('a & b &amp c &notit AT&T &x 1&2 &'),
    'a &amp; b &amp; c ¬it AT&amp;T &amp;x 1&amp;2 &amp;',
  )
  assert.equal(text('&amp;lt;'), '&amp;lt;')
  assert.equal(text('&notin; &not;in'), '&amp;notin; ¬in')
})

test('reads the position from settings', () => {
  const place = (settings: string, words = 'a') => {
    const { alignment = 'bottom', textAlign = 'center' } = one(words, ` ${settings}`)
    return `${alignment} ${textAlign}`
  }
  const cases: [string, string][] = [
    ['line:0', 'top center'],
    ['line:-1', 'bottom center'],
    ['line:-1.5', 'bottom center'],
    ['line:8', 'middle center'],
    ['line:15', 'bottom center'],
    ['line:-16', 'top center'],
    ['line:-0', 'top center'],
    ['line:10%', 'top center'],
    ['line:50%,center', 'middle center'],
    ['line:84%,end', 'bottom center'],
    ['line:101%', 'bottom center'],
    ['line:5 line:x', 'top center'],
    ['line:5%%', 'bottom center'],
    ['align:start', 'bottom left'],
    ['align:end', 'bottom right'],
    ['align:left', 'bottom left'],
    ['align:right line:0', 'top right'],
    ['align:middle', 'bottom center'],
    ['align:end align:center', 'bottom center'],
    ['position:10%', 'bottom center'],
    ['position:90%,line-right', 'bottom center'],
    ['position:10% align:end', 'bottom right'],
    ['position:101%', 'bottom center'],
    ['vertical:rl line:0 align:start', 'top right'],
    ['vertical:rl', 'middle left'],
    ['region:fred size:30% whatever', 'bottom center'],
  ]
  for (const [settings, where] of cases) assert.equal(place(settings), where, settings)
  assert.equal(place('align:start', '<i>- שלום</i>'), 'bottom right')
  assert.equal(place('align:end', 'مرحبا'), 'bottom left')
})

test('rejects what the W3C parser would skip, with its position', () => {
  const times = 'cue times must be written as 00:00:01.000 --> 00:00:02.000'
  const cases: [string, string[]][] = [
    ['', ['1:1 A WebVTT file must start with the line WEBVTT']],
    ['webvtt\n', ['1:1 A WebVTT file must start with the line WEBVTT']],
    ['WEBVTTX\n', ['1:1 A WebVTT file must start with the line WEBVTT']],
    ['1\n00:00:01,000 --> 00:00:02,000\na', ['1:1 A WebVTT file must start with the line WEBVTT']],
    ['WEBVTT\n\n00:00:01,000 --> 00:00:02,000\na', [`3:1 ${times}`]],
    ['WEBVTT\n\nid\n00:60.000 --> 01:01.000\na', [`4:1 ${times}`]],
    ['WEBVTT\n\n00:01.000 -> 00:02.000 -->\na', [`3:10 ${times}`]],
    ['WEBVTT\n\n00:01.000 --> 0:02.000\na', [`3:15 ${times}`]],
    ['WEBVTT\n\n00:02.000 --> 00:01.000\na', ['3:15 the cue ends before it starts']],
    ['WEBVTT\n\n00:01.000 --> 100:00:00.000\na', ['3:15 the cue ends after 99:59:59']],
    ['WEBVTT\n\na block\nof no kind', ['3:1 Expected a cue with its times, or a NOTE']],
    [`WEBVTT\n\n${TIMES}\na\nb < c`, ['5:3 a tag is not closed; write a literal < as &lt;']],
    [`WEBVTT\n\n${TIMES}\n&#0;`, ['4:1 the text contains U+FFFD, which replaces a lost character']],
    [`WEBVTT\n\n${TIMES}\na\n-->\nb`, [`5:1 ${times}`]],
  ]
  for (const [file, errors] of cases) assert.deepEqual(readErrors(file), errors, file)
})

test('writes what every player reads', () => {
  const written = vtt.write(
    [
      {
        start: 0,
        stop: 1000,
        text: 'a --&gt; b<br><br>&amp;',
        alignment: 'middle',
        textAlign: 'right',
      },
    ],
    { title: '', language: 'eng', rate: { num: 25, den: 1 } },
  )
  assert.ok(written.ok)
  assert.equal(
    new TextDecoder().decode(written.bytes),
    'WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.000 line:50% align:right\na --&gt; b\n<i></i>\n&amp;\n',
  )
})
