// Words that make a spell checker slow. The work is counted, so these tests need no clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dictionaryOf } from '../../test/dictionaries.ts'
import { assertLinear, fill } from '../../test/growth.ts'
import { knowsWord } from './dictionary.ts'
import { findMisspelled, SPELLING_LIMITS } from './misspelled.ts'
import { suggestWords } from './suggest.ts'
import { findWords } from './words.ts'

const MEGABYTE = 1024 * 1024
const NONE = new Set<string>()

test('a word of a megabyte is not a word', () => {
  assert.deepEqual(findWords('a'.repeat(MEGABYTE)), [])
  assert.deepEqual(findWords('e\u0301'.repeat(MEGABYTE / 2)), [])
  const budget = { left: 100 }
  assert.equal(knowsWord(dictionaryOf('en'), 'a'.repeat(MEGABYTE), budget), false)
  assert.deepEqual(suggestWords(dictionaryOf('en'), 'a'.repeat(MEGABYTE), budget), [])
  assert.equal(budget.left, 100)
})

for (const pattern of [
  'a',
  "a'",
  'a-',
  'e\u0301',
  'a.a',
  'a1',
  '-',
  '’',
  'a\u200D',
  'www.a ',
  'ab ',
])
  test(`finding words in ${JSON.stringify(pattern)} takes linear time`, () =>
    assertLinear(pattern, (size) => {
      const text = fill(pattern, size)
      return () => findWords(text)
    }))

test('thousands of unknown words end at the limits', () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `zq${toLetters(index)}xv`)
  const { misspelled, complete } = findMisspelled(dictionaryOf('nl'), words, NONE)
  assert.equal(complete, false)
  assert.ok(misspelled.size <= SPELLING_LIMITS.misspelled)
  const suggested = [...misspelled.values()].filter((found) => found.length)
  assert.ok(suggested.length <= SPELLING_LIMITS.suggested)
})

test('words that are hard to look up or to suggest for stay within the budget', () => {
  const hard = ['een', 'honderd', 'a', 'ee', 'aé', 'twee', 'ij', "s'", 's-']
  for (const language of ['nl', 'fr', 'pl'] as const)
    for (const part of hard) {
      const word = part.repeat(64 / part.length).slice(0, 63)
      const budget = { left: 50_000 }
      knowsWord(dictionaryOf(language), word, budget)
      suggestWords(dictionaryOf(language), word, budget)
      // The last lookup may compare a group of affixes.
      assert.ok(budget.left > -5_000, `${language} ${word}: ${budget.left}`)
    }
})

test('any text can be checked', () => {
  const dictionary = dictionaryOf('fr')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const { misspelled } = findMisspelled(dictionary, [text], NONE)
      for (const found of misspelled.values()) assert.ok(found.length <= 5)
    }),
    { numRuns: 300 },
  )
})

const toLetters = (index: number) =>
  [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
