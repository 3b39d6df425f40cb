import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../contract/problem.ts'
import { readSignedPath, signPath, type SigningKeys } from './signed-link.ts'

const NOW = 1_800_000_000
const keys: SigningKeys = {
  current: 'new',
  secrets: new Map([
    ['new', 'n'.repeat(32)],
    ['old', 'o'.repeat(32)],
  ]),
}
const bearer = { person: 'p'.repeat(24), token: 't'.repeat(24) }
const PATH = '/api/files/f1/content'

const signed = (path = PATH, by = keys) =>
  new URLSearchParams(signPath(by, path, bearer, NOW).split('?')[1])
const isRefused = (error: unknown) =>
  error instanceof Problem && error.status === 403 && error.code === 'link.invalid'
const expectRejected = (query: URLSearchParams, path = PATH, by = keys) =>
  assert.throws(() => readSignedPath(by, path, query), isRefused)
const changed = (change: (query: URLSearchParams) => void) => {
  const query = signed()
  change(query)
  return query
}

test('returns the person, the token and the expiry of a signed path', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.string(), fc.string(), (path, person, token) => {
      const query = new URLSearchParams(
        signPath(keys, path, { person, token }, NOW).split('?').at(-1),
      )
      assert.deepEqual(readSignedPath(keys, path, query), { person, token, expires: NOW + 300 })
    }),
  )
})

test('is valid for one path only', () => {
  for (const path of [
    '/api/files/f2/content',
    '/api/files/f1/content/',
    '/api/files/F1/content',
    '/api/files/f1/content;x',
    '/api/x/../files/f1/content',
  ])
    expectRejected(signed(), path)
})

test('rejects a changed claim', () => {
  for (const [name, value] of [
    ['expires', String(NOW + 301)],
    ['expires', 'Infinity'],
    ['person', 'q'.repeat(24)],
    ['token', 'u'.repeat(24)],
    ['key', 'old'],
    ['key', 'none'],
    ['key', ''],
    ['signature', ''],
    ['signature', 'x'.repeat(43)],
  ] as const) {
    expectRejected(changed((query) => query.set(name, value)))
  }
})

test('rejects a missing, repeated or additional claim', () => {
  for (const name of ['expires', 'key', 'person', 'token', 'signature']) {
    expectRejected(changed((query) => query.delete(name)))
    expectRejected(changed((query) => query.append(name, query.get(name)!)))
  }
  expectRejected(changed((query) => query.append('more', '1')))
})

test('rejects a signature in another case', () => {
  expectRejected(changed((query) => query.set('signature', query.get('signature')!.toUpperCase())))
  expectRejected(changed((query) => query.set('signature', `${query.get('signature')}=`)))
})

test('accepts an older key until it is retired', () => {
  const before: SigningKeys = { current: 'old', secrets: new Map([['old', 'o'.repeat(32)]]) }
  const after: SigningKeys = { current: 'new', secrets: new Map([['new', 'n'.repeat(32)]]) }
  assert.doesNotThrow(() => readSignedPath(keys, PATH, signed(PATH, before)))
  expectRejected(signed(PATH, before), PATH, after)
})

test('rejects a key with the same name and another secret', () => {
  expectRejected(signed(), PATH, {
    current: 'new',
    secrets: new Map([['new', 'x'.repeat(32)]]),
  })
})

test('never puts the key into the URL', () => {
  assert.ok(!signPath(keys, PATH, bearer, NOW).includes('n'.repeat(32)))
})
