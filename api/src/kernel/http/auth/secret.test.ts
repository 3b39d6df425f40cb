import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestSecret, newSecret } from './secret.ts'

test('a secret is 32 random bytes in letters that fit an address', () => {
  const secrets = Array.from({ length: 1000 }, newSecret)
  for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/)
  assert.equal(new Set(secrets).size, 1000)
})

test('the digest of a secret does not show it', () => {
  const secret = newSecret()
  assert.equal(digestSecret(secret), digestSecret(secret))
  assert.match(digestSecret(secret), /^[\w-]{43}$/)
  assert.notEqual(digestSecret(secret), secret)
  assert.notEqual(digestSecret(secret), digestSecret(secret.toLowerCase()))
})
