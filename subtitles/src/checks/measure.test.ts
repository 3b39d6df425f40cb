import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCharacters, measureEms, hasVisibleText, countWords } from './measure.ts'

const counts = (
  expected: readonly (readonly [string, number])[],
  counting: Parameters<typeof countCharacters>[1] = 'graphemes',
) => {
  for (const [text, count] of expected) assert.equal(countCharacters(text, counting), count, text)
}

test('counts graphemes as characters', () =>
  counts([
    ['', 0],
    ['Nein.', 5],
    ['Über', 4],
    ['u\u0308ber', 4],
    ['é', 1],
    ['e\u0301\u0323', 1],
    ['👩‍👩‍👧‍👦', 1],
    ['🏳️‍🌈!', 2],
    ['🇩🇪🇫🇷', 2],
    ['👍🏽', 1],
    ['가', 1],
    ['\u1100\u1161\u11a8', 1],
    ['สวัสดี', 4],
    ['น้ำ', 1],
    ['नमस्ते', 3],
    ['क्षत्रिय', 3],
    ['مَرْحَبًا', 5],
    ['שָׁלוֹם', 4],
    ['தமிழ்', 3],
    ['ﾊﾟ', 1],
  ]))

test('does not count invisible characters', () =>
  counts([
    ['\u200fשלום\u200f', 4],
    ['a\u200bb', 2],
    ['co\u00adop', 4],
    ['\u2067ab\u2069', 2],
    ['\ufeffa', 1],
  ]))

test('counts like Intl.Segmenter on the fast path', () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  const unit = fc
    .oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0xa1, max: 0x6ff }),
      fc.integer({ min: 0x900, max: 0x97f }),
      fc.constantFrom(0x94d, 0x93c, 0x915, 0x937),
      fc.integer({ min: 0xe01, max: 0xe5b }),
      fc.integer({ min: 0x1100, max: 0x11ff }),
      fc.integer({ min: 0x1e00, max: 0x30ff }),
      fc.integer({ min: 0xac00, max: 0xac40 }),
      fc.integer({ min: 0xfe00, max: 0xffdc }),
      fc.integer({ min: 0x1f300, max: 0x1f64f }),
      fc.constantFrom(0x200d, 0xfe0f),
    )
    .map((code) => String.fromCodePoint(code))
    .filter(
      (letter) => !/[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(letter),
    )
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 8 }).map((units) => units.join('')),
      (text) =>
        assert.equal(countCharacters(text, 'graphemes'), [...segmenter.segment(text)].length),
    ),
    { numRuns: 5000 },
  )
})

test('counts full-width as one and half-width as a half', () =>
  counts(
    [
      ['你好', 2],
      ['你好，', 3],
      ['Tokyo', 2.5],
      ['東京 2024', 4.5],
      ['ｶﾀ', 1],
      ['カタ', 2],
      ['……', 2],
      ['“好”', 3],
    ],
    'wide',
  ))
test('Korean counts Latin, spaces and all punctuation as a half', () =>
  counts(
    [
      ['안녕하세요', 5],
      ['안녕, BTS', 4.5],
      ['네……', 2],
      ['네。', 1.5],
      ['漢字', 2],
    ],
    'korean',
  ))

test('counts words with letters or digits', () => {
  for (const [text, count] of [
    ['', 0],
    ['- Nein. -', 1],
    ['Am 15. November', 3],
    ['eins\nzwei', 2],
    ['…', 0],
  ] as const)
    assert.equal(countWords(text), count, text)
})

test('estimates widths, without accents', () => {
  assert.ok(measureEms('iiii') < measureEms('WW'))
  assert.equal(measureEms('é'), measureEms('e'))
  assert.equal(measureEms('東'), 1)
  assert.equal(measureEms('a\u200f'), measureEms('a'))
})

test('detects visible text', () => {
  for (const [text, ink] of [
    ['', false],
    [' \u00a0\n', false],
    ['\u200b\u200f', false],
    ['.', true],
    ['あ', true],
    ['♪', true],
  ] as const)
    assert.equal(hasVisibleText(text), ink, text)
})
