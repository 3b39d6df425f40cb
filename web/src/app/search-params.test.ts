import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, pickParams, stringifySearch } from './search-params.ts'

test('reads and writes query strings as plain words', () => {
  assert.deepEqual(parseSearch('?q=key+art&phase=LOCK'), { q: 'key art', phase: 'LOCK' })
  assert.equal(stringifySearch({ q: 'key art', phase: undefined, type: '' }), '?q=key+art')
  assert.equal(stringifySearch({}), '')
  assert.deepEqual(parseSearch(stringifySearch({ q: '2001' })), { q: '2001' })
})

test('drops empty, unknown and non-text parameters', () => {
  assert.deepEqual(pickParams({ q: 'a', phase: '', order: 7, other: 'x' }, 'q', 'phase', 'order'), {
    q: 'a',
  })
})
