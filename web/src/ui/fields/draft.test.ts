import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields, mergeDraft, previousValues } from './draft.ts'

test('only what differs is sent', () => {
  const before = { name: 'Salt', studios: ['a'], note: '' }
  assert.deepEqual(changedFields(before, { name: 'Salt', studios: ['a', 'b'], note: '' }), {
    studios: ['a', 'b'],
  })
  assert.deepEqual(changedFields(before, { ...before }), {})
})

test('what is taken back is what was changed, as it was', () => {
  const before: { name: string; logo: string | null; slug?: string } = { name: 'Salt', logo: null }
  assert.deepEqual(previousValues(before, { logo: 'x', slug: 'salt' }), { logo: null })
})

test('what somebody else saved shows where nothing was written, and what was written stays', () => {
  const from = { name: 'Salt', note: '' }
  assert.deepEqual(mergeDraft(from, { name: 'Salt & Co' }, { name: 'Salt', note: 'moved' }), {
    draft: { name: 'Salt & Co', note: 'moved' },
    own: { name: 'Salt & Co' },
    isChanged: true,
  })
})

test("what was saved by oneself is no longer one's own to write", () => {
  const from = { name: 'Salt', note: '' }
  assert.deepEqual(mergeDraft(from, { name: 'Salt & Co' }, { name: 'Salt & Co', note: '' }).own, {})
  assert.equal(mergeDraft(from, {}, { ...from }).isChanged, false)
})
