import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type translations } from '@reelay/api/contract'
import { profileFor } from '@reelay/subtitles/profiles'
import { checkAll, checkSome, countFindings, fixFor, measureReading } from './checks.ts'
import type { EditorLine } from '../model/draft.ts'
import { countMatches, findIn, replaceIn } from '../find/find.ts'
import { splitByTerms, findAgreedTerms, createTermIndex } from '../suggestions/terms.ts'

const rulesFor = (language: string): translations.CheckRules => ({
  profile: profileFor('standard', language),
  language,
  kind: 'subtitles',
  rate: { num: 25, den: 1 },
  cuts: [],
  filmDuration: null,
  names: [{ source: 'Ada' }],
  glossary: [{ source: 'salt road', target: 'Salzstraße', forbidden: ['Salzweg'] }],
  project: 'p',
  studio: 's',
  revision: 1,
  script: null,
})
const twoDigits = (value: number) => String(value).padStart(2, '0')
const code = (seconds: number) =>
  `00:${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)},000`
const lineAt = (id: number, text: string, more: Partial<EditorLine> = {}): EditorLine => ({
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
const manyLines = (length: number) =>
  Array.from({ length }, (_none, index) =>
    lineAt(index, index % 7 === 0 ? 'Wir  sehen...' : 'Wir sehen nichts.'),
  )

test('checking some lines gives the same findings as checking all', () => {
  const rules = rulesFor('deu')
  const before = manyLines(60)
  const after = before.with(20, {
    ...before[20]!,
    text: 'Und  noch...',
    stopTime: before[21]!.startTime,
  })
  const some = checkSome(checkAll(before, rules), after, new Set(['l20']), rules)
  // Line numbers in messages count from the first checked line; the UI does not show messages.
  const sorted = (findings: ReturnType<typeof checkAll>) =>
    [...findings]
      .map(([id, own]) => [id, own.map(({ message: _message, ...finding }) => finding)] as const)
      .toSorted(([one], [other]) => one.localeCompare(other))
  assert.deepEqual(sorted(some), sorted(checkAll(after, rules)))
})

test('checks a line quickly, however many lines there are', (t) => {
  const [rules, lines] = [rulesFor('deu'), manyLines(10_000)]
  const all = checkAll(lines, rules)
  const start = process.cpuUsage()
  for (let round = 0; round < 20; round++) checkSome(all, lines, new Set(['l6000']), rules)
  const { user, system } = process.cpuUsage(start)
  const each = (user + system) / 1000 / 20
  t.diagnostic(`${each.toFixed(2)} ms per line`)
  assert.ok(each < 20)
})

test('counts errors and offers their fixes before warnings', () => {
  const findings = checkAll(
    [lineAt(1, 'Wir  sehen...'), lineAt(2, '', { source: 'Hello' })],
    rulesFor('deu'),
  )
  const { errors, warnings } = countFindings(findings)
  assert.deepEqual(
    [errors, warnings > 0, fixFor(findings.get('l1'))?.fix?.text],
    [1, true, 'Wir sehen...'],
  )
  assert.equal(fixFor(findings.get('l2')), undefined)
})

test('counts reading speed and rows by the rules of the language', () => {
  const german = measureReading(lineAt(1, 'Zwölf <i>Boxer</i><br>jagen'), rulesFor('deu'))
  assert.deepEqual(
    [german.rows, german.speed, german.maxPerRow, german.maxSpeed],
    [[11, 5], 8, 42, 17],
  )
  const fast = measureReading(
    { text: 'x'.repeat(35), startTime: '00:00:00,000', stopTime: '00:00:02,058' },
    rulesFor('deu'),
  )
  assert.equal(fast.speed, 17.1, 'just over the limit of 17 is never shown as 17')
  const japanese = measureReading(lineAt(1, 'こんにちは<br>世界A'), rulesFor('jpn'))
  assert.deepEqual([japanese.rows, japanese.maxPerRow], [[5, 2.5], 13])
  assert.deepEqual(
    measureReading(lineAt(1, 'مَرْحَبًا'), rulesFor('ara')).rows,
    [5],
    'combining marks do not count',
  )
})

test('finds text in both languages and replaces it in its style, never in a tag', () => {
  const lines = [
    lineAt(1, 'Ich <i>liebe</i> dich'),
    lineAt(2, 'x', { source: 'I love it' }),
    lineAt(3, '<i>b</i>'),
  ]
  assert.deepEqual(findIn(lines, { text: 'LIEBE', matchCase: false }), ['l1'])
  assert.deepEqual(findIn(lines, { text: 'LIEBE', matchCase: true }), [])
  assert.deepEqual(findIn(lines, { text: 'love', matchCase: false }), ['l2'])
  assert.deepEqual(findIn(lines, { text: 'i>', matchCase: false }), [])
  assert.deepEqual(findIn(lines, { text: '.', matchCase: false }), [])
  assert.equal(
    replaceIn('Ich <i>liebe</i> dich, Liebe', { text: 'liebe', matchCase: false }, 'mag'),
    'Ich <i>mag</i> dich, mag',
  )
  assert.equal(replaceIn('same', { text: 'x', matchCase: false }, 'y'), 'same')
  assert.equal(replaceIn('a &lt; b', { text: '<', matchCase: false }, '&'), 'a &amp; b')
})

test('marks terms in the original with their translation', () => {
  const termIndex = createTermIndex(rulesFor('deu'))
  const terms = findAgreedTerms('Ada took the <i>Salt<br>Road</i>.', termIndex)
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

test('counts each line after the end of the film as an error', () => {
  const rules = { ...rulesFor('deu'), filmDuration: 30_000 }
  const { errors } = countFindings(checkAll(manyLines(2_407), rules))
  const { errors: others } = countFindings(checkAll(manyLines(2_407), rulesFor('deu')))
  assert.equal(errors - others, 2_397)
})

test('counts what a replacement would change, with and without case', () => {
  const lines = [lineAt(1, '<i>Ada</i> und ada'), lineAt(2, 'nein', { source: 'Ada' })]
  assert.equal(countMatches(lines, { text: 'ada', matchCase: false }), 2)
  assert.equal(countMatches(lines, { text: 'ada', matchCase: true }), 1)
  assert.equal(countMatches(lines, { text: '', matchCase: true }), 0)
})
