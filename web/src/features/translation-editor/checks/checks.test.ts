import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type translations } from '@reelay/api/contract'
import { profileFor } from '@reelay/subtitles/profiles'
import { checkAll, checkSome, countFindings, fixFor, measureReading } from './checks.ts'
import type { Line } from '../model/draft.ts'
import { findIn, replaceIn } from '../find/find.ts'
import { splitByTerms, findAgreedTerms, createTermIndex } from '../suggestions/terms.ts'

const rulesFor = (language: string): translations.CheckRules => ({
  profile: profileFor('standard', language),
  language,
  kind: 'subtitles',
  rate: { num: 25, den: 1 },
  cuts: [],
  names: [{ source: 'Ada' }],
  glossary: [{ source: 'salt road', target: 'Salzstraße', forbidden: ['Salzweg'] }],
  project: 'p',
  studio: 's',
  revision: 1,
  script: null,
})
const code = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},000`
const at = (id: number, text: string, more: Partial<Line> = {}): Line => ({
  _id: `l${id}`,
  number: id,
  text,
  source: '',
  startTime: code(id * 3),
  stopTime: code(id * 3 + 2),
  auto: false,
  custom: true,
  machine: false,
  stale: false,
  version: 1,
  ...more,
})
const film = (length: number) =>
  Array.from({ length }, (_none, index) =>
    at(index, index % 7 === 0 ? 'Wir  sehen...' : 'Wir sehen nichts.'),
  )

test('some lines checked anew are as if all had been', () => {
  const rules = rulesFor('deu')
  const before = film(60)
  const after = before.with(20, {
    ...before[20]!,
    text: 'Und  noch...',
    stopTime: before[21]!.startTime,
  })
  const some = checkSome(checkAll(before, rules), after, new Set(['l20']), rules)
  // What a message says of other lines counts from where the check began; the page says it in its
  // own words.
  const sorted = (findings: ReturnType<typeof checkAll>) =>
    [...findings]
      .map(([id, own]) => [id, own.map(({ message: _said, ...finding }) => finding)] as const)
      .toSorted(([one], [other]) => one.localeCompare(other))
  assert.deepEqual(sorted(some), sorted(checkAll(after, rules)))
})

test('a line is checked anew in the time of a blink, however many there are', (t) => {
  const [rules, lines] = [rulesFor('deu'), film(1200)]
  const all = checkAll(lines, rules)
  const start = performance.now()
  for (let time = 0; time < 20; time++) checkSome(all, lines, new Set(['l600']), rules)
  const each = (performance.now() - start) / 20
  t.diagnostic(`${each.toFixed(2)} ms a line`)
  assert.ok(each < 50)
})

test('errors are counted and mended before warnings', () => {
  const findings = checkAll(
    [at(1, 'Wir  sehen...'), at(2, '', { source: 'Hello' })],
    rulesFor('deu'),
  )
  const { errors, warnings } = countFindings(findings)
  assert.deepEqual(
    [errors, warnings > 0, fixFor(findings.get('l1'))?.fix?.text],
    [1, true, 'Wir sehen...'],
  )
  assert.equal(fixFor(findings.get('l2')), undefined)
})

test('speed and rows are counted as the language counts', () => {
  const german = measureReading(at(1, 'Zwölf <i>Boxer</i><br>jagen'), rulesFor('deu'))
  assert.deepEqual(
    [german.rows, german.speed, german.mostInRow, german.mostSpeed],
    [[11, 5], 8, 42, 17],
  )
  const japanese = measureReading(at(1, 'こんにちは<br>世界A'), rulesFor('jpn'))
  assert.deepEqual([japanese.rows, japanese.mostInRow], [[5, 2.5], 13])
  assert.deepEqual(
    measureReading(at(1, 'مَرْحَبًا'), rulesFor('ara')).rows,
    [5],
    'marks belong to their letters',
  )
})

test('words are found in both languages and replaced in their style, never in a tag', () => {
  const lines = [
    at(1, 'Ich <i>liebe</i> dich'),
    at(2, 'x', { source: 'I love it' }),
    at(3, '<i>b</i>'),
  ]
  assert.deepEqual(findIn(lines, { words: 'LIEBE', matchCase: false }), ['l1'])
  assert.deepEqual(findIn(lines, { words: 'LIEBE', matchCase: true }), [])
  assert.deepEqual(findIn(lines, { words: 'love', matchCase: false }), ['l2'])
  assert.deepEqual(findIn(lines, { words: 'i>', matchCase: false }), [])
  assert.deepEqual(findIn(lines, { words: '.', matchCase: false }), [])
  assert.equal(
    replaceIn('Ich <i>liebe</i> dich, Liebe', { words: 'liebe', matchCase: false }, 'mag'),
    'Ich <i>mag</i> dich, mag',
  )
  assert.equal(replaceIn('same', { words: 'x', matchCase: false }, 'y'), 'same')
  assert.equal(replaceIn('a &lt; b', { words: '<', matchCase: false }, '&'), 'a &amp; b')
})

test('terms are marked where they stand, with what they are here', () => {
  const wording = createTermIndex(rulesFor('deu'))
  const terms = findAgreedTerms('Ada took the <i>Salt<br>Road</i>.', wording)
  assert.deepEqual(
    terms.map(({ source, target }) => [source, target]),
    [
      ['Ada', 'Ada'],
      ['salt road', 'Salzstraße'],
    ],
  )
  assert.deepEqual(
    splitByTerms('Ada took the <i>Salt<br>Road</i>.', terms).map(({ text, term }) => [
      text,
      term?.target,
    ]),
    [
      ['Ada', 'Ada'],
      [' took the ', undefined],
      ['Salt\nRoad', 'Salzstraße'],
      ['.', undefined],
    ],
  )
})
