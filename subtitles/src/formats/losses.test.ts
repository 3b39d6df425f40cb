// Nothing is lost silently. The nightly test tries many more documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DOCUMENT_FORMATS } from '../../test/documents.ts'
import { FORMAT_NAMES } from './format.ts'
import {
  assertConvertsOrWarns,
  assertReadsOrWarns,
  assertWritesOrWarns,
  randomDocument,
  writtenFile,
} from '../../test/losses.ts'

test('writes each letter, style, position and field of a cue, or names it in a warning', () =>
  fc.assert(
    fc.property(writtenFile, (file) => {
      assertWritesOrWarns(file)
    }),
    { numRuns: 300 },
  ))

for (const format of DOCUMENT_FORMATS)
  test(`reads each word of a whole document, or names it in a warning: ${format}`, () => {
    for (let seed = 0; seed < 30; seed++) {
      const document = randomDocument(format, seed, 'whole')
      if (!assertReadsOrWarns(format, document)) throw new Error(`${format} refuses seed ${seed}`)
    }
  })

/** Random documents once had these. */
const FOUND = [
  ['vtt', 402_851_863, 'an unclosed ruby'],
  ['vtt', 946_688_039, 'an end tag with a word'],
  ['sami', 491_711_986, 'an empty paragraph in another language'],
  ['xliff', 5_002_707, 'a document that starts with a unit'],
] as const
for (const [format, seed, what] of FOUND)
  test(`reads each word beside ${what}, or names it in a warning: ${format}`, () => {
    assertReadsOrWarns(format, randomDocument(format, seed, 'damaged'))
  })

test('reads each word of a damaged document, or names it in a warning', () => {
  for (const format of DOCUMENT_FORMATS)
    for (let seed = 0; seed < 60; seed++)
      assertReadsOrWarns(format, randomDocument(format, seed, 'damaged'))
})

test('converts between all formats without losing anything silently', () => {
  let converted = 0
  for (const from of DOCUMENT_FORMATS)
    for (const to of FORMAT_NAMES)
      for (let seed = 1; seed <= 6; seed++) {
        const document = randomDocument(from, seed, seed % 3 ? 'damaged' : 'whole')
        if (assertConvertsOrWarns(from, to, document)) converted++
      }
  assert.ok(converted > 400, `${converted} were converted`)
})
