import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from './contract/problem.ts'
import { changedFields, rejectProtectedChanges, isSameValue } from './protected-fields.ts'

const id = 'a'.repeat(24)
const otherId = 'b'.repeat(24)
const json = fc.jsonValue({ maxDepth: 4 })

test('equals itself after a round trip through JSON', () => {
  fc.assert(
    fc.property(json, (value) => {
      assert.ok(isSameValue(value, value))
      assert.ok(isSameValue(JSON.parse(JSON.stringify(value)), value))
    }),
  )
})

test('detects a changed string, number or boolean', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.integer(), fc.boolean()),
      fc.oneof(fc.string(), fc.integer(), fc.boolean()),
      (sent, current) => {
        assert.equal(isSameValue(sent, current), sent === current)
      },
    ),
  )
})

test('detects an added or removed item', () => {
  fc.assert(
    fc.property(fc.array(json), json, (list, item) => {
      assert.ok(!isSameValue([...list, item], list))
      assert.ok(!isSameValue(list, [...list, item]))
    }),
  )
})

test('compares records by id', () => {
  const record = { _id: id, name: 'Studio' }
  assert.ok(isSameValue(id, record))
  assert.ok(isSameValue({ _id: id, name: 'Another' }, record))
  assert.ok(isSameValue({ _id: id, name: 'Studio' }, id))
  assert.ok(isSameValue([{ _id: id }, otherId], [id, { _id: otherId, name: 'x' }]))
  assert.ok(!isSameValue(otherId, record))
  assert.ok(!isSameValue({ _id: otherId, name: 'Studio' }, record))
  assert.ok(!isSameValue(null, record))
  assert.ok(!isSameValue({ name: 'Studio' }, record))
})

test('treats absent and null as equal', () => {
  assert.ok(isSameValue(undefined, null))
  assert.ok(isSameValue(null, undefined))
  assert.ok(isSameValue({ a: 1 }, { a: 1, b: null }))
  assert.ok(!isSameValue(null, ''))
  assert.ok(!isSameValue(null, 0))
  assert.ok(!isSameValue(null, false))
})

test('ignores the order of keys and computed fields', () => {
  assert.ok(isSameValue({ a: 1, b: 2, $flags: [] }, { b: 2, a: 1, $links: {} }))
  assert.ok(!isSameValue({ a: 1 }, { a: 1, b: 2 }))
  assert.ok(!isSameValue({ a: 1, b: 2 }, { a: 1 }))
})

test('never treats an array as a record', () => {
  assert.ok(!isSameValue([], {}))
  assert.ok(!isSameValue({}, []))
  assert.ok(!isSameValue({ 0: 'a' }, ['a']))
})

test('ignores the signature of a signed URL but not its path', () => {
  const address = (path: string, signature: string) =>
    `https://host${path}?expires=1&key=k&signature=${signature}`
  assert.ok(isSameValue(address('/a', 'old'), address('/a', 'new')))
  assert.ok(!isSameValue(address('/b', 'old'), address('/a', 'new')))
  assert.ok(!isSameValue('https://evil/a', address('/a', 'new')))
  assert.ok(!isSameValue('https://host/a?x=1', 'https://host/a?x=2'), 'only a signature may differ')
})

test('accepts unchanged read-only fields', () => {
  assert.doesNotThrow(() =>
    rejectProtectedChanges({ _id: id, created: 5 }, { _id: id, created: 5, name: 'x' }),
  )
  assert.doesNotThrow(() => rejectProtectedChanges({}, { _id: id }))
})

test('rejects an id that differs from the URL', () => {
  for (const key of ['_id', 'id']) {
    assert.throws(
      () => rejectProtectedChanges({ [key]: otherId }, { _id: id, id }),
      (error) => error instanceof Problem && error.status === 422 && error.code === 'id.mismatch',
    )
  }
})

test('names each changed read-only field', () => {
  assert.throws(
    () =>
      rejectProtectedChanges(
        { created: 6, studio: otherId, name: 'x' },
        { created: 5, studio: id, name: 'x' },
      ),
    (error) => {
      assert.ok(error instanceof Problem)
      assert.deepEqual([error.status, error.code], [403, 'field.protected'])
      assert.deepEqual(
        (error.more.errors as { pointer: string }[]).map(({ pointer }) => pointer),
        ['/created', '/studio'],
      )
      return true
    },
  )
})

test('returns only the fields that differ', () => {
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
