import assert from 'node:assert/strict'
import { test } from 'node:test'
import { options, cue, findingsOf, assertPasses, assertFixes } from '../../test/rules.ts'
import { check } from './check.ts'

test('TAGS: reports invalid markup and no other text finding', () => {
  for (const text of ['<i>a', 'a</b>', '<p>a</p>', 'a < b', '<i><b>a</i></b>'])
    assert.deepEqual(
      check([cue(`${text}  ...`)], options({})).map(({ rule, severity }) => [rule, severity]),
      [['TAGS', 'error']],
      text,
    )
  assertPasses('TAGS', ['<i>a</i>', 'a<br>b', 'a &lt; b'])
})

test('EMPTY and UNTRANSLATED: distinguish missing text from a missing translation', () => {
  for (const text of ['', ' ', '<i></i>', '\u00a0', '\u200b']) {
    assert.deepEqual(
      [findingsOf('EMPTY', [cue(text)]).length, findingsOf('UNTRANSLATED', [cue(text)]).length],
      [1, 0],
      text,
    )
    assert.deepEqual(
      [
        findingsOf('EMPTY', [cue(text, { source: 'No.' })]).length,
        findingsOf('UNTRANSLATED', [cue(text, { source: 'No.' })]).length,
      ],
      [0, 1],
      text,
    )
  }
  assertPasses('EMPTY', ['.', '♪'])
})

test('SAME-AS-SOURCE: ignores tags and case, and allows names', () => {
  const same = (text: string, source: string) =>
    findingsOf('SAME-AS-SOURCE', [cue(text, { source })], {
      names: [{ source: 'Anna' }, { source: 'New York' }],
    }).length
  assert.deepEqual(
    [
      same('Come here!', '<i>COME HERE!</i>'),
      same('Komm her!', 'Come here!'),
      same('Anna!', 'Anna!'),
      same('Anna, New York', 'Anna, New York'),
      same('2019', '2019'),
      same('Anna, come!', 'Anna, come!'),
    ],
    [1, 0, 0, 0, 0, 1],
  )
})

test('SPACES: finds extra spaces, with exceptions for French', () => {
  assertPasses('SPACES', [
    'Ja, gut.',
    'a\u00a0b',
    '… und dann',
    '100 %',
    'um .5 mehr',
    'また　明日',
  ])
  assertFixes('SPACES', [
    ['a  b', 'a b'],
    [' a ', 'a'],
    ['a <br> b', 'a<br>b'],
    ['Was ?', 'Was?'],
    ['Gut , ja .', 'Gut, ja.'],
    ['<i>a </i> b', '<i>a </i>b'],
  ])
  assertPasses('SPACES', ['Quoi ?', 'Non !', '« Oui »'], { language: 'fra' })
  assertFixes('SPACES', [['Bon , oui', 'Bon, oui']], { language: 'fra' })
})

test('GLYPH: finds other scripts, emoji and invalid characters', () => {
  assertPasses('GLYPH', ['Über ß “a” – … ♪ 5 €', '½ ™ ©'])
  assertFixes('GLYPH', [
    ['Nеin', undefined],
    ['Gut 👍', undefined],
    ['a\u200bb', 'ab'],
    ['Ent\u00adzug', 'Entzug'],
    ['\ufffd', undefined],
    ['\u202eabc\u202c', undefined],
    ['\ue000', undefined],
  ])
  for (const [language, text] of [
    ['rus', 'Привет, John'],
    ['jpn', 'はい、ダメだ。日本ー'],
    ['kor', '네, 漢字 OK'],
    ['zho', '你好，世界。'],
    ['ara', 'مرحبا، بالعالم'],
    ['fas', 'می\u200cخواهم'],
    ['hin', 'क्\u200dष नमस्ते।'],
    ['ell', 'Γειά'],
    ['srp', 'Здраво zdravo'],
    ['xxx', 'ଓଡ଼ିଆ'],
  ] as const)
    assertPasses('GLYPH', [text], { language })
  assertPasses('GLYPH', ['Gut 👍🏽'], { name: 'vertical' })
  assert.equal(findingsOf('GLYPH', [cue('Жизнь')], { name: 'cea-608' }).length, 1)
  assertPasses('GLYPH', ["Élan, it's 5 o'clock - ok?"], { name: 'cea-608' })
})
