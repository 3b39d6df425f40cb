import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPreview } from './default-preview.ts'

const [scratch, final] = [{ label: 'Scratch mix 2' }, { label: 'v1' }]

test('plays the newest preview, or skips those marked as scratch', () => {
  assert.equal(defaultPreview([scratch, final], false), scratch)
  assert.equal(defaultPreview([scratch, final], true), final)
  assert.equal(defaultPreview([scratch], true), scratch)
  assert.equal(defaultPreview([{ label: 'Scratchy' }, final], true)!.label, 'Scratchy')
  assert.equal(defaultPreview([], true), undefined)
})
