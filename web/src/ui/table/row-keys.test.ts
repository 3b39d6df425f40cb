import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAssignedKeys } from '../shortcuts/assigned-keys.ts'
import { rowAction } from './row-keys.ts'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const press = (key: string, more: Partial<typeof plain> = {}) =>
  rowAction({ key, code: '', getModifierState: () => false, ...plain, ...more }, 5, 10)

test('moves with j, k and the arrows, and stops at both ends', () => {
  const targets = ['j', 'k', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'].map(
    (key) => press(key),
  )
  assert.deepEqual(
    targets.map((action) => action?.type === 'move' && action.to),
    [6, 4, 6, 4, 0, 9, 9, 0],
  )
})

test('extends the selection with Shift', () => {
  assert.deepEqual(press('J', { shiftKey: true }), { type: 'move', to: 6, extend: true })
  assert.deepEqual(press('X', { shiftKey: true }), { type: 'select', extend: true })
})

test('leaves keys with Ctrl, Alt or AltGr alone', () => {
  assert.deepEqual(
    [press('j', { ctrlKey: true }), press('x', { altKey: true }), press('q')],
    [undefined, undefined, undefined],
  )
})

test('follows the keys that a person has assigned', (t) => {
  t.after(() => setAssignedKeys([]))
  setAssignedKeys([{ action: 'list.next', keys: ['N'] }])
  assert.deepEqual(press('n'), { type: 'move', to: 6, extend: false })
  assert.deepEqual(press('N', { shiftKey: true }), { type: 'move', to: 6, extend: true })
  assert.equal(press('j'), undefined)
})
