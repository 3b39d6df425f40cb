import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, newSecret } from './secret.ts'

test('a secret is 32 random bytes in letters that fit an address', () => {
  const secrets = Array.from({ length: 1000 }, newSecret)
  for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/)
  assert.equal(new Set(secrets).size, 1000)
})

test('the digest of a secret does not show it', () => {
  const secret = newSecret()
  assert.equal(digestOf(secret), digestOf(secret))
  assert.match(digestOf(secret), /^[\w-]{43}$/)
  assert.notEqual(digestOf(secret), secret)
  assert.notEqual(digestOf(secret), digestOf(secret.toLowerCase()))
})
