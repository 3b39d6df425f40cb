import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Problem, type FieldError } from './contract/problem.ts'
import {
  Id,
  Name,
  Nullable,
  OpaqueArray,
  Ref,
  Seconds,
  StrictObject,
  StrictPartial,
} from './contract/schema.ts'
import { createBodyParser, createChecker } from './validate.ts'

const Reel = StrictObject({
  _id: Id,
  name: Name,
  maker: Nullable(Id),
  shot: Type.Optional(Seconds),
  tags: Type.Array(StrictObject({ word: Name })),
  created: Seconds,
  $links: StrictObject({ self: Type.String() }),
})
const New = StrictObject({
  name: Name,
  maker: Type.Optional(Nullable(Ref)),
  shot: Type.Optional(Seconds),
  kind: Type.Optional(Type.Enum(['a', 'b'])),
  tags: Type.Optional(Type.Array(StrictObject({ word: Name }))),
})
const parse = createBodyParser(New, Reel)
const id = 'a'.repeat(24)

function expectRejected(work: () => unknown, status: number, code: string): FieldError[] {
  let errors: FieldError[] = []
  assert.throws(work, (error) => {
    assert.ok(error instanceof Problem, String(error))
    assert.deepEqual([error.status, error.code], [status, code])
    errors = (error.more.errors as FieldError[] | undefined) ?? []
    return true
  })
  return errors
}
const pointers = (errors: FieldError[]) => errors.map((error) => error.pointer).toSorted()

test('separates writable fields from read-only fields', () => {
  assert.deepEqual(parse({ name: 'Reel 1', _id: id, created: 5 }), {
    body: { name: 'Reel 1' },
    echoed: { _id: id, created: 5 },
  })
})

test('drops computed fields at every level', () => {
  assert.deepEqual(
    parse({ name: 'Reel 1', $links: 'anything', tags: [{ word: 'x', $flags: [] }] }).body,
    { name: 'Reel 1', tags: [{ word: 'x' }] },
  )
})

test('names unknown fields at every level', () => {
  assert.deepEqual(
    pointers(
      expectRejected(
        () => parse({ name: 'x', colour: 'red', shape: 1 }),
        400,
        'body.unknown-field',
      ),
    ),
    ['/colour', '/shape'],
  )
  assert.deepEqual(
    pointers(
      expectRejected(
        () => parse({ name: 'x', tags: [{ word: 'x', colour: 1 }] }),
        400,
        'body.unknown-field',
      ),
    ),
    ['/tags/0/colour'],
  )
})

test('reports an unknown field before an invalid value', () => {
  expectRejected(() => parse({ name: 5, colour: 'red' }), 400, 'body.unknown-field')
})

test('reports all errors at once', () => {
  assert.deepEqual(
    pointers(expectRejected(() => parse({ name: '', shot: -1, kind: 'c' }), 422, 'body.invalid')),
    ['/kind', '/name', '/shot'],
  )
})

test('reports a missing field at its own pointer', () => {
  assert.deepEqual(
    expectRejected(() => parse({}), 422, 'body.invalid'),
    [{ pointer: '/name', message: 'is missing' }],
  )
})

test('names the allowed values of an enum', () => {
  assert.deepEqual(
    expectRejected(() => parse({ name: 'x', kind: 'c' }), 422, 'body.invalid').map(
      (error) => error.message,
    ),
    ['must be one of a, b'],
  )
})

test('rejects a missing body', () => {
  expectRejected(() => parse(undefined), 400, 'body.required')
})

for (const body of [null, [], [{ name: 'x' }], 'x', 5, true])
  test(`rejects ${JSON.stringify(body)} as a record`, () => {
    expectRejected(() => parse(body), 422, 'body.invalid')
  })

test('does not coerce a quoted number', () => {
  for (const shot of ['5', 1.5, true, null, [], -1, 1e12, Infinity, Number.MAX_SAFE_INTEGER])
    expectRejected(() => parse({ name: 'x', shot }), 422, 'body.invalid')
  assert.deepEqual(parse({ name: 'x', shot: 0 }).body, { name: 'x', shot: 0 })
  assert.deepEqual(parse({ name: 'x', shot: 1e11 }).body, { name: 'x', shot: 1e11 })
})

test('accepts an id or an object with an id as a reference', () => {
  assert.doesNotThrow(() => parse({ name: 'x', maker: id }))
  assert.doesNotThrow(() => parse({ name: 'x', maker: { _id: id, name: 'whatever' } }))
  assert.doesNotThrow(() => parse({ name: 'x', maker: null }))
  for (const maker of ['short', {}, { _id: 5 }, [id]])
    expectRejected(() => parse({ name: 'x', maker }), 422, 'body.invalid')
})

test('accepts a change with any field absent', () => {
  assert.deepEqual(createBodyParser(StrictPartial(New), Reel)({}), { body: {}, echoed: {} })
})

test('rejects a body without the required id', () => {
  expectRejected(
    () => createChecker(StrictObject({ _id: Id, name: Name }), 'body')({ name: 'x' }),
    400,
    'id.required',
  )
})

test('names an unknown query parameter', () => {
  assert.deepEqual(
    pointers(
      expectRejected(
        () => createChecker(StrictObject({ q: Type.Optional(Name) }), 'query')({ colour: 'red' }),
        400,
        'query.unknown-field',
      ),
    ),
    ['/colour'],
  )
})

test('reports at most 20 errors and repeats no large key', () => {
  const unknown = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, number) => [`key${number}`, 1]),
  )
  const long = 'k'.repeat(100_000)
  const bodies: [body: unknown, status: number, code: string, errors: number][] = [
    [unknown, 400, 'body.unknown-field', 20],
    [{ name: 'x', tags: [{ word: 'x', ...unknown }] }, 400, 'body.unknown-field', 20],
    [{ name: 'x', [long]: 1 }, 400, 'body.unknown-field', 1],
    [{ name: 'x', tags: [{ word: 'x', [long]: 1 }] }, 400, 'body.unknown-field', 1],
    [{ name: 'x', tags: Array.from({ length: 5_000 }, () => ({})) }, 422, 'body.invalid', 20],
    [{ name: 'x', tags: Array.from({ length: 5_000 }, () => 5) }, 422, 'body.invalid', 20],
  ]
  for (const [body, status, code, count] of bodies) {
    const errors = expectRejected(() => parse(body), status, code)
    assert.equal(errors.length, count)
    assert.ok(JSON.stringify(errors).length < 5_000)
    assert.throws(
      () => parse(body),
      (error) => error instanceof Problem && error.message.length < 400,
    )
  }
})

test('limits the size of a field as JSON', () => {
  const parseQueue = createBodyParser(
    StrictPartial(
      StrictObject({
        queue: OpaqueArray,
        limits: Nullable(StrictPartial(StrictObject({ items: OpaqueArray }))),
      }),
    ),
    Reel,
  )
  const large = ['x'.repeat(70_000)]
  assert.doesNotThrow(() => parseQueue({ queue: ['x'.repeat(60_000)], limits: { items: [1] } }))
  assert.deepEqual(
    pointers(
      expectRejected(
        () => parseQueue({ queue: large, limits: { items: large } }),
        422,
        'body.invalid',
      ),
    ),
    ['/limits/items', '/queue'],
  )
})
