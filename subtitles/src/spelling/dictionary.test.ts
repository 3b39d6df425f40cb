import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dictionaryOf, ownDictionary } from '../../test/dictionaries.ts'
import { readDictionary } from './dictionary.ts'
import { findMisspelled } from './misspelled.ts'

type Known = Parameters<typeof dictionaryOf>[0]

const unknownIn = (dictionary: ReturnType<typeof ownDictionary>, words: readonly string[]) => [
  ...findMisspelled(dictionary, words, new Set()).misspelled.keys(),
]
const wordsOf = (text: string) => text.split(' ')

const RIGHT: Record<Known, string> = {
  en: "hello Hello dog's Dog’s unhappiness well-known London running don't friends co-workers",
  fr: "bonjour l'homme L’homme arc-en-ciel élevée mangeaient qu'il j'aime aujourd'hui œuvre",
  nl: "dankjewel zestienjarige verkeersleider voetbalwedstrijd ijsbeer auto's tweeëntwintig treinstation",
  pl: 'dziękuję najpiękniejszy nieprzyjaciel chodziłabym',
  ru: 'привет собаками наилучший говорила',
}
const WRONG: Record<Known, string> = {
  en: 'helllo london recieve dont dog’ss unhapiness',
  fr: "bonjuor elevee l'homm mangaient",
  nl: 'voetbalwedstrijdd autos gespeelt',
  pl: 'dziekuje najpiekniejszy',
  ru: 'превет собокам',
}
for (const language of Object.keys(RIGHT) as Known[])
  test(`knows the words of the dictionary ${language} and their forms, and no others`, () => {
    const dictionary = dictionaryOf(language)
    assert.deepEqual(unknownIn(dictionary, wordsOf(RIGHT[language])), [])
    assert.deepEqual(unknownIn(dictionary, wordsOf(WRONG[language])), wordsOf(WRONG[language]))
  })

const SUGGESTED: [Known, string, string][] = [
  ['en', 'helllo', 'hello'],
  ['en', 'Helllo', 'Hello'],
  ['en', 'dont', "don't"],
  ['en', 'recieve', 'receive'],
  ['en', 'becuase', 'because'],
  ['en', 'definately', 'definitely'],
  ['en', 'ofthe', 'of the'],
  ['en', 'london', 'London'],
  ['fr', 'elevee', 'élevée'],
  ['fr', 'francais', 'français'],
  ['nl', 'gespeelt', 'gespeeld'],
  ['nl', 'voetbalwedstrijdd', 'voetbalwedstrijd'],
  ['pl', 'dziekuje', 'dziękuję'],
  ['ru', 'превет', 'привет'],
]
test('suggests similar words, at most five', () => {
  for (const [language, word, wanted] of SUGGESTED) {
    const { misspelled } = findMisspelled(dictionaryOf(language), [word], new Set())
    const suggestions = misspelled.get(word) ?? []
    assert.ok(suggestions.includes(wanted), `${word}: ${suggestions.join(', ')}`)
    assert.ok(suggestions.length <= 5)
  }
})

test('never suggests a word that the dictionary does not contain', () => {
  const dictionary = dictionaryOf('en')
  for (const word of ['teh', 'acommodation', 'wierd', 'ocurred', 'tommorow'])
    for (const suggestion of findMisspelled(dictionary, [word], new Set()).misspelled.get(word)!)
      assert.deepEqual(unknownIn(dictionary, wordsOf(suggestion)), [], suggestion)
})

test('combines prefixes and suffixes only if both allow it', () => {
  const dictionary = ownDictionary(
    ['PFX U Y 1', 'PFX U 0 un .', 'SFX N N 1', 'SFX N 0 ness .', 'SFX S Y 1', 'SFX S y ies y'],
    ['kind/UN', 'ready/US'],
  )
  assert.deepEqual(
    unknownIn(dictionary, ['unkind', 'kindness', 'unkindness', 'readies', 'unreadies', 'readys']),
    ['unkindness', 'readys'],
  )
})

test('follows the flags of affixes, in all three ways to write flags', () => {
  const of = (form: string, one: string, two: string) =>
    ownDictionary(
      [
        `FLAG ${form}`,
        `SFX ${one} Y 1`,
        `SFX ${one} 0 er/${two} .`,
        `SFX ${two} Y 1`,
        `SFX ${two} 0 s .`,
      ],
      [`work/${one}`],
    )
  for (const dictionary of [of('UTF-8', 'É', 'Ü'), of('long', 'Aa', 'Bb'), of('num', '101', '7')])
    assert.deepEqual(unknownIn(dictionary, ['worker', 'workers', 'works']), ['works'])
})

test('needs affixes where the dictionary says so, and refuses forbidden words', () => {
  const dictionary = ownDictionary(
    ['NEEDAFFIX X', 'FORBIDDENWORD F', 'KEEPCASE K', 'SFX S Y 1', 'SFX S 0 s .'],
    ['foo/XS', 'bar/S', 'bars/F', 'mm/K'],
  )
  assert.deepEqual(unknownIn(dictionary, ['foo', 'foos', 'bar', 'bars', 'mm', 'Mm']), [
    'foo',
    'bars',
    'Mm',
  ])
})

test('builds compounds from parts that may stand where they stand', () => {
  const dictionary = ownDictionary(
    ['COMPOUNDBEGIN b', 'COMPOUNDMIDDLE m', 'COMPOUNDEND e', 'COMPOUNDMIN 2', 'CHECKCOMPOUNDDUP'],
    ['Haus/b', 'tür/me', 'schloss/e'],
  )
  assert.deepEqual(
    unknownIn(dictionary, ['Haustür', 'Haustürschloss', 'Schlosshaus', 'Haustürtür', 'türschloss']),
    ['Schlosshaus', 'Haustürtür', 'türschloss'],
  )
})

test('reads a dictionary in another encoding', () => {
  const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const dictionary = readDictionary(
    latin1('SET ISO8859-1\nTRY aeiou\n'),
    latin1('1\nœuvre\ncafé\n'.replace('œ', 'o')),
  )
  assert.deepEqual(unknownIn(dictionary, ['café', 'cafe']), ['cafe'])
})

test('rejects an encoding that does not exist', () => {
  const bytes = new TextEncoder().encode('SET NOTHING-8\n')
  assert.throws(() => readDictionary(bytes, bytes), RangeError)
})

test('does not report words in another script', () => {
  assert.deepEqual(unknownIn(dictionaryOf('ru'), ['Reelay', 'превет']), ['превет'])
})

test('does not report names and terms, also at the start of a sentence or in the genitive', () => {
  const { misspelled } = findMisspelled(
    dictionaryOf('en'),
    ['Zorblax', "Zorblax's", 'Zorblax’s', 'Warpdrive', 'zorblax'],
    new Set(['Zorblax', 'warpdrive']),
  )
  assert.deepEqual([...misspelled.keys()], ['zorblax'])
})
