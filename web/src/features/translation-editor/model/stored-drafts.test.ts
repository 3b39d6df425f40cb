import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { countStoredDrafts, removeStoredDrafts } from './stored-drafts.ts'

/** A database whose transactions end with this event. */
function stubDatabase(t: TestContext, outcome: 'complete' | 'abort') {
  const calls: string[] = []
  const endingWith = (event: string) => ({
    result: 3,
    error: new Error('The disk is full'),
    addEventListener: (name: string, listener: () => void) =>
      name === event && queueMicrotask(listener),
  })
  const db = {
    transaction: (_store: string, mode: string) => ({
      ...endingWith(outcome),
      objectStore: () => ({ count: () => endingWith(''), clear: () => endingWith('') }),
      mode: calls.push(mode),
    }),
    close: () => calls.push('close'),
  }
  const globals = {
    indexedDB: { open: () => ({ ...endingWith('success'), result: db }) },
    localStorage: {},
  }
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  t.after(() => Object.keys(globals).forEach((name) => Reflect.deleteProperty(globalThis, name)))
  return calls
}

test('counts drafts without locking them', async (t) => {
  const calls = stubDatabase(t, 'complete')
  assert.equal(await countStoredDrafts(), 3)
  assert.deepEqual(calls, ['readonly', 'close'])
})

test('closes the database when a transaction aborts', async (t) => {
  const calls = stubDatabase(t, 'abort')
  await assert.rejects(removeStoredDrafts(), { message: 'The disk is full' })
  assert.deepEqual(calls, ['readwrite', 'close'])
})
