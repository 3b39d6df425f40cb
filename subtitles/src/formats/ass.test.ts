import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingOf } from '../../test/reading.ts'
import { ass } from './ass.ts'
import type { AssAppearance } from './ass/appearance.ts'
import { writeAssScript } from './ass/script.ts'

const { readCues, readErrors } = readingOf(ass)
const STYLES =
  '[V4+ Styles]\nFormat: Name, Bold, Italic, Underline, StrikeOut, Alignment\nStyle: Default,0,0,0,0,2\nStyle: Above,0,-1,0,0,8\nStyle: Loud,-1,0,0,0,1\nStyle: Struck,0,0,0,-1,2\n'
const EVENTS = '[Events]\nFormat: Layer, Start, End, Style, Text\n'
const one = (text: string, style = 'Default', info = '') =>
  readCues(
    `[Script Info]\nScriptType: v4.00+\n${info}\n${STYLES}\n${EVENTS}Dialogue: 0,0:00:01.00,0:00:02.00,${style},${text}\n`,
  )[0]!
const text = (written: string, style?: string, info?: string) => one(written, style, info).text

test('reads events by their format line, and only dialogue as cues', () =>
  assert.deepEqual(
    readCues(
      `[Script Info]\n; made by hand\n[Events]\nFormat: Style, End, Start, Text\nComment: Default,0:00:01.00,0:00:00.00,no\n; no\nDialogue: Default,0:00:02.50,0:00:01.00,Hello, you\n\nPicture: Default,0:00:02.50,0:00:01.00,x.png\n[Fonts]\nfontname: x\nM#$%&`,
    ),
    [{ start: 1000, stop: 2500, text: 'Hello, you' }],
  ))
test('assumes the default fields without a format line', () =>
  assert.deepEqual(
    readCues('[Events]\r\nDialogue: 0,0:00:01.05,1:00:02.99,Default,,0,0,0,, a\r\n'),
    [{ start: 1050, stop: 3_602_990, text: ' a' }],
  ))

test('applies styles and overrides', () => {
  assert.equal(text('a{\\i1}b{\\i0}c{\\b1\\u1}d{\\b0}e'), 'a<i>b</i>c<b><u>d</u></b><u>e</u>')
  assert.equal(text('a{\\i0}b{\\i}c{\\r}d', 'Above'), '<i>a</i>b<i>cd</i>')
  assert.equal(text('a{\\rLoud}b{\\rDefault}c'), 'a<b>b</b>c')
  assert.equal(text('{\\b700}a{\\b400}b'), '<b>a</b>b')
  assert.equal(
    text('{\\bord2\\be1\\iclip(1,2)\\fnArial\\c&HFF&\\fad(1,2)\\k20\\shad0}a{a comment}b{\\1c}c'),
    '<c #ff0000>ab</c>c',
  )
})
test('reads line breaks, spaces and escaped characters', () => {
  assert.equal(text('a\\Nb\\nc\\hd'), 'a<br>b c\u00a0d')
  assert.equal(text('a\\nb', undefined, 'WrapStyle: 2'), 'a<br>b')
  assert.equal(text('\\{a\\} <b> & \\x {'), '{a} &lt;b&gt; &amp; \\x {')
})
test('reads positions', () => {
  const place = (written: string, style?: string) => {
    const { alignment = 'bottom', textAlign = 'center' } = one(written, style)
    return `${alignment} ${textAlign}`
  }
  assert.equal(place('a'), 'bottom center')
  assert.equal(place('a', 'Above'), 'top center')
  assert.equal(place('{\\an2}a', 'Above'), 'bottom center')
  assert.equal(place('{\\an6}a{\\an1}'), 'middle right')
  assert.equal(place('{\\a5}a'), 'top left')
  assert.equal(place('a', 'Unknown'), 'bottom center')
})
test('reads the alignments of SSA', () => {
  const [cue] = readCues(
    '[V4 Styles]\nFormat: Name, Alignment\nStyle: Default,6\n[Events]\nFormat: Marked, Start, End, Style, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,*Default,a',
  )
  assert.equal(cue!.alignment, 'top')
})
test('rejects invalid input with its position', () => {
  const cases: [string, string[]][] = [
    ['', ['1:1 An ASS file must have an [Events] section']],
    ['1\n00:00:01,000 --> 00:00:02,000\na', ['1:1 An ASS file must have an [Events] section']],
    ['[Events]\nFormat: Start, Text\n', ['2:1 the event format has no field for the end']],
    [
      '[Events]\nFormat: Text, Start, End\n',
      ['2:1 the text must be the last field of the event format'],
    ],
    ['[Events]\nDialogue: 0,0:00:01.00', ['2:23 an event must have 10 fields']],
    [
      `${EVENTS}Dialogue: 0,0:00:01,00,0:00:02.00,Default,a`,
      ['3:13 a time must be written as 0:00:01.00'],
    ],
    [
      `${EVENTS}Dialogue: 0,0:00:01.00,0:00:02.000,Default,a`,
      ['3:24 a time must be written as 0:00:01.00'],
    ],
    [
      `${EVENTS}Dialogue: 0,0:00:02.00,0:00:01.00,Default,a`,
      ['3:24 the cue ends before it starts'],
    ],
    [`${EVENTS}what is this`, ['3:1 expected an event (Dialogue: or Comment:)']],
  ]
  for (const [file, errors] of cases) assert.deepEqual(readErrors(file), errors, file)
})

const look: AssAppearance = {
  width: 1080,
  height: 1920,
  fontName: 'Noto Sans, Bold',
  fontSize: 64,
  marginH: 108,
  marginV: 384,
  direction: 'rtl',
  box: true,
}
test('writes burn-in scripts with size, margins and text direction', () => {
  const script = writeAssScript(
    [{ start: 0, stop: 1234, text: '<b>NASA</b> שלום<br>2', alignment: 'top' }],
    look,
  ).split('\n')
  assert.ok(script.includes('PlayResX: 1080') && script.includes('PlayResY: 1920'))
  const style = script.find((line) => line.startsWith('Style: '))!
  assert.match(style, /^Style: Default,Noto Sans {2}Bold,64,.*,4,0,13,2,108,108,384,-1$/)
  assert.equal(
    script.findLast((line) => line.startsWith('Dialogue')),
    'Dialogue: 0,0:00:00.00,0:00:01.23,Default,,0,0,0,,{\\an8}\u200f{\\b1}NASA{\\b0} שלום\\N\u200f2',
  )
})
