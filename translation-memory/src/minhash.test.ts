import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minhashSignature } from './minhash.ts'

const shelf = { studio: 'f'.repeat(24), sourceLanguage: 'eng', language: 'deu' }
const shared = (a: number[], b: number[]) => a.filter((hash) => b.includes(hash)).length
const WORDS = [
  'captain',
  'the',
  'ship',
  'is',
  'lost',
  'and',
  'nobody',
  'knows',
  'where',
  'lanterns',
  'went',
  'вечер',
  '海岸',
  'été',
]
const line = fc.shuffledSubarray(WORDS, { minLength: 5, maxLength: 10 })

test('creates a stable signature of twenty 32-bit integers', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (key) => {
      const signature = minhashSignature(shelf, key)
      assert.equal(signature.length, 20)
      assert.ok(
        signature.every((hash) => Number.isInteger(hash) && hash >= -(2 ** 31) && hash < 2 ** 31),
      )
      assert.deepEqual(minhashSignature(shelf, key), signature)
    }),
  )
})

test('finds a line with one changed word, in any script', () => {
  const matches = fc.sample(line, { numRuns: 500, seed: 4 }).map((words, index) => {
    const changed = words.with(index % words.length, 'another')
    return (
      shared(minhashSignature(shelf, words.join(' ')), minhashSignature(shelf, changed.join(' '))) >
      0
    )
  })
  const missed = matches.filter((hit) => !hit).length
  assert.ok(missed <= 25, `${missed} of 500 were not found`)
})

test('rarely finds a line with other words', () => {
  const others = fc
    .sample(line, { numRuns: 500, seed: 5 })
    .filter(
      (words) =>
        shared(
          minhashSignature(shelf, words.join(' ')),
          minhashSignature(shelf, 'quit fighting before my brother hears you'),
        ) > 0,
    )
  assert.ok(others.length <= 5, `${others.length} of 500`)
})

test('ignores numbers, and never matches another studio or language', () => {
  const key = 'room 237 on floor 4'
  assert.deepEqual(minhashSignature(shelf, key), minhashSignature(shelf, 'room 12 on floor 11'))
  for (const other of [{ studio: 'e'.repeat(24) }, { language: 'fra' }, { sourceLanguage: 'deu' }])
    assert.equal(
      shared(minhashSignature(shelf, key), minhashSignature({ ...shelf, ...other }, key)),
      0,
    )
})
