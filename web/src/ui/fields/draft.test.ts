import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedIn, takenBack } from './draft.ts'

test('only what differs is sent', () => {
  const before = { name: 'Salt', studios: ['a'], note: '' }
  assert.deepEqual(changedIn(before, { name: 'Salt', studios: ['a', 'b'], note: '' }), { studios: ['a', 'b'] })
  assert.deepEqual(changedIn(before, { ...before }), {})
})

test('what is taken back is what was changed, as it was', () => {
  const before: { name: string; logo: string | null; slug?: string } = { name: 'Salt', logo: null }
  assert.deepEqual(takenBack(before, { logo: 'x', slug: 'salt' }), { logo: null })
})
