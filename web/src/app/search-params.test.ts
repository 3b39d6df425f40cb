import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, safeBack, stringifySearch, pickParams } from './search-params.ts'

test('an address is read and written in plain words', () => {
  assert.deepEqual(parseSearch('?q=key+art&phase=LOCK'), { q: 'key art', phase: 'LOCK' })
  assert.equal(stringifySearch({ q: 'key art', phase: undefined, type: '' }), '?q=key+art')
  assert.equal(stringifySearch({}), '')
  assert.deepEqual(parseSearch(stringifySearch({ q: '2001' })), { q: '2001' })
})

test('what an address should not hold is left behind', () => {
  assert.deepEqual(pickParams({ q: 'a', phase: '', order: 7, other: 'x' }, 'q', 'phase', 'order'), {
    q: 'a',
  })
})

test('the way back stays in the house', () => {
  assert.equal(safeBack('/assets?q=salt'), '/assets?q=salt')
  for (const astray of [
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'assets',
  ])
    assert.equal(safeBack(astray), '/')
})
