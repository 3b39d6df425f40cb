import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { Slug } from '../http/contract/schema.ts'
import { slugFrom } from './slug.ts'

const isSlug = Compile(Slug)

test('whatever the name, its slug is one', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })),
      (name) => assert.ok(isSlug.Check(slugFrom(name)), slugFrom(name)),
    ),
    { numRuns: 500 },
  )
})

test('a slug stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (name) => assert.equal(slugFrom(slugFrom(name)), slugFrom(name))),
  )
})

test('accents fall, letters become small, the rest becomes hyphens', () => {
  assert.equal(slugFrom('Étoile  Filante: 2!'), 'etoile-filante-2')
  assert.equal(slugFrom('--Ångström & Co.--'), 'angstrom-co')
  assert.equal(slugFrom('ＦＵＬＬ'), 'full')
})

test('a name without a usable letter still gets a slug', () => {
  assert.equal(slugFrom('電影'), 'untitled')
  assert.equal(slugFrom(''), 'untitled')
})

test('what looks like an id is not left looking like one', () => {
  assert.equal(slugFrom('0123456789abcdef01234567'), '0123456789abcdef01234567-1')
})

test('a long name is cut, and does not end in a hyphen', () => {
  assert.equal(slugFrom(`${'a'.repeat(79)} b`), 'a'.repeat(79))
})

for (const slug of ['a', 'trailer.intl', 'a-b.c-1', 'x'.repeat(100)])
  test(`${slug.slice(0, 20)} is a slug`, () => assert.ok(isSlug.Check(slug)))
for (const slug of [
  '',
  'A',
  'a b',
  '-a',
  'a-',
  'a--b',
  'a..b',
  'a/b',
  '../a',
  'é',
  'f'.repeat(24),
  'x'.repeat(101),
  'a_b',
])
  test(`${JSON.stringify(slug.slice(0, 30))} is no slug`, () => assert.ok(!isSlug.Check(slug)))
