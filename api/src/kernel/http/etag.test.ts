import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from './contract/problem.ts'
import { etagOf, checkIfMatch, matchesIfNoneMatch } from './etag.ts'

const tag = etagOf({ name: 'x' })

test('is a quoted string that fits a header', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => assert.match(etagOf(value), /^"[\w-]{27}"$/)))
})

test('differs when any value differs', () => {
  assert.notEqual(etagOf({ a: { b: [1, 2] } }), etagOf({ a: { b: [1, 3] } }))
  assert.equal(etagOf({ a: 1 }), etagOf({ a: 1 }))
})

test('matches If-None-Match', () => {
  assert.ok(matchesIfNoneMatch(tag, tag))
  assert.ok(matchesIfNoneMatch(`W/${tag}`, tag))
  assert.ok(matchesIfNoneMatch(`"old", ${tag}`, tag))
  assert.ok(matchesIfNoneMatch('*', tag))
  assert.ok(!matchesIfNoneMatch('"old"', tag))
  assert.ok(!matchesIfNoneMatch(undefined, tag))
})

test('rejects an old If-Match and accepts none', () => {
  for (const header of [undefined, '*', tag, `"old", ${tag}`])
    assert.doesNotThrow(() => checkIfMatch(header, tag))
  for (const header of ['"old"', '', tag.slice(1, -1)])
    assert.throws(
      () => checkIfMatch(header, tag),
      (error) =>
        error instanceof Problem && error.status === 412 && error.code === 'record.changed',
    )
})
