import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cue, findingsOf } from '../../test/rules.ts'

test('NAME: matches whole words, also in capitals', () => {
  const names = [
    { source: 'Will' },
    { source: 'Anna Karenina', target: 'Anna Karenina' },
    { source: 'Anna', target: 'Anne' },
  ]
  const missing = (source: string, text: string, language = 'deu') =>
    findingsOf('NAME', [cue(text, { source })], { names, language }).map(({ value }) => value)
  assert.deepEqual(missing('Will is here', 'Will ist da'), [])
  assert.deepEqual(missing('Will is here', 'Wills Hund'), [], 'inflected forms are accepted')
  assert.deepEqual(missing('Will is here', 'Willi<br>ist da'), [])
  assert.deepEqual(missing('WILL is here', 'Er ist da'), ['Will'])
  assert.deepEqual(missing('I will, Willard', 'Ja'), [])
  assert.deepEqual(missing('Anna Karenina', 'Anna<br>Karenina'), [])
  assert.deepEqual(missing('Anna Karenina met Will', 'Anna Karenina'), ['Will'])
  assert.deepEqual(missing('Anna', 'Anna'), ['Anna'])
  assert.deepEqual(
    missing('Will is here', 'ウィルがいる', 'jpn'),
    [],
    'a name without a translation is not checked in other scripts',
  )
  assert.deepEqual(
    missing('Anna', '', 'deu'),
    [],
    'an empty translation is reported by another rule',
  )
})

test('NAME: expects a name without a translation in languages with the letters of the name', () => {
  const isExpected = (name: string, language: string) =>
    findingsOf('NAME', [cue('—', { source: name })], { names: [{ source: name }], language })
      .length > 0
  const cases: [name: string, expected: string[], not: string[]][] = [
    ['Anna', ['deu', 'tur'], ['rus', 'jpn', 'xxx']],
    ['Анна', ['rus', 'bul'], ['deu', 'jpn', 'xxx']],
    ['東京タワー', ['jpn'], ['zho', 'eng']],
    ['大阪', ['jpn', 'zho', 'kor'], ['eng']],
    ["Дем'янюк", ['ukr'], ['eng']],
    ['R2-D2', ['eng'], ['rus']],
  ]
  for (const [name, expected, not] of cases)
    assert.deepEqual(
      [...expected, ...not].filter((language) => isExpected(name, language)),
      expected,
      name,
    )
})

test('TERM: requires the glossary term and rejects forbidden ones', () => {
  const glossary = [
    { source: 'the Force', target: 'die Macht', forbidden: ['die Kraft'] },
    { source: '力', target: 'Macht' },
  ]
  const wrong = (source: string, text: string) =>
    findingsOf('TERM', [cue(text, { source })], { glossary }).map(({ value }) => value)
  assert.deepEqual(
    [
      wrong('Use the force!', 'Nutze die Macht!'),
      wrong('Use the Force!', 'Nutze die Kraft!'),
      wrong('Use the Force!', 'Nutze sie!'),
      wrong('the forced', 'x'),
      wrong('その力', 'Kraft'),
    ],
    [[], ['die Kraft'], ['the Force'], [], ['力']],
  )
})

test('DATE: reports a contradicting date as an error', () => {
  const dates = [{ source: 'November 15', target: '15. November', forbidden: ['11. November'] }]
  const found = (text: string) =>
    findingsOf('DATE', [cue(text, { source: 'In theaters November 15' })], {
      dates,
      name: 'standard',
    }).map(({ severity }) => severity)
  assert.deepEqual(
    [found('Ab 15. November im Kino'), found('Ab 16. November im Kino')],
    [[], ['error']],
  )
})

test('NUMBERS: finds numbers of the source in any notation', () => {
  const missing = (source: string, text: string, language = 'deu') =>
    findingsOf('NUMBERS', [cue(text, { source })], { language }).map(({ value }) => value)
  for (const [source, text] of [
    ['November 15', '15.11.'],
    ['11/15', '15. November'],
    ['5 p.m.', '17 Uhr'],
    ['1,000 men', '1.000 Mann'],
    ['1,000', '1\u00a0000'],
    ['in 2019', 'عام ٢٠١٩'],
    ['20 men', '二十人'],
    ['7 days', 'sieben Tage'],
    ['15', '１５'],
    ['007 and 42', '42'],
  ] as const)
    assert.deepEqual(missing(source, text), [], text)
  assert.deepEqual(
    [
      missing('in 2019', 'im Jahr 2018'),
      missing('1,500', '1.000'),
      missing('November 15', '16. November'),
    ],
    [['2019'], ['1500'], ['15']],
  )
})
