import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import type { Typeface } from '@reelay/fonts'
import { breakText, typesetLine, type TextLine } from './text.ts'

const lay = (text: string, typeface: Typeface = 'latin') => typesetLine(text, { typeface })
const wrap = (text: string, ems: number) => breakText(text, ems, { typeface: 'latin' })
const glyphsOf = ({ runs }: TextLine) => runs.flatMap(({ glyphs }) => glyphs)
/** The text as it is drawn, from left to right. */
const drawn = (line: TextLine) =>
  glyphsOf(line)
    .map(({ text }) => text)
    .join('')
const fontsOf = ({ runs }: TextLine) => runs.map(({ font }) => basename(font.path))

test('draws Latin text from left to right in one run', () => {
  const line = lay('Wait, Vašek!')
  assert.deepEqual([drawn(line), line.isRightToLeft], ['Wait, Vašek!', false])
  assert.deepEqual(fontsOf(line), ['NotoSans-Regular.ttf'])
})

test('joins Arabic letters and draws them from right to left', () => {
  const line = lay('سلام')
  assert.equal(line.isRightToLeft, true)
  assert.deepEqual(fontsOf(line), ['NotoNaskhArabic-Regular.ttf'])
  const isolated = [...'سلام'].flatMap((letter) => glyphsOf(lay(letter)).map(({ id }) => id))
  const joined = glyphsOf(line).map(({ id }) => id)
  assert.equal(joined.filter((id) => isolated.includes(id)).length < isolated.length, true)
  assert.equal(glyphsOf(line)[0]!.text, 'م', 'the last letter is at the left')
})

test('keeps numbers and Latin names readable inside of Hebrew', () => {
  const text = 'שלום John 12:30'
  assert.equal(drawn(lay(text)), 'John 12:30 םולש')
})

test('mirrors brackets in text from right to left', () => {
  const [first] = glyphsOf(lay('(א)'))
  const [opening] = glyphsOf(typesetLine('(', { typeface: 'hebrew' }))
  assert.equal(first!.id, opening!.id, 'the bracket at the left opens to the right')
  assert.equal(first!.text, ')')
})

test('combines Devanagari letters', () => {
  const line = lay('क्षत्रिय', 'devanagari')
  assert.deepEqual(fontsOf(line), ['NotoSansDevanagari_400Regular.ttf'])
  assert.equal(glyphsOf(line).length < [...'क्षत्रिय'].length, true)
  assert.equal(
    glyphsOf(line).some(({ id }) => id === 0),
    false,
  )
})

test('takes each script from a font that has it, and Chinese characters from that of the language', () => {
  assert.deepEqual(fontsOf(lay('ไทย')), ['NotoSansThai_400Regular.ttf'])
  assert.deepEqual(fontsOf(lay('한국')), ['NotoSansKR-Regular.otf'])
  assert.deepEqual(fontsOf(lay('雨', 'simplified')), ['NotoSansHans-Regular.otf'])
  assert.deepEqual(fontsOf(lay('雨', 'japanese')), ['NotoSansJP-Regular.otf'])
  for (const text of ['ไทย', '한국', '雨', 'ごはん', '↑♪'])
    assert.equal(
      glyphsOf(lay(text)).some(({ id }) => id === 0),
      false,
      text,
    )
})

test('breaks lines at spaces, keeps punctuation at its word, and keeps line breaks', () => {
  assert.deepEqual(wrap('one two three, four', 4.5).map(drawn), ['one two', 'three,', 'four'])
  assert.deepEqual(wrap('one\n\ntwo', 20).map(drawn), ['one', '', 'two'])
})

test('breaks Thai and Japanese between words, and no line starts with a full stop', () => {
  for (const text of ['ฉันรอคุณมาหลายชั่วโมงแล้วนะครับ', '何時間も待っていたよ。そして雨が降った。']) {
    const lines = wrap(text, 8)
    assert.equal(lines.length > 1, true)
    assert.equal(lines.map(drawn).join(''), text)
    assert.equal(
      lines.every(({ width, runs }) => width <= 8 && !runs[0]!.glyphs[0]!.text.startsWith('。')),
      true,
    )
  }
})

test('breaks a word that is longer than a line', () => {
  const lines = wrap('a'.repeat(100), 10)
  assert.equal(
    lines.every(({ width }) => width <= 10),
    true,
  )
  assert.equal(lines.map(drawn).join(''), 'a'.repeat(100))
})

test('lays out characters that no font has, and half a character', () => {
  assert.equal(lay('\u{10ffff}').width > 0, true)
  assert.equal(lay('a\ud800b').runs.length > 0, true)
  assert.deepEqual(lay('').runs, [])
})
