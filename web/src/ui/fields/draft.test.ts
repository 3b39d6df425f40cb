import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields, mergeDraft, previousValues } from './draft.ts'

test('sends only the changed fields', () => {
  const before = { name: 'Salt', studios: ['a'], note: '' }
  assert.deepEqual(changedFields(before, { name: 'Salt', studios: ['a', 'b'], note: '' }), {
    studios: ['a', 'b'],
  })
  assert.deepEqual(changedFields(before, { ...before }), {})
})

test('undo restores the previous values of the changed fields', () => {
  const before: { name: string; logo: string | null; slug?: string } = { name: 'Salt', logo: null }
  assert.deepEqual(previousValues(before, { logo: 'x', slug: 'salt' }), { logo: null })
})

test('applies changes by others to untouched fields and keeps edited ones', () => {
  const from = { name: 'Salt', note: '' }
  assert.deepEqual(mergeDraft(from, { name: 'Salt & Co' }, { name: 'Salt', note: 'moved' }), {
    draft: { name: 'Salt & Co', note: 'moved' },
    own: { name: 'Salt & Co' },
    isChanged: true,
  })
})

test('forgets edits that are already saved', () => {
  const from = { name: 'Salt', note: '' }
  assert.deepEqual(mergeDraft(from, { name: 'Salt & Co' }, { name: 'Salt & Co', note: '' }).own, {})
  assert.equal(mergeDraft(from, {}, { ...from }).isChanged, false)
})
