import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type, type TSchema } from 'typebox'
import {
  BoundedArray,
  CommaList,
  Country,
  Email,
  Id,
  Language,
  Name,
  Nullable,
  Ref,
  Seconds,
  StrictObject,
  StrictPartial,
} from './contract/schema.ts'
import { findSchemaErrors } from './schema-errors.ts'

const said = (schema: TSchema, value: unknown) =>
  findSchemaErrors(schema, value).invalid.map(({ pointer, message }) => `${pointer} ${message}`)

const cases: [schema: TSchema, value: unknown, message: string][] = [
  [Language, 'de', ' must be a three-letter language code such as deu'],
  [Language, 5, ' must be a three-letter language code such as deu'],
  [Nullable(Language), 'german', ' must be a three-letter language code such as deu'],
  [Nullable(Language), 5, ' must be a three-letter language code such as deu or null'],
  [Country, 'de', ' must be a country or region code such as DE or LAT'],
  [Email, 'ada', ' must be an e-mail address such as ada@example.com'],
  [Seconds, 'now', ' must be a time in whole seconds since 1970 such as 1790000000'],
  [Ref, 'x', ' must be an id of 24 hexadecimal digits'],
  [Ref, 5, ' must be an id, or an object with the field _id'],
  [Ref, {}, '/_id is missing'],
  [Nullable(Ref), [], ' must be an id, or an object with the field _id or null'],
  [Name, '', ' must not be empty'],
  [Name, 'x'.repeat(301), ' must have at most 300 characters'],
  [Type.String(), 5, ' must be a text'],
  [Type.Boolean(), 'yes', ' must be true or false'],
  [Type.Integer(), 1.5, ' must be a whole number'],
  [Type.Integer({ minimum: 1, maximum: 5 }), 6, ' must be a whole number from 1 to 5'],
  [Type.Number({ minimum: 0 }), -1, ' must be a number, 0 or more'],
  [Type.Enum(['a', 'b']), 'c', ' must be one of a, b'],
  [Type.Literal(true), false, ' must be true'],
  [CommaList(['a', 'b']), 'a,c', ' must be one or more of a, b, separated by commas'],
  [BoundedArray(Id, 1), ['x', 'y'], ' must have at most 1 entry'],
  [Type.Array(Id, { minItems: 2 }), [], ' must have at least 2 entries'],
  [
    Type.Array(Type.String(), { uniqueItems: true }),
    ['a', 'a'],
    ' must not contain the same entry twice',
  ],
  [BoundedArray(Language), ['deu', 'x'], '/1 must be a three-letter language code such as deu'],
  [BoundedArray(Id), 'x', ' must be a list'],
  [StrictObject({ a: Id }), [], ' must be an object'],
  [
    Type.Record(Type.String(), Language, { propertyNames: Country }),
    { de: 'deu' },
    '/de has a name that must be a country or region code such as DE or LAT',
  ],
  [
    Type.Record(Type.String(), Language, { propertyNames: Country }),
    { DE: 'de' },
    '/DE must be a three-letter language code such as deu',
  ],
]
for (const [schema, value, message] of cases)
  test(`says "${message.trim()}" for ${JSON.stringify(value).slice(0, 40)}`, () => {
    assert.deepEqual(said(schema, value), [message])
  })

test('reports one error for each field', () => {
  const schema = StrictPartial(
    StrictObject({ code: Type.String({ pattern: '^x', minLength: 5 }), to: Nullable(Ref) }),
  )
  assert.equal(findSchemaErrors(schema, { code: '', to: 'nobody' }).invalid.length, 2)
})

test('explains the branch of a union that was meant', () => {
  const schema = Type.Union([StrictObject({ name: Name, code: Language }), Id])
  assert.deepEqual(said(schema, { name: 'x', code: 'y' }), [
    '/code must be a three-letter language code such as deu',
  ])
})

test('escapes the keys of a pointer', () => {
  assert.deepEqual(findSchemaErrors(StrictObject({}), { 'a/b~c': 1 }).unknown, [
    { pointer: '/a~1b~0c', message: 'is not a field of this record' },
  ])
})
