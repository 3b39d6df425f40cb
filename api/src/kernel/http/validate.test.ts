import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Problem, type FieldError } from './contract/problem.ts'
import { Id, Name, Nullable, StrictPartial, Ref, Seconds, StrictObject } from './contract/schema.ts'
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
const take = createBodyParser(New, Reel)
const id = 'a'.repeat(24)

function refused(work: () => unknown, status: number, code: string): FieldError[] {
  let faults: FieldError[] = []
  assert.throws(work, (error) => {
    assert.ok(error instanceof Problem, String(error))
    assert.deepEqual([error.status, error.code], [status, code])
    faults = (error.more.errors as FieldError[] | undefined) ?? []
    return true
  })
  return faults
}
const pointers = (faults: FieldError[]) => faults.map((fault) => fault.pointer).toSorted()

test('what may be written is the body, what is read-only is set aside', () => {
  assert.deepEqual(take({ name: 'Reel 1', _id: id, created: 5 }), {
    body: { name: 'Reel 1' },
    echoed: { _id: id, created: 5 },
  })
})

test('computed fields are dropped, at the top and below', () => {
  assert.deepEqual(
    take({ name: 'Reel 1', $links: 'anything', tags: [{ word: 'x', $flags: [] }] }).body,
    { name: 'Reel 1', tags: [{ word: 'x' }] },
  )
})

test('an unknown field is named, at the top and below', () => {
  assert.deepEqual(
    pointers(
      refused(() => take({ name: 'x', colour: 'red', shape: 1 }), 400, 'body.unknown-field'),
    ),
    ['/colour', '/shape'],
  )
  assert.deepEqual(
    pointers(
      refused(
        () => take({ name: 'x', tags: [{ word: 'x', colour: 1 }] }),
        400,
        'body.unknown-field',
      ),
    ),
    ['/tags/0/colour'],
  )
})

test('an unknown field is told before a bad value', () => {
  refused(() => take({ name: 5, colour: 'red' }), 400, 'body.unknown-field')
})

test('all faults are told at once', () => {
  assert.deepEqual(
    pointers(refused(() => take({ name: '', shot: -1, kind: 'c' }), 422, 'body.invalid')),
    ['/kind', '/name', '/shot'],
  )
})

test('a missing field is a fault of that field', () => {
  assert.deepEqual(
    refused(() => take({}), 422, 'body.invalid'),
    [{ pointer: '/name', message: 'is missing' }],
  )
})

test('the allowed values of an enum are named', () => {
  assert.deepEqual(
    refused(() => take({ name: 'x', kind: 'c' }), 422, 'body.invalid').map(
      (fault) => fault.message,
    ),
    ['must be one of a, b'],
  )
})

test('a body that is not there is said to be missing', () => {
  refused(() => take(undefined), 400, 'body.missing')
})

for (const body of [null, [], [{ name: 'x' }], 'x', 5, true])
  test(`${JSON.stringify(body)} is no record`, () => {
    refused(() => take(body), 422, 'body.invalid')
  })

test('nothing is coerced: a number in quotes is a text', () => {
  for (const shot of ['5', 1.5, true, null, [], -1, 1e12, Infinity, Number.MAX_SAFE_INTEGER])
    refused(() => take({ name: 'x', shot }), 422, 'body.invalid')
  assert.deepEqual(take({ name: 'x', shot: 0 }).body, { name: 'x', shot: 0 })
  assert.deepEqual(take({ name: 'x', shot: 1e11 }).body, { name: 'x', shot: 1e11 })
})

test('a reference is an id, or a record of which the id is read', () => {
  assert.doesNotThrow(() => take({ name: 'x', maker: id }))
  assert.doesNotThrow(() => take({ name: 'x', maker: { _id: id, name: 'whatever' } }))
  assert.doesNotThrow(() => take({ name: 'x', maker: null }))
  for (const maker of ['short', {}, { _id: 5 }, [id]])
    refused(() => take({ name: 'x', maker }), 422, 'body.invalid')
})

test('of a change every field may be absent', () => {
  assert.deepEqual(createBodyParser(StrictPartial(New), Reel)({}), { body: {}, echoed: {} })
})

test('a record that must be named in the body and is not is a malformed body', () => {
  refused(
    () => createChecker(StrictObject({ _id: Id, name: Name }), 'body')({ name: 'x' }),
    400,
    'id.missing',
  )
})

test('an unknown parameter in the query is named', () => {
  assert.deepEqual(
    pointers(
      refused(
        () => createChecker(StrictObject({ q: Type.Optional(Name) }), 'query')({ colour: 'red' }),
        400,
        'query.unknown-field',
      ),
    ),
    ['/colour'],
  )
})

test('a body of thousands of unknown fields is refused with a short sentence', () => {
  const body = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, number) => [`key${number}`, 1]),
  )
  assert.throws(
    () => take(body),
    (error) => error instanceof Problem && error.status === 400 && error.message.length < 400,
  )
})
