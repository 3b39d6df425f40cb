import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { Slug } from '../http/contract/schema.ts'
import { slugFrom } from './slug.ts'

const isSlug = Compile(Slug)

test('makes a valid slug of any name', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })),
      (name) => assert.ok(isSlug.Check(slugFrom(name)), slugFrom(name)),
    ),
    { numRuns: 500 },
  )
})

test('keeps a valid slug', () => {
  fc.assert(
    fc.property(fc.string(), (name) => assert.equal(slugFrom(slugFrom(name)), slugFrom(name))),
  )
})

test('removes accents, lowers case and replaces the rest with hyphens', () => {
  assert.equal(slugFrom('Étoile  Filante: 2!'), 'etoile-filante-2')
  assert.equal(slugFrom('--Ångström & Co.--'), 'angstrom-co')
  assert.equal(slugFrom('ＦＵＬＬ'), 'full')
})

test('makes a slug of a name without letters', () => {
  assert.equal(slugFrom('電影'), 'untitled')
  assert.equal(slugFrom(''), 'untitled')
})

test('does not make a slug that looks like an id', () => {
  assert.equal(slugFrom('0123456789abcdef01234567'), '0123456789abcdef01234567-1')
})

test('shortens a long name without a trailing hyphen', () => {
  assert.equal(slugFrom(`${'a'.repeat(79)} b`), 'a'.repeat(79))
})

for (const slug of ['a', 'trailer.intl', 'a-b.c-1', 'x'.repeat(100)])
  test(`accepts the slug ${slug.slice(0, 20)}`, () => assert.ok(isSlug.Check(slug)))
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
  test(`rejects the slug ${JSON.stringify(slug.slice(0, 30))}`, () =>
    assert.ok(!isSlug.Check(slug)))
