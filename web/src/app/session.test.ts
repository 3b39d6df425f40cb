import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createSession } from './session.ts'

const ada = { email: 'ada@example.com', token: 'one' }
const bo = { email: 'bo@example.com', token: 'two' }

test('a new tab takes over the session of an open tab', async (t) => {
  const [first, second] = [tab(t), tab(t, { replyTimeoutMs: 60_000 })]
  first.save(ada)
  await second.askOtherTabs()
  assert.deepEqual(second.current(), ada)
})

test('a single tab stays signed out', async (t) => {
  const alone = tab(t, { replyTimeoutMs: 10 })
  await alone.askOtherTabs()
  assert.equal(alone.current(), undefined)
})

test('signing out affects every tab with the same token and no other', async (t) => {
  const [first, second, other] = [tab(t), tab(t), tab(t)]
  first.save(ada)
  second.save(ada)
  other.save(bo)
  const ended = new Promise<void>((resolve) => second.onEnd(resolve))
  assert.equal(first.end(ada.token), true)
  await ended
  assert.equal(second.current(), undefined)
  assert.deepEqual(other.current(), bo)
})

test('a late rejection does not end a session started since', (t) => {
  const one = tab(t)
  one.save(bo)
  assert.equal(one.end(ada.token), false)
  assert.deepEqual(one.current(), bo)
})

test('a sign-in in one tab signs the other tabs in', async (t) => {
  const [first, second] = [tab(t), tab(t)]
  const started = new Promise<void>((resolve) => second.onStart(resolve))
  first.save(ada)
  await started
  assert.deepEqual(second.current(), ada)
})

test('a replaced token reaches the tabs of the same session', async (t) => {
  const [first, second, other] = [tab(t), tab(t), tab(t)]
  first.save(ada)
  second.save(ada)
  other.save(bo)
  const fresh = { ...ada, token: 'three' }
  first.save(fresh)
  while (second.current()?.token !== 'three') await new Promise(setImmediate)
  assert.deepEqual(other.current(), bo)
})

test('ignores stored text that is not a session', (t) => {
  assert.equal(tab(t, { stored: 'nonsense' }).current(), undefined)
  assert.equal(tab(t, { stored: '{"email":"ada@example.com"}' }).current(), undefined)
})

/** Tabs have their own sessionStorage and share one channel. */
function tab(
  t: TestContext,
  { stored, ...options }: { stored?: string; replyTimeoutMs?: number } = {},
) {
  const channel = new BroadcastChannel(t.name)
  t.after(() => channel.close())
  const storage = storageWith(stored === undefined ? [] : [['reelay.session', stored]])
  return createSession({ storage, shared: storageWith([]), channel, ...options })
}

function storageWith(entries: [string, string][]) {
  const values = new Map(entries)
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage
}
