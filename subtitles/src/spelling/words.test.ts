import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainText } from '../markup.ts'
import { findWords } from './words.ts'

const wordsOf = (text: string) => findWords(text).map(({ word }) => word)

test('finds words with apostrophes, hyphens and combining marks', () => {
  assert.deepEqual(wordsOf('- Don’t go, l’homme!\nArc-en-ciel… “naïve”'), [
    'Don’t',
    'go',
    'l’homme',
    'Arc-en-ciel',
    'naïve',
  ])
  assert.deepEqual(wordsOf('cafe\u0301 नमस्ते'), ['cafe\u0301', 'नमस्ते'])
})

test('omits capitals, single letters, digits and addresses', () => {
  assert.deepEqual(
    wordsOf('NASA A b 4K MP3s 2nd R2-d2 www.example.com ada@example.com #tag https://a.b/c x_1 ok'),
    ['ok'],
  )
})

test('digits and markup are never part of a word', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab<i>/1٣c #.-'’\n") }), (text) => {
      for (const { word, at } of findWords(plainText(text))) {
        assert.match(word, /^[\p{L}\p{M}'’-]+$/u)
        assert.equal(plainText(text).slice(at, at + word.length), word)
      }
    }),
  )
})

test('finds each word where it is, in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const { word, at } of findWords(text)) {
        assert.equal(text.slice(at, at + word.length), word)
        assert.doesNotMatch(word, /[\p{N}<>]/u)
        assert.ok(word.length <= 64)
      }
    }),
  )
})
