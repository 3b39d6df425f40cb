import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexedWord, isPlace, parseWords } from './rules.ts'

const territories = [
  {
    code: 'DE',
    name: 'Germany and Austria',
    languages: [{ code: 'deu', name: 'German' }],
  },
  { code: 'LAT', name: 'Latin America', languages: [{ code: 'spa', name: 'Spanish' }] },
]

test('a word can name a language, a territory or both, in every language of the app', () => {
  const placesOf = (q: string) =>
    parseWords(q, territories).map(({ languages, territories: codes }) => [...languages, ...codes])
  assert.deepEqual(placesOf('kite german'), [[], ['deu', 'DE']])
  assert.deepEqual(placesOf('deutsch österreich'), [['deu', 'DE'], []])
  assert.deepEqual(placesOf('الألمانية'), [['deu']])
  assert.deepEqual(placesOf('latin SPAN de ge'), [['LAT'], ['spa'], ['DE'], []])
})

test('looks the longest word up that names no place', () => {
  const words = parseWords('kites german velmarra', territories)
  assert.equal(indexedWord(words)?.text, 'velmarra')
  assert.equal(indexedWord(parseWords('german', territories))?.text, 'german')
  assert.ok(words.some(isPlace))
})
