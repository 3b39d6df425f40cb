import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Country, Email, Id, Language, Link, Seconds, idOf, normalEmail } from './schema.ts'

const cases: [name: string, schema: TSchema, good: unknown[], bad: unknown[]][] = [
  [
    'an id',
    Id,
    ['0123456789abcdef01234567'],
    [
      '',
      '0123456789ABCDEF01234567',
      'f'.repeat(23),
      'f'.repeat(25),
      `${'f'.repeat(24)}\n`,
      5,
      null,
    ],
  ],
  [
    'a time',
    Seconds,
    [0, 1_800_000_000, 1e11],
    [-1, 1.5, 1e11 + 1, 1_800_000_000_000, '5', null, Number.NaN, Infinity],
  ],
  ['a language', Language, ['deu'], ['de', 'DEU', 'deut', '']],
  ['a country', Country, ['DE', 'LAT'], ['de', 'D', 'DEUT', '']],
  [
    'an address',
    Email,
    ['ada@example.com', "o'brien+tag@sub.example.com", 'zoë@exämple.com', 'a@b'],
    [
      '',
      'ada',
      '@example.com',
      'ada@',
      'a@b@c',
      'a b@c',
      'a,b@c',
      'a;b@c',
      'a\u037eb@c',
      'a\u200bb@c',
      'a@c\u00ad',
      '\u202ea@c',
      '\uff41@c',
      'a\u0001@c',
      'a:b@c',
      '<a@b>',
      'a@b\nc',
      `${'x'.repeat(250)}@x.de`,
    ],
  ],
  [
    'a link',
    Link,
    ['//reelay.test/api/x'],
    ['https://reelay.test/api/x', '/api/x', '//reelay.test/x'],
  ],
]
for (const [name, schema, good, bad] of cases)
  test(`${name} accepts valid and rejects invalid values`, () => {
    const validator = Compile(schema)
    for (const value of good) assert.ok(validator.Check(value), String(value))
    for (const value of bad) assert.ok(!validator.Check(value), JSON.stringify(value))
  })

test('reads only the id of a reference', () => {
  assert.equal(idOf('a'), 'a')
  assert.equal(idOf({ _id: 'a' }), 'a')
})

test('normalizes an email', () => {
  for (const typed of ['zoë@example.com', 'ZOË@EXAMPLE.com', 'zoe\u0308@example.com'])
    assert.equal(normalEmail(typed), 'zo\u00eb@example.com')
})
