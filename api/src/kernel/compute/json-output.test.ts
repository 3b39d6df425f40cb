import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonListOutput, jsonOutput } from './json-output.ts'

const LONG = 'ö'.repeat(300_000)
const LISTS = [[], [1], [LONG], [LONG, LONG], [LONG, LONG, LONG], [{ a: LONG }, 'b', null, [LONG]]]

test('writes a list in pieces as JSON.stringify does', () => {
  for (const list of LISTS) {
    const { bytes, etag } = jsonListOutput(list.values())
    assert.equal(Buffer.concat(bytes).toString(), JSON.stringify(list))
    assert.equal(etag, jsonOutput(list).etag)
  }
})

test('keeps pieces small', () => {
  const { bytes } = jsonListOutput(Array.from({ length: 1_000 }, () => 'x'.repeat(10_000)))
  assert.ok(bytes.length > 10)
  for (const piece of bytes) assert.ok(piece.length < 600_000, `${piece.length}`)
})
