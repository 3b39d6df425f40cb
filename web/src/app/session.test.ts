import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createSession } from './session.ts'

const ada = { email: 'ada@example.com', token: 'one' }
const bo = { email: 'bo@example.com', token: 'two' }

test('a new tab takes over the session of an open one', async (t) => {
  const [first, second] = [tab(t), tab(t)]
  first.keep(ada)
  await second.askOtherTabs()
  assert.deepEqual(second.current(), ada)
})

test('a tab alone stays signed out', async (t) => {
  const alone = tab(t)
  await alone.askOtherTabs()
  assert.equal(alone.current(), undefined)
})

test('who signs out does so in every tab that shared the token, and in no other', async (t) => {
  const [first, second, other] = [tab(t), tab(t), tab(t)]
  first.keep(ada)
  second.keep(ada)
  other.keep(bo)
  const ended = new Promise<void>((resolve) => second.onEnd(resolve))
  assert.equal(first.end(ada.token), true)
  await ended
  assert.equal(second.current(), undefined)
  assert.deepEqual(other.current(), bo)
})

test('a late refusal does not end the session that was opened since', (t) => {
  const one = tab(t)
  one.keep(bo)
  assert.equal(one.end(ada.token), false)
  assert.deepEqual(one.current(), bo)
})

test('what lies in the storage and is no session is nobody', (t) => {
  assert.equal(tab(t, 'nonsense').current(), undefined)
  assert.equal(tab(t, '{"email":"ada@example.com"}').current(), undefined)
})

/** Each with a storage of its own, all on one channel, as browsers have it. */
function tab(t: TestContext, kept?: string) {
  const channel = new BroadcastChannel(t.name)
  t.after(() => channel.close())
  const values = new Map(kept === undefined ? [] : [['reelay.session', kept]])
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage
  return createSession({ storage, channel })
}
