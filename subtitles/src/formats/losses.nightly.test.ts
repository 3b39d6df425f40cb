// 100,000 documents: nothing is lost silently.
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

const [WRITTEN, READ] = [30_000, 70_000]

test('writes 30,000 lists of cues in random formats', () => {
  let written = 0
  const run = fc.property(writtenFile, (file) => {
    if (assertWritesOrWarns(file)) written++
  })
  fc.assert(run, { numRuns: WRITTEN })
  assert.ok(written > WRITTEN / 2, `${written} were written`)
})

for (const format of DOCUMENT_FORMATS)
  test(`reads its share of 70,000 documents and converts them: ${format}`, () => {
    const [from, count] = [Math.floor(Math.random() * 1e9), READ / DOCUMENT_FORMATS.length]
    let read = 0
    for (let seed = from; seed < from + count; seed++) {
      const document = randomDocument(format, seed, seed % 4 ? 'damaged' : 'whole')
      if (!assertReadsOrWarns(format, document)) continue
      read++
      assertConvertsOrWarns(format, FORMAT_NAMES[seed % FORMAT_NAMES.length]!, document)
    }
    assert.ok(read > count * 0.6, `${read} of ${count} were read`)
  })
