import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cue,
  findingsOf,
  cuesWith,
  assertPasses,
  assertFixes,
  type CheckSetup,
} from '../../test/rules.ts'

test('CPS: exactly at the limit passes, one character more does not', () => {
  const at = (count: number, way: CheckSetup, letter = 'a') =>
    findingsOf('CPS', [cue(letter.repeat(count), { stop: 1000 })], way).length
  for (const [language, most] of [
    ['deu', 17],
    ['eng', 20],
    ['ara', 20],
    ['hin', 22],
    ['xxx', 17],
  ] as const)
    assert.deepEqual([at(most, { language }), at(most + 1, { language })], [0, 1], language)
  for (const [language, most, letter] of [
    ['kor', 12, '가'],
    ['zho', 9, '你'],
    ['jpn', 4, 'あ'],
  ] as const)
    assert.deepEqual(
      [at(most, { language }, letter), at(most + 1, { language }, letter)],
      [0, 1],
      language,
    )
  for (const [name, most] of [
    ['netflix-children', 13],
    ['netflix-sdh', 20],
    ['netflix-sdh-children', 17],
    ['arte', 20],
    ['vertical', 25],
  ] as const)
    assert.deepEqual([at(most, { name }), at(most + 1, { name })], [0, 1], name)
})

test('CPS: reports the speed, warns in trailers, and extends into free time', () => {
  const text = 'a'.repeat(35)
  const [found] = findingsOf('CPS', [cue(text, { stop: 2000 })])
  assert.deepEqual(
    [found!.message, found!.value, found!.limit, found!.severity],
    ['has a reading speed of 17.5 characters per second; the limit is 17', 17.5, 17, 'error'],
  )
  assert.equal(
    findingsOf('CPS', [cue(text, { stop: 2000 })], { name: 'standard' })[0]!.severity,
    'warning',
  )
  assert.ok(found!.fix!.stop! >= 2059 && found!.fix!.stop! <= 2500)
  assert.equal(
    findingsOf('CPS', [cue(text, { stop: 2000 }), cue('b', { start: 2084, stop: 4000 })])[0]!.fix,
    undefined,
    'the next cue leaves no room',
  )
  assert.equal(
    findingsOf('CPS', [cue('a'.repeat(60), { stop: 2000 })])[0]!.fix,
    undefined,
    'the cue would have to be more than half a second longer',
  )
})

test('CPS: ignores tags and invisible characters', () =>
  assert.deepEqual(findingsOf('CPS', [cue(`<i>${'a'.repeat(17)}</i>\u200f`, { stop: 1000 })]), []))

test('WPM: passes 180 words per minute', () => {
  assert.deepEqual(
    cuesWith('WPM', [cue('a b c', { stop: 1000 }), cue('a b c d', { start: 2000, stop: 3000 })], {
      name: 'bbc',
    }),
    [2],
  )
  assert.deepEqual(
    cuesWith('WPM', [cue('a b c d', { stop: 1000 })], { own: { wordsPerMinute: 200 } }),
    [1],
    'a studio can enable the rule in any profile',
  )
})

test('CPL: passes at the limit of each language and profile', () => {
  const at = (count: number, way: CheckSetup, letter = 'n') =>
    findingsOf('CPL', [cue(letter.repeat(count), { stop: 6000 })], way).map(
      ({ severity }) => severity,
    )
  for (const [language, most, letter] of [
    ['deu', 42, 'n'],
    ['tha', 35, 'ก'],
    ['kor', 16, '가'],
    ['zho', 16, '你'],
    ['jpn', 13, 'あ'],
  ] as const)
    assert.deepEqual(
      [at(most, { language }, letter), at(most + 1, { language }, letter)],
      [[], ['error']],
      language,
    )
  for (const [name, most] of [
    ['cea-608', 32],
    ['arte', 40],
    ['sdi', 37],
    ['vertical', 24],
  ] as const)
    assert.deepEqual([at(most, { name }), at(most + 1, { name })], [[], ['error']], name)
  for (const [name, good, most] of [
    ['ebu', 37, 40],
    ['bbc-vertical', 25, 29],
  ] as const)
    assert.deepEqual(
      [good, good + 1, most, most + 1].map((count) => at(count, { name })[0]),
      [undefined, 'warning', 'warning', 'error'],
      name,
    )
})

test('CPL: breaks a long line at a natural place', () =>
  assertFixes('CPL', [
    [
      'Das war vor langer Zeit, und es ist noch so wie damals.',
      'Das war vor langer Zeit,<br>und es ist noch so wie damals.',
    ],
    [
      '<i>Das war vor langer Zeit, und es ist noch so wie damals.</i>',
      '<i>Das war vor langer Zeit,<br>und es ist noch so wie damals.</i>',
    ],
    ['x'.repeat(43), undefined],
  ]))

test('WIDTH: passes at an estimated 68 percent of the screen', () => {
  assertPasses('WIDTH', ['Das war vor langer Zeit in einer Stadt'], { name: 'bbc' })
  assert.ok(findingsOf('WIDTH', [cue('W'.repeat(24))], { name: 'bbc' }).length)
  assertPasses('WIDTH', ['W'.repeat(40)])
})

test('LINES: passes two lines, and four in captions', () => {
  assertPasses('LINES', ['a<br>b'])
  assertPasses('LINES', ['a<br>b<br>c<br>d'], { name: 'cea-608' })
  assertFixes('LINES', [
    [
      'Wir sehen<br>gar nichts von<br>dem, was da draußen ist',
      'Wir sehen gar nichts von<br>dem, was da draußen ist',
    ],
  ])
  assert.equal(findingsOf('LINES', [cue('-a<br>-b<br>-c')])[0]!.fix, undefined)
})

test('BREAK: reports unnecessary breaks and breaks after an article', () => {
  assertPasses('BREAK', [
    '-Ja?<br>-Nein.',
    'Das war vor langer Zeit,<br>und es ist noch so wie damals.',
  ])
  assertFixes('BREAK', [
    ['Das ist<br>alles.', 'Das ist alles.'],
    [
      'Ich habe dir doch gesagt, dass du die<br>Tür schließen sollst.',
      'Ich habe dir doch gesagt,<br>dass du die Tür schließen sollst.',
    ],
  ])
  assertPasses('BREAK', ['Das ist<br>alles.'], { name: 'bbc' })
})

test('BUDGET: passes at the limit of the card', () => {
  const card = (text: string) =>
    findingsOf('BUDGET', [cue(text, { budget: 10 })], { kind: 'graphics' }).length
  assert.deepEqual([card('DEMNÄCHST!'), card('DEMNÄCHST<br>!'), card('DEMNÄCHST!!')], [0, 0, 1])
  assert.deepEqual(findingsOf('BUDGET', [cue('x'.repeat(99))], { kind: 'graphics' }), [])
})
