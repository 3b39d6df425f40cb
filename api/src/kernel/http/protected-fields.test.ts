import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from './contract/problem.ts'
import { changedFields, rejectProtectedChanges, isSameValue } from './protected-fields.ts'

const id = 'a'.repeat(24)
const other = 'b'.repeat(24)
const json = fc.jsonValue({ maxDepth: 4 })

test('everything is the same as itself, also after a journey as JSON', () => {
  fc.assert(
    fc.property(json, (value) => {
      assert.ok(isSameValue(value, value))
      assert.ok(isSameValue(JSON.parse(JSON.stringify(value)), value))
    }),
  )
})

test('a changed text, number or flag is not the same', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.integer(), fc.boolean()),
      fc.oneof(fc.string(), fc.integer(), fc.boolean()),
      (sent, stored) => {
        assert.equal(isSameValue(sent, stored), sent === stored)
      },
    ),
  )
})

test('an item more or less in a list is a change', () => {
  fc.assert(
    fc.property(fc.array(json), json, (list, item) => {
      assert.ok(!isSameValue([...list, item], list))
      assert.ok(!isSameValue(list, [...list, item]))
    }),
  )
})

test('a record is meant by its id, alone or with anything around it', () => {
  const stored = { _id: id, name: 'Studio' }
  assert.ok(isSameValue(id, stored))
  assert.ok(isSameValue({ _id: id, name: 'Another' }, stored))
  assert.ok(isSameValue({ _id: id, name: 'Studio' }, id))
  assert.ok(isSameValue([{ _id: id }, other], [id, { _id: other, name: 'x' }]))
  assert.ok(!isSameValue(other, stored))
  assert.ok(!isSameValue({ _id: other, name: 'Studio' }, stored))
  assert.ok(!isSameValue(null, stored))
  assert.ok(!isSameValue({ name: 'Studio' }, stored))
})

test('absent and null are one', () => {
  assert.ok(isSameValue(undefined, null))
  assert.ok(isSameValue(null, undefined))
  assert.ok(isSameValue({ a: 1 }, { a: 1, b: null }))
  assert.ok(!isSameValue(null, ''))
  assert.ok(!isSameValue(null, 0))
  assert.ok(!isSameValue(null, false))
})

test('the order of keys and computed fields do not matter', () => {
  assert.ok(isSameValue({ a: 1, b: 2, $flags: [] }, { b: 2, a: 1, $links: {} }))
  assert.ok(!isSameValue({ a: 1 }, { a: 1, b: 2 }))
  assert.ok(!isSameValue({ a: 1, b: 2 }, { a: 1 }))
})

test('a list is never a record', () => {
  assert.ok(!isSameValue([], {}))
  assert.ok(!isSameValue({}, []))
  assert.ok(!isSameValue({ 0: 'a' }, ['a']))
})

test('a signed address is the same under another signature, and not when its path differs', () => {
  const address = (path: string, signature: string) =>
    `https://host${path}?expires=1&key=k&signature=${signature}`
  assert.ok(isSameValue(address('/a', 'old'), address('/a', 'new')))
  assert.ok(!isSameValue(address('/b', 'old'), address('/a', 'new')))
  assert.ok(!isSameValue('https://evil/a', address('/a', 'new')))
  assert.ok(!isSameValue('https://host/a?x=1', 'https://host/a?x=2'), 'only a signature may differ')
})

test('read-only fields sent back as they were are no offence', () => {
  assert.doesNotThrow(() =>
    rejectProtectedChanges({ _id: id, created: 5 }, { _id: id, created: 5, name: 'x' }),
  )
  assert.doesNotThrow(() => rejectProtectedChanges({}, { _id: id }))
})

test('another id in the body than in the address is a contradiction', () => {
  for (const key of ['_id', 'id']) {
    assert.throws(
      () => rejectProtectedChanges({ [key]: other }, { _id: id, id }),
      (error) => error instanceof Problem && error.status === 422 && error.code === 'id.differs',
    )
  }
})

test('each protected field that differs is named', () => {
  assert.throws(
    () =>
      rejectProtectedChanges(
        { created: 6, studio: other, name: 'x' },
        { created: 5, studio: id, name: 'x' },
      ),
    (error) => {
      assert.ok(error instanceof Problem)
      assert.deepEqual([error.status, error.code], [403, 'field.protected'])
      assert.deepEqual(
        (error.more.errors as { pointer: string }[]).map((fault) => fault.pointer),
        ['/created', '/studio'],
      )
      return true
    },
  )
})

test('only what differs is a change', () => {
  assert.deepEqual(
    changedFields(
      { name: 'New', roles: ['guest'], territory: { _id: id, name: 'x' } },
      { name: 'Old', roles: ['guest'], territory: { _id: id } },
    ),
    { name: 'New' },
  )
  assert.deepEqual(changedFields({ territory: null }, { territory: { _id: id } }), {
    territory: null,
  })
})
